"""Activations: the nonlinear functions between layers."""

from ...engine import registry
from ...ops.elementwise import activation as ops
from ...ops.elementwise.powers import log_sigmoid
from ...ops.kernels import activation as kernels
from ...ops.shape.copies import clone
from ...runtime import Tensor, require

__all__ = ["gelu", "leaky_relu", "leaky_relu_", "logsigmoid", "relu", "relu_", "sigmoid", "silu", "softplus", "tanh"]


def computed(function, input, inplace, **settings):
    """Return function(input); with inplace, write it into the input and compute from a copy, which backward needs."""
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
    """Return the hyperbolic tangent of each element, from −1 to 1."""
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
    """x·Φ(x), Φ the normal distribution function; approximate="tanh": by a formula. RuntimeError for others.

    Source: Hendrycks and Gimpel, Gaussian Error Linear Units (2016).
    """
    if approximate not in ("none", "tanh"):
        raise RuntimeError(f"gelu: approximate argument must be either none or tanh, not {approximate!r}.")
    return registry["gelu"].function(input, approximate=approximate)


def silu(input: Tensor, inplace=False):
    """x·sigmoid(x), also called swish."""
    return computed(kernels.silu.function, input, inplace)


def in_place(function):
    """Return `function` as a function that writes over its input: relu_ for relu."""
    def written(input, *settings, **named):
        return function(input, *settings, inplace=True, **named)
    written.__name__ = written.__qualname__ = f"{function.__name__}_"
    written.__doc__ = f"Write {function.__name__} over the input; return the input."
    return written


relu_, leaky_relu_ = in_place(relu), in_place(leaky_relu)
