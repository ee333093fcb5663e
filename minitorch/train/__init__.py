"""Training: the loop, checkpoints to stop and go on, progress on the screen."""

from .. import missing as _missing
from ..progress import progress
from .checkpoint import Checkpoint, load_checkpoint, restore, save_checkpoint
from .loop import NotFinite, evaluate, train, training_step
from .loop import Mean, accuracy

__all__ = ["Checkpoint", "Mean", "NotFinite", "accuracy", "evaluate", "load_checkpoint", "progress", "restore",
           "save_checkpoint", "train", "training_step"]

_missing.speak_for(globals())
