"""PyTorch's path to the tools for data: minitorch.utils.data is minitorch.data."""

from .. import missing as _missing
from . import data

__all__ = ["data"]

_missing.speak_for(globals())
