"""Settings of PyTorch's compiler: accepted, but without effect."""

import sys

from ...settings import Settings

sys.modules[__name__].__class__ = Settings
