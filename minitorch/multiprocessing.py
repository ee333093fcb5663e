"""PyTorch's import path `torch.multiprocessing`: see minitorch/torch_api/multiprocessing.py."""

import sys

from .torch_api import multiprocessing as _module
from .torch_api.multiprocessing import *  # noqa: F403

sys.modules[__name__] = _module
