"""PyTorch's import path `torch.jit`: see minitorch/torch_api/jit.py."""

import sys

from .torch_api import jit as _module
from .torch_api.jit import *  # noqa: F403

sys.modules[__name__] = _module
