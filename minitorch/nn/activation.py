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


class ReLU(InplaceActivation):
    """max(x, 0)."""

    def forward(self, input):
        return F.relu(input, self.inplace)


class ReLU6(InplaceActivation):
    """min(max(x, 0), 6)."""

    def forward(self, input):
        return F.relu6(input, self.inplace)


class SiLU(InplaceActivation):
    """x·sigmoid(x), also called swish."""

    def forward(self, input):
        return F.silu(input, self.inplace)


class Mish(InplaceActivation):
    """x·tanh(softplus(x))."""

    def forward(self, input):
        return F.mish(input, self.inplace)


class SELU(InplaceActivation):
    """elu scaled so that activations keep mean 0 and variance 1."""

    def forward(self, input):
        return F.selu(input, self.inplace)


class Hardsigmoid(InplaceActivation, shows=""):
    """A sigmoid of three straight lines."""

    def forward(self, input):
        return F.hardsigmoid(input, self.inplace)


class Hardswish(InplaceActivation, shows=""):
    """x·hardsigmoid(x)."""

    def forward(self, input):
        return F.hardswish(input, self.inplace)


class Tanh(Module):
    """The hyperbolic tangent: from −1 to 1."""

    def forward(self, input):
        return F.tanh(input)


class Sigmoid(Module):
    """1 / (1 + e⁻ˣ): from 0 to 1."""

    def forward(self, input):
        return F.sigmoid(input)


class LogSigmoid(Module):
    """log(sigmoid(x)), without log(0)."""

    def forward(self, input):
        return F.logsigmoid(input)


class Softsign(Module):
    """x / (1 + |x|)."""

    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    """x − tanh(x)."""

    def forward(self, input):
        return F.tanhshrink(input)


class LeakyReLU(FunctionalLayer, shows="negative_slope inplace"):
    """x where positive, else negative_slope·x."""

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__(negative_slope=negative_slope, inplace=inplace)

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)


class ELU(FunctionalLayer, shows="alpha inplace"):
    """x where positive, else alpha·(eˣ − 1)."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(alpha=alpha, inplace=inplace)

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)


class CELU(ELU):
    """x where positive, else alpha·(e^(x/alpha) − 1)."""

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)


class GELU(FunctionalLayer, shows="approximate"):
    """x·Φ(x), Φ the normal distribution's."""

    def __init__(self, approximate="none"):
        super().__init__(approximate=approximate)

    def forward(self, input):
        return F.gelu(input, self.approximate)


class Softplus(FunctionalLayer, shows="beta threshold"):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner."""

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__(beta=beta, threshold=threshold)

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)


class Hardtanh(FunctionalLayer, shows="min_val max_val inplace"):
    """x kept between min_val and max_val."""

    def __init__(self, min_val=-1.0, max_val=1.0, inplace=False):
        if max_val <= min_val:
            raise AssertionError(f"Hardtanh: max_val ({max_val}) must be larger than min_val ({min_val}).")
        super().__init__(min_val=min_val, max_val=max_val, inplace=inplace)

    def forward(self, input):
        return F.hardtanh(input, self.min_val, self.max_val, self.inplace)


class Threshold(FunctionalLayer, shows="threshold value inplace"):
    """x where above the threshold, else value."""

    def __init__(self, threshold, value, inplace=False):
        super().__init__(threshold=threshold, value=value, inplace=inplace)

    def forward(self, input):
        return F.threshold(input, self.threshold, self.value, self.inplace)


class Softshrink(FunctionalLayer):
    """x moved towards 0 by lambd, and 0 where it would pass it."""

    def __init__(self, lambd=0.5):
        super().__init__(lambd=lambd)

    def forward(self, input):
        return F.softshrink(input, self.lambd)

    def extra_repr(self):
        return str(self.lambd)


class Hardshrink(Softshrink):
    """x, and 0 where |x| is at most lambd."""

    def forward(self, input):
        return F.hardshrink(input, self.lambd)


class RReLU(FunctionalLayer, shows="lower upper inplace"):
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise."""

    def __init__(self, lower=1 / 8, upper=1 / 3, inplace=False):
        super().__init__(lower=lower, upper=upper, inplace=inplace)

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)


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


class GLU(FunctionalLayer, shows="dim"):
    """The first half along `dim` times the sigmoid of the second half."""

    def __init__(self, dim=-1):
        super().__init__(dim=dim)

    def forward(self, input):
        return F.glu(input, self.dim)
