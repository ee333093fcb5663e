"""Vision: data sets of images, and what is done to images. Nothing is read before a data set is made."""

from .. import missing as _missing
from . import datasets, io, transforms, utils

__all__ = ["datasets", "io", "transforms", "utils"]

_missing.speak_for(globals(), later=("models",))         # the zoo, a layer above
