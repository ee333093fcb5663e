"""keras.datasets: data sets as arrays, from files that lie where Keras keeps them; nothing is fetched.

imdb and reuters are left out: their files hold Python objects, which reading would have to build.
"""

from ...core.missing import speak_for as _speak_for
from . import boston_housing, cifar10, cifar100, fashion_mnist, mnist

__all__ = ["boston_housing", "cifar10", "cifar100", "fashion_mnist", "mnist"]
_speak_for(globals(), "keras.datasets")
