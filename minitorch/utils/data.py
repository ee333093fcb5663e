"""The names of minitorch.data under PyTorch's path."""

from .. import missing as _missing
from ..data import *  # noqa: F403
from ..data import __all__, dataset, loader, sampler  # noqa: F401

_missing.speak_for(globals())
