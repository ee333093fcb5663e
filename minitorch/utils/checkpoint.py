"""PyTorch's import path for checkpointing: `from minitorch.utils.checkpoint import checkpoint`."""

from ..rare.autograd.checkpoint import checkpoint, checkpoint_sequential
from ..runtime import missing as _missing

__all__ = ["checkpoint", "checkpoint_sequential"]

_missing.speak_for(globals())
