"""keras.callbacks: what happens beside a training.

Arguments that mean the same wherever they occur:

    epoch, batch    their numbers, from 0 on
    logs            {name: number} of what was measured so far; None: nothing
    verbose         1: print what is done; 0: do not
    monitor         the name of a number in logs, such as "val_loss"
    mode            "min" or "max": which is better; "auto": by the name
    callback        a Callback
    model, params   the model, and {"epochs", "steps", "verbose"} of a run
"""

from .base import Callback
from .basic import (CSVLogger, EarlyStopping, History, LambdaCallback, LearningRateScheduler, ReduceLROnPlateau,
                    TerminateOnNaN)
from .files import BackupAndRestore, ModelCheckpoint, TensorBoard
from .progress import ProgbarLogger
from .several import CallbackList
