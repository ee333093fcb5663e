"""PyTorch's import path for the names of minitorch.data."""

from ...runtime import missing as _missing
from ...data import *
from ...data import __all__
from . import _utils, dataloader, dataset, distributed, sampler

_missing.speak_for(globals())
