"""PyTorch's import path `torch.testing`: see minitorch/torch_api/testing.py."""

import sys

from .torch_api import testing as _module
from .torch_api.testing import *  # noqa: F403

sys.modules[__name__] = _module
