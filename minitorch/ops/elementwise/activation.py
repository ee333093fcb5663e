"""Activations: the nonlinear functions that make a network more than one matrix."""

from ...engine import derivative_of, op
from ...runtime import Number, Tensor
from ..kernels.tiling import BLOCK, HALF, in_parts, write_where
from .comparison import select
from .powers import log_sigmoid


@op(symbol="relu", keeps="out", inplace=True, takes="iuf")
def relu(xp, input: Tensor):
    """Return max(input, 0), element by element. The derivative at 0 is set to 0."""
    out = xp.zeros(input.shape, input.dtype) if input.flags.c_contiguous else xp.zeros_like(input)
    return xp.maximum(input, out, out=out)               # two arrays are three times as fast as an array and 0


@derivative_of(relu)
def relu_derivative(grad, out, x):
    return select(out <= 0, 0.0, grad)


@op(symbol="σ", keeps="out", floats=True, inplace=True)
def sigmoid(xp, input: Tensor):
    """1 / (1 + e⁻ˣ).

    input (*) -> (*)

    Raises TypeError if the input is not a Tensor.

    >>> minitorch.sigmoid(minitorch.tensor([-1.0, 0.0, 1.0]))
    tensor([0.2689, 0.5000, 0.7311])
    """
    if input.ndim and xp.__name__ == "numpy" and input.size <= BLOCK and input.dtype.char != HALF:
        return logistic(xp, None, input)
    return in_parts(xp, logistic, input, input)


def logistic(xp, out, x, numerator=1):
    """Write numerator / (1 + e⁻ˣ) to `out`; the result is 0 if e⁻ˣ is inf.

    For x far below 0 the result is numerator·eˣ to the last digit; (1 + tanh(x/2))/2 would be 0.
    """
    out = xp.negative(x, out=out)
    xp.exp(out, out=out)
    out += 1
    return xp.divide(numerator, out, out=out)


@derivative_of(sigmoid)
def sigmoid_derivative(grad, out, x):
    return grad * out * (1 - out)


@op(symbol="tanh", keeps="out", floats=True, inplace=True)
def tanh(xp, input: Tensor):
    """Return the hyperbolic tangent of each element, from −1 to 1.

    input (*) -> (*)

    Raises TypeError if the input is not a Tensor.

    >>> minitorch.tanh(minitorch.tensor([-1.0, 0.0]))
    tensor([-0.7616,  0.0000])
    """
    return xp.tanh(input)


@derivative_of(tanh)
def tanh_derivative(grad, out, x):
    return grad * (1 - out * out)


def plain_softplus(x, *, beta, threshold):
    """Compute softplus in plain ops."""
    return select(x * beta > threshold, x, log_sigmoid(x * -beta) / -beta)


@op(symbol="ζ", keeps="input", method=False, takes="f", composition=plain_softplus)
def softplus(xp, input: Tensor, *, beta: Number = 1.0, threshold: float = 20.0):
    """log(1 + e^(beta·input)) / beta: a relu with a rounded corner."""
    return in_parts(xp, softplus_kernel, input, input, beta, threshold)


def softplus_kernel(xp, out, x, beta, threshold):
    """Write (max(s, 0) + log(1 + e^−|s|)) / beta, where s = beta·x; but x where s is larger than the threshold."""
    scaled = x if beta == 1 else x * beta
    xp.abs(scaled, out=out)
    xp.negative(out, out=out)
    xp.exp(out, out=out)                                 # e^−|x| never overflows
    xp.log1p(out, out=out)
    out += xp.maximum(scaled, 0)
    if beta != 1:
        out /= beta
    write_where(xp, out, scaled > threshold, x)


@derivative_of(softplus)
def softplus_derivative(grad, out, x, *, beta, threshold):
    return softplus_gradient(grad, x, beta=beta, threshold=threshold)


@op(hidden=True, method=False)
def softplus_gradient(xp, grad, x, *, beta, threshold):
    """Return grad·σ(beta·x), but grad where beta·x is larger than the threshold."""
    return in_parts(xp, softplus_gradient_kernel, x, grad, x, beta, threshold)


def softplus_gradient_kernel(xp, out, grad, x, beta, threshold):
    """Write grad / (1 + e^(−beta·x)), but grad where beta·x is larger than the threshold."""
    scaled = x if beta == 1 else x * beta
    logistic(xp, out, scaled, grad)
    write_where(xp, out, scaled > threshold, grad)


def plain_leaky_relu(x, *, negative_slope):
    """Compute leaky_relu in plain ops."""
    return select(x > 0, x, x * negative_slope)


@op(symbol="leaky", keeps="input", method=False, takes="f", composition=plain_leaky_relu)
def leaky_relu(xp, input: Tensor, *, negative_slope: float = 0.01):
    """Return the input if it is positive, else negative_slope·input."""
    if 0 < negative_slope <= 1:
        return in_parts(xp, max_of_lines, input, input, negative_slope)
    return in_parts(xp, scale_negative, input, input, input, negative_slope)


def max_of_lines(xp, out, x, slope):
    """Write max(x, slope·x)."""
    xp.multiply(x, slope, out=out)
    xp.maximum(x, out, out=out)


@derivative_of(leaky_relu)
def leaky_relu_derivative(grad, out, x, *, negative_slope):
    return leaky_relu_gradient(grad, x, negative_slope=negative_slope)


@op(hidden=True, method=False)
def leaky_relu_gradient(xp, grad, x, *, negative_slope):
    """Return grad where x is positive, else negative_slope·grad."""
    return in_parts(xp, scale_negative, x, grad, x, negative_slope)


def scale_negative(xp, out, y, x, negative_slope):
    """Write y where x is positive, else negative_slope·y."""
    xp.multiply(y, negative_slope, out=out)
    write_where(xp, out, x > 0, y)
