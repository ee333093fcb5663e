"""Training: one loop for all, checkpoints to stop and continue, callbacks, loggers, progress on the screen."""

from ..runtime import missing as _missing
from ..display.progress import progress
from .callbacks import Callback, EarlyStopping, LambdaCallback, LearningRateMonitor, Timer
from .checkpoint import Checkpoint, load_checkpoint, restore, save_checkpoint
from .finite import NotFinite
from .loggers import CSVLogger, Logger, TensorBoardLogger
from .loop import evaluate, train, training_step
from .metrics import Mean, accuracy
from .model_checkpoint import ModelCheckpoint
from .module import LightningDataModule, LightningModule
from .trainer import Trainer

__all__ = ["CSVLogger", "Callback", "Checkpoint", "EarlyStopping", "LambdaCallback", "LearningRateMonitor",
           "LightningDataModule", "LightningModule", "Logger", "Mean", "ModelCheckpoint", "NotFinite",
           "TensorBoardLogger", "Timer", "Trainer", "accuracy", "evaluate", "load_checkpoint", "progress", "restore",
           "save_checkpoint", "train", "training_step"]

_missing.speak_for(globals())
