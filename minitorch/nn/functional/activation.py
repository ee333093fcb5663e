"""Activations: the nonlinear functions between layers."""

import math

from ... import dtypes
from ...ops.elementwise import activation as ops
from ...ops.elementwise.comparison import within
from ...ops.elementwise.powers import log_sigmoid
from ...ops.index.masks import where_function as where
from ...ops.kernels import activation as kernels
from ...ops.kernels.gelu import gelu as gelu_op
from ...ops.shape.copies import clone
from ...ops.shape.creation import rand_like
from ...runtime import Dim, Tensor, one_node, require
from .common import declared

__all__ = ["celu", "celu_", "elu", "elu_", "gelu", "glu", "hardshrink", "hardsigmoid", "hardswish",
           "hardtanh", "hardtanh_", "leaky_relu", "leaky_relu_", "logsigmoid", "mish", "prelu", "relu",
           "relu6", "relu_", "rrelu", "rrelu_", "selu", "selu_", "sigmoid", "silu", "softplus",
           "softshrink", "softsign", "tanh", "tanhshrink", "threshold", "threshold_"]


def computed(function, input, inplace, **settings):
    """function(input); with inplace written over it, and computed from a copy, since backward needs the old values."""
    return input.copy_(function(clone.function(input), **settings)) if inplace else function(input, **settings)


def relu(input: Tensor, inplace=False):
    """max(x, 0)."""
    if inplace:
        require("relu", {"input": input})
        return input.relu_()
    return ops.relu.function(input)


def sigmoid(input: Tensor):
    """1 / (1 + e⁻ˣ): from 0 to 1."""
    return ops.sigmoid.function(input)


def tanh(input: Tensor):
    """The hyperbolic tangent: from −1 to 1."""
    return ops.tanh.function(input)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace=False):
    """x where positive, else negative_slope·x."""
    return computed(ops.leaky_relu.function, input, inplace, negative_slope=negative_slope)


def softplus(input: Tensor, beta: float = 1.0, threshold: float = 20.0):
    """log(1 + e^(beta·x)) / beta; x itself where beta·x is above the threshold."""
    return ops.softplus.function(input, beta=beta, threshold=threshold)


def logsigmoid(input: Tensor):
    """log(sigmoid(x)), without log(0)."""
    return log_sigmoid.function(input)


def gelu(input: Tensor, approximate="none"):
    """x·Φ(x), Φ the normal distribution's; approximate="tanh" for the formula with tanh. RuntimeError for other words.

    Source: Hendrycks and Gimpel, Gaussian Error Linear Units (2016).
    """
    if approximate not in ("none", "tanh"):
        raise RuntimeError(f"gelu: approximate argument must be either none or tanh, not {approximate!r}.")
    return gelu_op.function(input, approximate=approximate)


def silu(input: Tensor, inplace=False):
    """x·sigmoid(x), also called swish."""
    return computed(kernels.silu.function, input, inplace)


def mish(input: Tensor, inplace=False):
    """x·tanh(softplus(x))."""
    return computed(kernels.mish.function, input, inplace)


def elu(input: Tensor, alpha: float = 1.0, inplace=False):
    """x where positive, else alpha·(eˣ − 1)."""
    return computed(kernels.elu.function, input, inplace, alpha=alpha)


@one_node
def celu(input: Tensor, alpha: float = 1.0, inplace=False):
    """x where positive, else alpha·(e^(x/alpha) − 1). Raises RuntimeError for an alpha of 0."""
    if not alpha:
        raise RuntimeError("celu: ZeroDivisionError: alpha cannot be 0 for CELU.")
    return computed(kernels.elu.function, input, inplace, alpha=alpha, rate=1 / alpha)


def selu(input: Tensor, inplace=False):
    """elu scaled so that activations keep mean 0 and variance 1. Source: Klambauer et al. (2017)."""
    return computed(kernels.elu.function, input, inplace, alpha=1.6732632423543772, scale=1.0507009873554805)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace=False):
    """x kept between min_val and max_val. Raises ValueError if min_val is above max_val, RuntimeError for bools."""
    if min_val > max_val:
        raise ValueError(f"hardtanh: min_val cannot be greater than max_val, and they are {min_val} and {max_val}.")
    if input.dtype is dtypes.bool or input.dtype is dtypes.uint8 and min(min_val, max_val) < 0:
        raise RuntimeError(f"hardtanh: {input.dtype} has no numbers from {min_val} to {max_val} to be kept between: "
                           "convert first, as in x.float().")
    if input.array.dtype.kind != "f":
        min_val, max_val = int(min_val), int(max_val)
    return computed(within.function, input, inplace, low=min_val, high=max_val)


