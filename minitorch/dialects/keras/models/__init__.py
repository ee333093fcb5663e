"""keras.models: models, and their files."""

from ...core.missing import speak_for as _speak_for
from .files import load_model, model_from_json, save_model
from .model import Functional as _Functional, Model
from .sequential import Sequential

__all__ = ["Model", "Sequential", "clone_model", "load_model", "model_from_json", "save_model"]


def clone_model(model, **kwargs):
    """A model of the same structure with new weights."""
    return type(model).from_config(model.get_config())


_speak_for(globals(), "keras.models")
