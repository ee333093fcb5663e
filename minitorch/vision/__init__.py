"""Vision: data sets of images. Nothing is read before a data set is made."""

from . import datasets

__all__ = ["datasets"]
