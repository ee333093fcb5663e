"""Data sets of images with torchvision's names; and Digits, which is part of the package."""

from ...runtime import missing as _missing
from . import utils
from .cifar import CIFAR10, CIFAR100
from .images import Digits, FakeData, Images
from .folder import DatasetFolder, ImageFiles, ImageFolder
from .mnist import KMNIST, MNIST, FashionMNIST

__all__ = ["CIFAR10", "CIFAR100", "KMNIST", "MNIST", "DatasetFolder", "Digits", "FakeData", "FashionMNIST",
           "ImageFiles", "ImageFolder", "Images", "utils"]

_missing.speak_for(globals())