def relu6(input: Tensor, inplace=False):
    """min(max(x, 0), 6)."""
    return hardtanh(input, 0.0, 6.0, inplace)


@declared(takes="f")
@one_node
def hardsigmoid(input: Tensor, inplace=False):
    """A sigmoid of three straight lines: 0 below −3, 1 above 3."""
    return computed(lambda x: within.function(x + 3, low=0.0, high=6.0) / 6, input, inplace)


def hardswish(input: Tensor, inplace=False):
    """x·hardsigmoid(x)."""
    return computed(kernels.hardswish.function, input, inplace)


def softsign(input: Tensor):
    """x / (1 + |x|)."""
    return kernels.softsign.function(input)


def tanhshrink(input: Tensor):
    """x − tanh(x)."""
    return input - tanh(input)


@declared(takes="f")
@one_node
def softshrink(input: Tensor, lambd: float = 0.5):
    """x moved towards 0 by lambd, and 0 where it would pass it. Raises RuntimeError for a negative lambd."""
    if not 0 <= lambd < math.inf:
        raise RuntimeError(f"softshrink: lambda must be 0 or more, but found {lambd}.")
    return input - input.clamp(-lambd, lambd)


@declared(takes="f")
@one_node
def hardshrink(input: Tensor, lambd: float = 0.5):
    """x, and 0 where |x| is at most lambd."""
    return where(input.abs() <= lambd, 0.0, input)


@declared(takes="iuf")
@one_node
def threshold(input: Tensor, threshold: float, value, inplace=False):
    """x where above the threshold, else value."""
    if not input.dtype.is_floating_point:
        threshold, value = int(threshold), int(value)
    return computed(lambda x: where(x <= threshold, value, x), input, inplace)        # nan stays


@declared(same="input weight")
@one_node
def prelu(input: Tensor, weight: Tensor):
    """x where positive, else weight·x; one weight, or one a channel of (N, C, …). RuntimeError for other weights."""
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    if weight.numel() > 1 and (input.ndim < 2 or input.shape[1] != weight.numel()):
        raise RuntimeError(f"prelu: {weight.numel()} weights for an input of {tuple(input.shape)}: there must be one, "
                           "or one a channel (dimension 1).")
    weight = weight.reshape(-1, *(1,) * (input.ndim - 2)) if input.ndim else weight.reshape(())
    return where(input > 0, input, weight * input)


@one_node
def rrelu(input: Tensor, lower: float = 1 / 8, upper: float = 1 / 3, training: bool = False, inplace=False):
    """leaky_relu with a slope drawn anew for each element in training, their mean otherwise.

    lower, upper   the slope is uniform between them; RuntimeError if lower is above upper
    """
    if not lower <= upper:
        raise RuntimeError("rrelu: Lower bound should be less than or equal to the upper bound, and they are "
                           f"{lower} and {upper}.")
    if not training:
        return leaky_relu(input, (lower + upper) / 2, inplace)
    return computed(lambda x: where(x > 0, x, x * (rand_like(x) * (upper - lower) + lower)), input, inplace)


@declared(takes="f")
@one_node
def glu(input: Tensor, dim: Dim = -1):
    """The first half along `dim` times the sigmoid of the second half. Raises RuntimeError for an odd size."""
    if not input.ndim:
        raise RuntimeError("glu does not support 0-dimensional tensors: its halves lie along a dimension.")
    size = input.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    return input.narrow(dim, 0, size // 2) * sigmoid(input.narrow(dim, size // 2, size // 2))


def in_place(function):
    """The function that writes over its input: relu_ for relu."""
    def written(input, *settings, **named):
        return function(input, *settings, inplace=True, **named)
    written.__name__ = written.__qualname__ = f"{function.__name__}_"
    written.__doc__ = f"{function.__name__}, written over the input."
    return written


relu_, elu_, celu_, selu_, leaky_relu_ = map(in_place, (relu, elu, celu, selu, leaky_relu))
hardtanh_, threshold_, rrelu_ = map(in_place, (hardtanh, threshold, rrelu))
