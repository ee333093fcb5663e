"""Sine and cosine."""

from ...engine import derivative_of, op
from ...runtime import Tensor


@op(symbol="sin", keeps="input", floats=True, inplace=True)
def sin(xp, input: Tensor):
    """Return the sine of input radians."""
    return xp.sin(input)


@derivative_of(sin)
def sin_derivative(grad, out, x):
    return grad * cos(x)


@op(symbol="cos", keeps="input", floats=True, inplace=True)
def cos(xp, input: Tensor):
    """Return the cosine of input radians."""
    return xp.cos(input)


@derivative_of(cos)
def cos_derivative(grad, out, x):
    return -grad * sin(x)
