"""The names of minitorch.data under PyTorch's path."""

from ..data import *  # noqa: F403
from ..data import __all__, dataset, loader, sampler  # noqa: F401
