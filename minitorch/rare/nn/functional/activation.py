"""Activations that few networks use, as functions."""

import math

from .... import dtypes
from ....nn.functional.activation import computed, in_place, leaky_relu, sigmoid, tanh
from ....nn.functional.common import declared
from ....ops.elementwise.comparison import within
from ....ops.index.masks import where_function as where
from ....ops.shape.creation import rand_like
from ....runtime import Dim, Tensor, one_node
from ...ops.kernels import activation as kernels

__all__ = ["celu", "celu_", "elu", "elu_", "glu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "hardtanh_",
           "mish", "prelu", "relu6", "rrelu", "rrelu_", "selu", "selu_", "softshrink", "softsign", "tanhshrink",
           "threshold", "threshold_"]


def mish(input: Tensor, inplace=False):
    """x·tanh(softplus(x))."""
    return computed(kernels.mish.function, input, inplace)


def elu(input: Tensor, alpha: float = 1.0, inplace=False):
    """x if x > 0, else alpha·(eˣ − 1)."""
    return computed(kernels.elu.function, input, inplace, alpha=alpha)


@one_node
def celu(input: Tensor, alpha: float = 1.0, inplace=False):
    """x if x > 0, else alpha·(e^(x/alpha) − 1). Raises RuntimeError for an alpha of 0."""
    if not alpha:
        raise RuntimeError("celu: ZeroDivisionError: alpha cannot be 0 for CELU.")
    return computed(kernels.elu.function, input, inplace, alpha=alpha, rate=1 / alpha)


def selu(input: Tensor, inplace=False):
    """elu, scaled so that activations keep mean 0 and variance 1. Source: Klambauer et al. (2017)."""
    return computed(kernels.elu.function, input, inplace, alpha=1.6732632423543772, scale=1.0507009873554805)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace=False):
    """min(max(x, min_val), max_val). Raises ValueError if min_val > max_val, RuntimeError for bools."""
    if min_val > max_val:
        raise ValueError(f"hardtanh: min_val cannot be greater than max_val, and they are {min_val} and {max_val}.")
    if input.dtype is dtypes.bool or input.dtype is dtypes.uint8 and min(min_val, max_val) < 0:
        raise RuntimeError(f"hardtanh: {input.dtype} cannot hold the limits {min_val} and {max_val}: "
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
    """Return a piecewise linear sigmoid: 0 below −3, 1 above 3."""
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
    """Move x towards 0 by lambd; 0 for |x| below lambd. Raises RuntimeError for a negative lambd."""
    if not 0 <= lambd < math.inf:
        raise RuntimeError(f"softshrink: lambda must be 0 or more, but found {lambd}.")
    return input - input.clamp(-lambd, lambd)


@declared(takes="f")
@one_node
def hardshrink(input: Tensor, lambd: float = 0.5):
    """x if |x| > lambd, else 0."""
    return where(input.abs() <= lambd, 0.0, input)


@declared(takes="iuf")
@one_node
def threshold(input: Tensor, threshold: float, value, inplace=False):
    """x if x > threshold, else value."""
    if not input.dtype.is_floating_point:
        threshold, value = int(threshold), int(value)
    return computed(lambda x: where(x <= threshold, value, x), input, inplace)        # nan remains nan


@declared(same="input weight")
@one_node
def prelu(input: Tensor, weight: Tensor):
    """x if x > 0, else weight·x; one weight, or one for each channel of (N, C, …). RuntimeError for other weights."""
    if weight.ndim > 1:
        raise RuntimeError(f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}")
    if weight.numel() > 1 and (input.ndim < 2 or input.shape[1] != weight.numel()):
        raise RuntimeError(f"prelu: {weight.numel()} weights for an input of {tuple(input.shape)}: there must be one, "
                           "or one for each channel (dimension 1).")
    weight = weight.reshape(-1, *(1,) * (input.ndim - 2)) if input.ndim else weight.reshape(())
    return where(input > 0, input, weight * input)


@one_node
def rrelu(input: Tensor, lower: float = 1 / 8, upper: float = 1 / 3, training: bool = False, inplace=False):
    """Apply leaky_relu with a random slope for each element in training, with the mean slope otherwise.

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
    """Multiply the first half along `dim` by the sigmoid of the second half. Raises RuntimeError for an odd size."""
    if not input.ndim:
        raise RuntimeError("glu does not support 0-dimensional tensors, because it splits a dimension in two halves.")
    size = input.shape[dim]
    if size % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim} is size {size}")
    return input.narrow(dim, 0, size // 2) * sigmoid(input.narrow(dim, size // 2, size // 2))

elu_, celu_, selu_ = map(in_place, (elu, celu, selu))

hardtanh_, threshold_, rrelu_ = map(in_place, (hardtanh, threshold, rrelu))
