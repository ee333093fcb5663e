"""Optimisers: one loop over the parameters, and one short rule each for what a step does to one of them.

Arguments that mean the same wherever they occur:

    params           what is trained: tensors, (name, tensor) pairs, or dicts {"params": tensors, setting: value}
    lr               the rate: how long a step is
    maximize         climb instead of descending
    differentiable   taken as PyTorch does; no effect
"""

from .. import missing as _missing
from . import lr_scheduler
from .adagrad import Adadelta, Adagrad
from .muon import Adafactor, Muon
from .adam import Adam, AdamW
from .adam_variants import Adamax, NAdam, RAdam
from .sgd import ASGD, SGD
from .lbfgs import LBFGS
from .optimizer import Optimizer
from .custom import from_rule
from .rmsprop import RMSprop, Rprop
from .sparse_adam import SparseAdam

__all__ = ["ASGD", "LBFGS", "SGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Muon", "NAdam",
           "Optimizer", "RAdam", "RMSprop", "Rprop", "SparseAdam", "from_rule", "lr_scheduler"]

_missing.speak_for(globals(), later=("swa_utils",))
_missing.speak_for(vars(lr_scheduler))
