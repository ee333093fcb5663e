"""PyTorch's import path `torch.func`: see minitorch/torch_api/func.py."""

import sys

from .torch_api import func as _module
from .torch_api.func import *  # noqa: F403

sys.modules[__name__] = _module
