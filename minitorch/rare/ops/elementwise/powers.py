"""1/x, and powers and logarithms to the bases 2 and 10."""

from .... import dtypes
from ....engine import derivative_of, op
from ....ops.elementwise.arithmetic import as_tensor
from ....ops.elementwise.powers import LN2, LN10
from ....runtime import Tensor, Value, function


@op(symbol="1/x", keeps="out", floats=True, inplace=True)
def reciprocal(xp, input: Tensor):
    """1/input."""
    return 1 / input


@derivative_of(reciprocal)
def reciprocal_derivative(grad, out, x):
    return -grad * out * out


@op(symbol="2ˣ", keeps="out", floats=True, inplace=True)
def exp2(xp, input: Tensor):
    """2ˣ."""
    return xp.exp2(input)


@derivative_of(exp2)
def exp2_derivative(grad, out, x):
    return grad * out * LN2


@op(symbol="log₂", keeps="input", floats=True, inplace=True)
def log2(xp, input: Tensor):
    """Return the logarithm to base 2."""
    return xp.log2(input)


@derivative_of(log2)
def log2_derivative(grad, out, x):
    return grad / (x * LN2)


@op(symbol="log₁₀", keeps="input", floats=True, inplace=True)
def log10(xp, input: Tensor):
    """Return the logarithm to base 10."""
    return xp.log10(input)


@derivative_of(log10)
def log10_derivative(grad, out, x):
    return grad / (x * LN10)


@function(inplace=True, out=True, one_node=True)
def float_power(input: Value, exponent: Value):
    """Return input to the power exponent, computed in float64 (or complex128)."""
    like = input if hasattr(input, "array") else exponent
    input, exponent = (as_tensor(x, like) for x in (input, exponent))
    wide = dtypes.complex128 if input.dtype.is_complex or exponent.dtype.is_complex else dtypes.float64
    input, exponent = input.to(wide), exponent.to(wide)
    return input ** exponent
