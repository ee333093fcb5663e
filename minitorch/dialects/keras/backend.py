"""keras.backend: numbers that all of Keras shares."""

from ..core.dtypes import as_dtype as _as_dtype
from ..core.missing import speak_for as _speak_for
from .core.naming import settings as _settings, uids as _uids
from .core.symbolic import KerasTensor as _KerasTensor

__all__ = ["backend", "clear_session", "epsilon", "floatx", "get_uid", "image_data_format", "is_keras_tensor",
           "set_epsilon", "set_floatx", "set_image_data_format"]


def backend():
    """The name of what computes."""
    return "tensorflow"


def clear_session(free_memory=True):
    """Let the names of layers begin anew; free_memory is taken, without effect."""
    _uids.clear()


def epsilon():
    """The small number that keeps divisions finite: 1e-7 unless set."""
    return _settings["epsilon"]


def set_epsilon(value):
    """Set the small number that keeps divisions finite to `value`."""
    _settings["epsilon"] = float(value)


def floatx():
    """The element type of weights: "float32" unless set."""
    return _settings["floatx"]


def set_floatx(value):
    """Set the element type of weights to `value`: "float16", "float32", "float64" or "bfloat16".

    Raises ValueError for another.
    """
    if value not in ("float16", "float32", "float64", "bfloat16"):
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of float16, bfloat16, float32, float64")
    _settings["floatx"] = _as_dtype(value).name


def image_data_format():
    """Where channels stand: "channels_last"."""
    return _settings["image_data_format"]


def set_image_data_format(data_format):
    """Take data_format "channels_last" alone: a layer may be told otherwise. Raises ValueError for another."""
    if data_format != "channels_last":
        raise ValueError("the data format is channels_last here; give a layer data_format=\"channels_first\".")


def get_uid(prefix=""):
    """1, 2, 3 …, for each prefix."""
    _uids[prefix] += 1
    return _uids[prefix]


def is_keras_tensor(x):
    """Whether x is a symbolic tensor, such as Input gives."""
    return isinstance(x, _KerasTensor)


_speak_for(globals(), "keras.backend")
