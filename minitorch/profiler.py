"""PyTorch's import path `torch.profiler`: see minitorch/inspect/profiler.py."""

import sys

from .inspect import profiler as _module
from .inspect.profiler import *  # noqa: F403

sys.modules[__name__] = _module
