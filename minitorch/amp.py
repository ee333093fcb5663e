"""PyTorch's import path `torch.amp`: see minitorch/torch_api/amp.py."""

import sys

from .torch_api import amp as _module
from .torch_api.amp import *  # noqa: F403

sys.modules[__name__] = _module
