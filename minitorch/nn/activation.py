"""Activations as modules: settings kept, the computing left to functional."""

from ..ops.shape.creation import full
from . import functional as F
from .functional_layer import FunctionalLayer
from .module import Module
from .parameter import Parameter


class InplaceActivation(FunctionalLayer, shows="inplace"):
    """An activation whose only setting is whether it writes over its input."""

    def __init__(self, inplace=False):
        super().__init__(inplace=inplace)


class ReLU(InplaceActivation, function=F.relu):
    """max(x, 0)."""


class ReLU6(InplaceActivation, function=F.relu6):
    """min(max(x, 0), 6)."""


class SiLU(InplaceActivation, function=F.silu):
    """x·sigmoid(x), also called swish."""


class Mish(InplaceActivation, function=F.mish):
    """x·tanh(softplus(x))."""


class SELU(InplaceActivation, function=F.selu):
    """elu scaled so that activations keep mean 0 and variance 1."""


class Hardsigmoid(InplaceActivation, function=F.hardsigmoid, shows=""):
    """A sigmoid of three straight lines."""


class Hardswish(InplaceActivation, function=F.hardswish, shows=""):
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

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__(negative_slope=negative_slope, inplace=inplace)


class ELU(FunctionalLayer, function=F.elu, shows="alpha inplace"):
    """x where positive, else alpha·(eˣ − 1)."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(alpha=alpha, inplace=inplace)


class CELU(ELU, function=F.celu):
    """x where positive, else alpha·(e^(x/alpha) − 1)."""


class GELU(FunctionalLayer, function=F.gelu, shows="approximate"):
    """x·Φ(x), Φ the normal distribution's."""

    def __init__(self, approximate="none"):
        super().__init__(approximate=approximate)


class Softplus(FunctionalLayer, function=F.softplus, shows="beta threshold"):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__(beta=beta, threshold=threshold)


class Hardtanh(FunctionalLayer, function=F.hardtanh, shows="min_val max_val inplace"):
    """x kept between min_val and max_val."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        if max_val <= min_val:
            raise AssertionError(f"Hardtanh: max_val ({max_val}) must be larger than min_val ({min_val}).")
        super().__init__(min_val=min_val, max_val=max_val, inplace=inplace)


class Threshold(FunctionalLayer, function=F.threshold, shows="threshold value inplace"):
    """x where above the threshold, else value."""

    def __init__(self, threshold, value, inplace=False):
        super().__init__(threshold=threshold, value=value, inplace=inplace)


class Softshrink(FunctionalLayer, function=F.softshrink):
    """x moved towards 0 by lambd, and 0 where it would pass it."""

    def __init__(self, lambd=0.5):
        super().__init__(lambd=lambd)

    def extra_repr(self):
        return str(self.lambd)


class Hardshrink(Softshrink, function=F.hardshrink):
    """x, and 0 where |x| is at most lambd."""


class RReLU(FunctionalLayer, function=F.rrelu, passes="lower upper training inplace",
            shows="lower upper inplace"):
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise."""

    def __init__(self, lower=1 / 8, upper=1 / 3, inplace=False):
        super().__init__(lower=lower, upper=upper, inplace=inplace)


class PReLU(Module):
    """leaky_relu whose slope is learned: one, or one a channel."""

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

    def __init__(self, dim=-1):
        super().__init__(dim=dim)
