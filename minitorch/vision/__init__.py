"""Vision: data sets of images, transforms of images, and boxes in images. Importing it reads no data."""

from ..runtime import missing as _missing
from . import datasets, io, ops, transforms, utils

__all__ = ["datasets", "io", "ops", "transforms", "utils"]

_missing.speak_for(globals(), later=("models",))         # imported late, because minitorch.models is a higher layer
