"""PyTorch's import path `torch.backends`: see minitorch/torch_api/backends.py."""

import sys

from .torch_api import backends as _module
from .torch_api.backends import *  # noqa: F403

sys.modules[__name__] = _module
