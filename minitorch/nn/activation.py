"""Activations and softmax as modules: they store the settings and call a function of nn.functional."""

from ..runtime.missing import moved_to
from . import functional as F
from .functional_layer import FunctionalLayer


class ReLU(FunctionalLayer, function=F.relu, shows="inplace"):
    """max(x, 0)."""


class SiLU(FunctionalLayer, function=F.silu, shows="inplace"):
    """x·sigmoid(x), also called swish."""


class Tanh(FunctionalLayer, function=F.tanh):
    """The hyperbolic tangent: from −1 to 1."""


class Sigmoid(FunctionalLayer, function=F.sigmoid):
    """1 / (1 + e⁻ˣ): from 0 to 1."""


class LogSigmoid(FunctionalLayer, function=F.logsigmoid):
    """log(sigmoid(x)), without log(0)."""


class LeakyReLU(FunctionalLayer, function=F.leaky_relu, shows="negative_slope inplace"):
    """x where positive, else negative_slope·x."""


class GELU(FunctionalLayer, function=F.gelu, shows="approximate"):
    """x·Φ(x), Φ the normal distribution function; approximate="tanh" uses a formula with tanh for Φ, as GPT-2 does."""


class Softplus(FunctionalLayer, function=F.softplus, shows="beta threshold"):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner; x itself where beta·x is above threshold."""


class Softmax(FunctionalLayer, function=F.softmax, omits="_stacklevel dtype", shows="dim"):
    """eˣ, scaled to sum to 1 along `dim`."""


class LogSoftmax(Softmax, function=F.log_softmax, omits="_stacklevel dtype"):
    """log(softmax(x)), without overflow."""


__getattr__ = moved_to("nn.rare_activation")
