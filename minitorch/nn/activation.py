"""Activations and softmax as modules: settings kept, the computing left to functional."""

from ..ops.shape.creation import full
from . import functional as F
from .functional_layer import FunctionalLayer
from .module import Module
from .parameter import Parameter


class ReLU(FunctionalLayer, function=F.relu, shows="inplace"):
    """max(x, 0)."""


class ReLU6(FunctionalLayer, function=F.relu6, shows="inplace", min_val=0.0, max_val=6.0):
    """min(max(x, 0), 6)."""


class SiLU(FunctionalLayer, function=F.silu, shows="inplace"):
    """x·sigmoid(x), also called swish."""


class Mish(FunctionalLayer, function=F.mish, shows="inplace"):
    """x·tanh(softplus(x))."""


class SELU(FunctionalLayer, function=F.selu, shows="inplace"):
    """elu scaled so that activations keep mean 0 and variance 1."""


class Hardsigmoid(FunctionalLayer, function=F.hardsigmoid):
    """A sigmoid of three straight lines."""


class Hardswish(FunctionalLayer, function=F.hardswish):
    """x·hardsigmoid(x)."""


class Tanh(FunctionalLayer, function=F.tanh):
    """The hyperbolic tangent: from −1 to 1."""


class Sigmoid(FunctionalLayer, function=F.sigmoid):
    """1 / (1 + e⁻ˣ): from 0 to 1."""


class LogSigmoid(FunctionalLayer, function=F.logsigmoid):
    """log(sigmoid(x)), without log(0)."""


class Softsign(FunctionalLayer, function=F.softsign):
    """x / (1 + |x|)."""


class Tanhshrink(FunctionalLayer, function=F.tanhshrink):
    """x − tanh(x)."""


class LeakyReLU(FunctionalLayer, function=F.leaky_relu, shows="negative_slope inplace"):
    """x where positive, else negative_slope·x."""


class ELU(FunctionalLayer, function=F.elu, shows="alpha inplace"):
    """x where positive, else alpha·(eˣ − 1)."""


class CELU(ELU, function=F.celu):
    """x where positive, else alpha·(e^(x/alpha) − 1)."""


class GELU(FunctionalLayer, function=F.gelu, shows="approximate"):
    """x·Φ(x), Φ the normal distribution's; approximate="tanh" takes a formula with tanh for Φ, as GPT-2 does."""


class Softplus(FunctionalLayer, function=F.softplus, shows="beta threshold"):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner; x itself where beta·x is above threshold."""


class Hardtanh(FunctionalLayer, function=F.hardtanh, shows="min_val max_val inplace"):
    """x kept between min_val and max_val."""

    def _check_settings(self):
        if self.max_val <= self.min_val:
            raise AssertionError(f"Hardtanh: max_val ({self.max_val}) must be larger than min_val ({self.min_val}).")


class Threshold(FunctionalLayer, function=F.threshold, shows="threshold value inplace"):
    """x where above the threshold, else value."""


class Softshrink(FunctionalLayer, function=F.softshrink):
    """x moved towards 0 by lambd, and 0 where it would pass it."""

    def extra_repr(self):
        return str(self.lambd)


class Hardshrink(Softshrink, function=F.hardshrink):
    """x, and 0 where |x| is at most lambd."""


class RReLU(FunctionalLayer, function=F.rrelu, shows="lower upper inplace"):
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise.

    lower, upper   the slope is uniform between them
    """


class PReLU(Module):
    """leaky_relu whose slope is learned: weight (num_parameters,). Source: He et al. (2015).

    num_parameters   1: one slope for all; C: one for each channel of (N, C, …)
    init             the slope that training starts from
    """

    def __init__(self, num_parameters=1, init=0.25, device=None, dtype=None):
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        self.weight = Parameter(full((num_parameters,), float(init), device=device, dtype=dtype))

    def forward(self, input):
        return F.prelu(input, self.weight)

    def extra_repr(self):
        return f"num_parameters={self.num_parameters}"


class GLU(FunctionalLayer, function=F.glu, shows="dim"):
    """The first half along `dim` times the sigmoid of the second half."""


class Softmax(FunctionalLayer, function=F.softmax, omits="_stacklevel dtype", shows="dim"):
    """eˣ, scaled to sum to 1 along `dim`."""


class LogSoftmax(Softmax, function=F.log_softmax, omits="_stacklevel dtype"):
    """log(softmax(x)), without overflow."""


class Softmin(Softmax, function=F.softmin, omits="_stacklevel dtype"):
    """softmax(−x)."""


class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W) or (C, H, W). Raises ValueError for other inputs."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)
