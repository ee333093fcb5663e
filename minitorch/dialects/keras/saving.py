"""keras.saving: files of models, and the names under which classes of one's own are found in them."""

from ..core.missing import speak_for as _speak_for
from .core.configured import (
    custom as _custom,
    custom_object_scope,
    deserialize_keras_object,
    register_keras_serializable,
    registered_name as get_registered_name,
    serialize_keras_object,
)
from .models.files import load_model, save_model

__all__ = ["custom_object_scope", "deserialize_keras_object", "get_custom_objects", "get_registered_name",
           "get_registered_object", "load_model", "register_keras_serializable", "save_model", "serialize_keras_object"]


def get_custom_objects():
    """Return {registered name: class or function}; what you add to it is found in files."""
    return _custom


def get_registered_object(name, custom_objects=None, module_objects=None):
    """Return the class or function registered under a name; None if there is none. module_objects is not used."""
    return (custom_objects or {}).get(name) or _custom.get(name)


_speak_for(globals(), "keras.saving")
