"""Optimisers: one loop over the parameters, and one short rule each for what a step does to one of them."""

from .. import missing as _missing
from . import lr_scheduler
from .adam import Adam, AdamW
from .optimizer import Optimizer
from .sgd import SGD

__all__ = ["SGD", "Adam", "AdamW", "Optimizer", "lr_scheduler"]

_missing.speak_for(globals())
