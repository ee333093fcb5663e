"""Optimisers: one loop over the parameters, and for each optimiser one short rule that updates a single parameter.

Arguments that mean the same wherever they occur:

    params           tensors to train: a list, (name, tensor) pairs, or dicts {"params": tensors, setting: value}
    lr               the learning rate, by which steps are multiplied
    maximize         raise the loss instead of lowering it
    differentiable   accepted; True raises NotImplementedError
"""

from ..runtime import missing as _missing
from .optimizer import Optimizer

# file -> its optimisers; the file is imported when one of them is first used. Rare files are in minitorch/rare.
_FILES = {
    "adagrad": "Adadelta Adagrad", "adam": "Adam AdamW", "adam_variants": "Adamax NAdam RAdam",
    "custom": "from_rule", "lbfgs": "LBFGS", "muon": "Adafactor Muon", "rmsprop": "RMSprop", "rprop": "ASGD Rprop",
    "sgd": "SGD", "sparse_adam": "SparseAdam",
}
__all__ = [name for names in _FILES.values() for name in names.split()] + ["Optimizer", "lr_scheduler"]

_missing.speak_for(globals(), later=("lr_scheduler", "swa_utils"), lent=_FILES)
