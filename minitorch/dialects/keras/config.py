"""keras.config: what all of Keras shares, as keras.backend has it too."""

from ..core.missing import speak_for as _speak_for
from .backend import backend, epsilon, floatx, image_data_format, set_epsilon, set_floatx, set_image_data_format

__all__ = ["backend", "disable_traceback_filtering", "enable_traceback_filtering", "epsilon", "floatx",
           "image_data_format", "is_traceback_filtering_enabled", "set_backend", "set_epsilon", "set_floatx",
           "set_image_data_format"]
_settings = {"filtered": True}


def set_backend(backend):
    """Take "tensorflow", whose names these are. Raises ValueError for another `backend`."""
    if backend != "tensorflow":
        raise ValueError(f"Keras computes by minitorch here, as it does by TensorFlow there: set_backend({backend!r}) "
                         "is left out.")


def enable_traceback_filtering():
    """Taken as Keras does: errors name the user's line here anyway."""
    _settings["filtered"] = True


def disable_traceback_filtering():
    """Taken as Keras does, without effect."""
    _settings["filtered"] = False


def is_traceback_filtering_enabled():
    """Return what enable_traceback_filtering or disable_traceback_filtering set last; True at first."""
    return _settings["filtered"]


_speak_for(globals(), "keras.config")
