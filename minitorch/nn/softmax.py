"""Softmax as modules: scores as probabilities."""

from . import functional as F
from .functional_layer import FunctionalLayer
from .module import Module


class Softmax(FunctionalLayer, function=F.softmax, omits="_stacklevel dtype", shows="dim"):
    """eˣ, scaled to sum to 1 along `dim`."""


class LogSoftmax(Softmax, function=F.log_softmax, omits="_stacklevel dtype"):
    """log(softmax(x)), without overflow."""


class Softmin(Softmax, function=F.softmin, omits="_stacklevel dtype"):
    """softmax(−x)."""


class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W) or (C, H, W)."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)
