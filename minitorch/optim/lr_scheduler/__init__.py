"""Learning rates that change during training: each schedule computes the next rate from the last.

Arguments that mean the same wherever they occur:

    optimizer    the optimiser whose learning rates are set, one for each parameter group
    last_epoch   the step to resume from, after the optimiser's state was loaded; −1 starts at the beginning
"""

from ...runtime import missing as _missing
from .base import LRScheduler

# file -> its schedules; the file is imported when one of them is first used. Rare files are in minitorch/rare.
_FILES = {
    "combine": "ChainedScheduler SequentialLR",
    "cosine": "CosineAnnealingLR WarmupCosineLR warmup_cosine",
    "cycle": "CyclicLR OneCycleLR",
    "decay": "LambdaLR StepLR",
    "rare_decay": """ConstantLR CosineAnnealingWarmRestarts ExponentialLR LinearLR MultiplicativeLR MultiStepLR
        PolynomialLR""",
    "plateau": "ReduceLROnPlateau",
}
_LRScheduler = LRScheduler                # the older name in PyTorch
__all__ = [name for names in _FILES.values() for name in names.split()] + ["LRScheduler"]

_missing.speak_for(globals(), lent=_FILES)
