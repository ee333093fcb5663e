"""PyTorch's import path `torch.special`: see minitorch/rare/special.py."""

import sys

from .rare import special as _module
from .rare.special import *  # noqa: F403

sys.modules[__name__] = _module
