"""PyTorch's import paths: minitorch.utils.data is minitorch.data; minitorch.utils.tensorboard has SummaryWriter."""

from ..runtime import missing as _missing
from . import data

__all__ = ["data"]

_missing.speak_for(globals(), later=("benchmark", "checkpoint", "flop_counter", "tensorboard"))
