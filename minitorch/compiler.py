"""PyTorch's import path `torch.compiler`: see minitorch/torch_api/compiler.py."""

import sys

from .torch_api import compiler as _module
from .torch_api.compiler import *  # noqa: F403

sys.modules[__name__] = _module
