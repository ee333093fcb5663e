"""PyTorch's import path `torch.fft`: see minitorch/rare/fft.py."""

import sys

from .rare import fft as _module
from .rare.fft import *  # noqa: F403

sys.modules[__name__] = _module
