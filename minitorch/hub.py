"""PyTorch's import path `torch.hub`: see minitorch/models/hub.py."""

import sys

from .models import hub as _module
from .models.hub import *  # noqa: F403

sys.modules[__name__] = _module
