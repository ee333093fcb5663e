"""Data sets of images, under torchvision's names; and Digits, which is always there."""

from ... import missing as _missing
from .digits import Digits
from .images import Images
from .mnist import MNIST

__all__ = ["MNIST", "Digits", "Images"]

_missing.speak_for(globals())
