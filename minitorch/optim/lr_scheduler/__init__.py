"""Learning rates that change as training goes on: each schedule says the next rate from the last.

Arguments that mean the same wherever they occur:

    optimizer    whose rates are set, one for each parameter group
    last_epoch   the step to go on from, after the optimiser's state was loaded; −1 begins
"""

from .base import LRScheduler
from .combine import ChainedScheduler, SequentialLR
from .cosine import CosineAnnealingLR, CosineAnnealingWarmRestarts, WarmupCosineLR, warmup_cosine
from .cycle import CyclicLR, OneCycleLR
from .decay import ConstantLR, ExponentialLR, LambdaLR, LinearLR, MultiStepLR, MultiplicativeLR, PolynomialLR, StepLR
from .plateau import ReduceLROnPlateau

_LRScheduler = LRScheduler                # PyTorch's older name

__all__ = ["ChainedScheduler", "ConstantLR", "CosineAnnealingLR", "CosineAnnealingWarmRestarts", "CyclicLR",
           "ExponentialLR", "LRScheduler", "LambdaLR", "LinearLR", "MultiStepLR", "MultiplicativeLR", "OneCycleLR",
           "PolynomialLR", "ReduceLROnPlateau", "SequentialLR", "StepLR", "WarmupCosineLR", "warmup_cosine"]
