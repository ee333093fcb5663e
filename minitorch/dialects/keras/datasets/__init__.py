"""keras.datasets: data sets as arrays, from the files where Keras keeps them; what is not there is downloaded."""

from ...core.missing import speak_for as _speak_for
from . import boston_housing, cifar10, cifar100, fashion_mnist, imdb, mnist, reuters

__all__ = ["boston_housing", "cifar10", "cifar100", "fashion_mnist", "imdb", "mnist", "reuters"]
_speak_for(globals(), "keras.datasets")
