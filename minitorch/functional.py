"""PyTorch's import path `torch.functional`: see minitorch/torch_api/functional.py."""

import sys

from .torch_api import functional as _module
from .torch_api.functional import *  # noqa: F403

sys.modules[__name__] = _module
