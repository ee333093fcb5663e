"""PyTorch's import path `torch.quantization`: see minitorch/torch_api/quantization.py."""

import sys

from .torch_api import quantization as _module
from .torch_api.quantization import *  # noqa: F403

sys.modules[__name__] = _module
