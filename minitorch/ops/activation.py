"""The bends that make a network more than one matrix."""

from ..graph import derivative_of, op
from .compare import select


@op(symbol="relu", keeps="out", inplace=True, takes="iuf")
def relu(xp, x):
    """max(x, 0): what is positive passes. At 0 the slope is taken as 0."""
    out = xp.zeros(x.shape, x.dtype) if x.flags.c_contiguous else xp.zeros_like(x)
    return xp.maximum(x, out, out=out)                   # of two arrays NumPy takes a third of the time


@derivative_of(relu)
def relu_derivative(grad, out, x):
    return select(out <= 0, 0.0, grad)


@op(symbol="σ", keeps="out", floats=True, inplace=True)
def sigmoid(xp, x):
    """1 / (1 + e⁻ˣ), by tanh, which does not overflow."""
    return xp.tanh(x * 0.5) * 0.5 + 0.5


@derivative_of(sigmoid)
def sigmoid_derivative(grad, out, x):
    return grad * out * (1 - out)


@op(symbol="tanh", keeps="out", floats=True, inplace=True)
def tanh(xp, x):
    """The hyperbolic tangent: from −1 to 1."""
    return xp.tanh(x)


@derivative_of(tanh)
def tanh_derivative(grad, out, x):
    return grad * (1 - out * out)


@op(symbol="ζ", keeps="x", method=False, takes="f")
def softplus(xp, x, *, beta=1.0, threshold=20.0):
    """log(1 + e^(beta·x)) / beta: a relu with a rounded corner."""
    scaled = x * beta
    return xp.where(scaled > threshold, x, xp.logaddexp(scaled, 0) / beta)


@derivative_of(softplus)
def softplus_derivative(grad, out, x, *, beta, threshold):
    return grad * select(x * beta > threshold, 1.0, sigmoid(x * beta))


@op(symbol="leaky", keeps="x", method=False, takes="f")
def leaky_relu(xp, x, *, negative_slope=0.01):
    """x where positive, else negative_slope·x."""
    return xp.where(x > 0, x, x * negative_slope)


@derivative_of(leaky_relu)
def leaky_relu_derivative(grad, out, x, *, negative_slope):
    return select(x > 0, grad, grad * negative_slope)
