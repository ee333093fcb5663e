"""PyTorch's import path `torch.sparse`: see minitorch/rare/tensors/sparse.py."""

import sys

from .rare.tensors import sparse as _module
from .rare.tensors.sparse import *  # noqa: F403

sys.modules[__name__] = _module
