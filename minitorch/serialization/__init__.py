"""Files of values and of models: `save` and `load`, and no way for a file to run code."""

from .files import load, save
from .reading import LoadError

__all__ = ["LoadError", "load", "save"]
