"""keras.callbacks: what happens beside a training."""

from ...core.missing import speak_for as _speak_for
from .base import Callback
from .basic import (CSVLogger, EarlyStopping, History, LambdaCallback, LearningRateScheduler, ReduceLROnPlateau,
                    TerminateOnNaN)
from .files import ModelCheckpoint, TensorBoard
from .progress import ProgbarLogger
from .several import CallbackList

__all__ = ["CSVLogger", "Callback", "CallbackList", "EarlyStopping", "History", "LambdaCallback",
           "LearningRateScheduler", "ModelCheckpoint", "ProgbarLogger", "ReduceLROnPlateau", "TensorBoard",
           "TerminateOnNaN"]
_speak_for(globals(), "keras.callbacks")
