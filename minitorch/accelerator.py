"""PyTorch's import path `torch.accelerator`: see minitorch/torch_api/accelerator.py."""

import sys

from .torch_api import accelerator as _module
from .torch_api.accelerator import *  # noqa: F403

sys.modules[__name__] = _module
