"""keras.saving: files of models, and the names under which classes of one's own are found in them."""

from .core.configured import (
    custom as _custom,
    custom_object_scope,
    deserialize_keras_object,
    register_keras_serializable,
    serialize_keras_object,
)
from .models.files import load_model, save_model

__all__ = ["custom_object_scope", "deserialize_keras_object", "get_custom_objects", "load_model",
           "register_keras_serializable", "save_model", "serialize_keras_object"]


def get_custom_objects():
    """Return {registered name: class or function}; what you add to it is found in files."""
    return _custom
