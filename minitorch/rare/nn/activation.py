"""Activations as layers that few networks use: Mish, PReLU, GLU, Hardtanh and others."""

from ...nn import functional as F
from ...nn.activation import Softmax
from ...nn.functional_layer import FunctionalLayer
from ...nn.module import Module
from ...nn.parameter import Parameter
from ...ops.shape.creation import full


class ReLU6(FunctionalLayer, function=F.relu6, shows="inplace", min_val=0.0, max_val=6.0):
    """min(max(x, 0), 6)."""


class Mish(FunctionalLayer, function=F.mish, shows="inplace"):
    """x·tanh(softplus(x))."""


class SELU(FunctionalLayer, function=F.selu, shows="inplace"):
    """elu, scaled so that activations keep mean 0 and variance 1."""


class Hardsigmoid(FunctionalLayer, function=F.hardsigmoid):
    """A piecewise linear sigmoid: 0 below −3, 1 above 3."""


class Hardswish(FunctionalLayer, function=F.hardswish):
    """x·hardsigmoid(x)."""


class Softsign(FunctionalLayer, function=F.softsign):
    """x / (1 + |x|)."""


class Tanhshrink(FunctionalLayer, function=F.tanhshrink):
    """x − tanh(x)."""


class ELU(FunctionalLayer, function=F.elu, shows="alpha inplace"):
    """x if x > 0, else alpha·(eˣ − 1)."""


class CELU(ELU, function=F.celu):
    """x if x > 0, else alpha·(e^(x/alpha) − 1)."""


class Hardtanh(FunctionalLayer, function=F.hardtanh, shows="min_val max_val inplace"):
    """min(max(x, min_val), max_val)."""

    def _check_settings(self):
        if self.max_val <= self.min_val:
            raise AssertionError(f"Hardtanh: max_val ({self.max_val}) must be larger than min_val ({self.min_val}).")


class Threshold(FunctionalLayer, function=F.threshold, shows="threshold value inplace"):
    """x if x > threshold, else value."""


class Softshrink(FunctionalLayer, function=F.softshrink):
    """x moved towards 0 by lambd; 0 for |x| below lambd."""

    def extra_repr(self):
        return str(self.lambd)


class Hardshrink(Softshrink, function=F.hardshrink):
    """x if |x| > lambd, else 0."""


class RReLU(FunctionalLayer, function=F.rrelu, shows="lower upper inplace"):
    """leaky_relu with a random slope for each element in training, and the mean slope in evaluation.

    lower, upper   the slope is uniform between them
    """


class PReLU(Module):
    """leaky_relu whose slope is learned: weight (num_parameters,). Source: He et al. (2015).

    num_parameters   1: one slope for all elements; C: one for each channel of (N, C, …)
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


class Softmin(Softmax, function=F.softmin, omits="_stacklevel dtype"):
    """softmax(−x)."""


class Softmax2d(Module):
    """softmax over the channels of (N, C, H, W) or (C, H, W). Raises ValueError for other inputs."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3)
