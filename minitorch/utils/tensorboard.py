"""PyTorch's import path for TensorBoard: `from minitorch.utils.tensorboard import SummaryWriter`."""

from ..runtime import missing as _missing
from ..viz.tensorboard import SummaryWriter

__all__ = ["SummaryWriter"]

_missing.speak_for(globals())
