"""Optimisers: one loop over the parameters, and one short rule each for what a step does to one of them."""

from .. import missing as _missing
from . import lr_scheduler
from .adadelta import Adadelta
from .adagrad import Adagrad
from .adam import Adam, AdamW
from .adam_variants import Adamax, NAdam, RAdam
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .custom import from_rule
from .rmsprop import RMSprop
from .sgd import SGD

__all__ = ["LBFGS", "SGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "Optimizer", "RAdam", "RMSprop",
           "from_rule", "lr_scheduler"]

_missing.speak_for(globals())
_missing.speak_for(vars(lr_scheduler))
