"""PyTorch's import path `torch.library`: see minitorch/torch_api/library.py."""

import sys

from .torch_api import library as _module
from .torch_api.library import *  # noqa: F403

sys.modules[__name__] = _module
