"""PyTorch's path to counting floating-point operations: `from minitorch.utils.flop_counter import FlopCounterMode`."""

from .. import missing as _missing
from ..inspect.flop_counter import FlopCounterMode

__all__ = ["FlopCounterMode"]

_missing.speak_for(globals())
