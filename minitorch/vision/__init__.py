"""Vision: data sets of images. Nothing is read before a data set is made."""

from .. import missing as _missing
from . import datasets

__all__ = ["datasets"]

_missing.speak_for(globals())
