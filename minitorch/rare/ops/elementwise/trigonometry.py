"""Tangent, inverse and hyperbolic functions, degrees and radians."""

from .... import dtypes
from ....engine import derivative_of, dispatch, op
from ....ops.elementwise.arithmetic import unfreed
from ....ops.elementwise.comparison import select
from ....ops.elementwise.powers import sqrt
from ....runtime import Tensor, function, is_complex


@op(symbol="tan", keeps="out", floats=True, inplace=True)
def tan(xp, input: Tensor):
    """Return the tangent of input radians."""
    return xp.tan(input)


@derivative_of(tan)
def tan_derivative(grad, out, x):
    return grad * (1 + out * out)


@op(symbol="asin", keeps="input", floats=True, inplace=True, aliases="arcsin")
def asin(xp, input: Tensor):
    """Return the angle whose sine is input, in [−π/2, π/2]; nan outside [−1, 1]."""
    return xp.arcsin(input)


@derivative_of(asin)
def asin_derivative(grad, out, x):
    return grad / sqrt(1 - x * x)


@op(symbol="acos", keeps="input", floats=True, inplace=True, aliases="arccos")
def acos(xp, input: Tensor):
    """Return the angle whose cosine is input, in [0, π]; nan outside [−1, 1]."""
    return xp.arccos(input)


@derivative_of(acos)
def acos_derivative(grad, out, x):
    return -grad / sqrt(1 - x * x)


@op(symbol="atan", keeps="input", floats=True, inplace=True, aliases="arctan")
def atan(xp, input: Tensor):
    """Return the angle whose tangent is input, in (−π/2, π/2)."""
    return xp.arctan(input)


@derivative_of(atan)
def atan_derivative(grad, out, x):
    return grad / (1 + x * x)


@op(symbol="sinh", keeps="input", floats=True, inplace=True)
def sinh(xp, input: Tensor):
    """Return the hyperbolic sine: (eˣ − e⁻ˣ) / 2."""
    return xp.sinh(input)


@derivative_of(sinh)
def sinh_derivative(grad, out, x):
    return grad * cosh(x)


@op(symbol="cosh", keeps="input", floats=True, inplace=True)
def cosh(xp, input: Tensor):
    """Return the hyperbolic cosine: (eˣ + e⁻ˣ) / 2."""
    return xp.cosh(input)


@derivative_of(cosh)
def cosh_derivative(grad, out, x):
    return grad * sinh(x)


@op(symbol="asinh", keeps="input", floats=True, inplace=True, aliases="arcsinh")
def asinh(xp, input: Tensor):
    """Return the number whose hyperbolic sine is input."""
    return xp.arcsinh(input)


@derivative_of(asinh)
def asinh_derivative(grad, out, x):
    return grad / sqrt(x * x + 1)


@op(symbol="acosh", keeps="input", floats=True, inplace=True, aliases="arccosh")
def acosh(xp, input: Tensor):
    """Return the positive number whose hyperbolic cosine is input; nan below 1."""
    return xp.arccosh(input)


@derivative_of(acosh)
def acosh_derivative(grad, out, x):
    if is_complex(x):                                # for complex x, √(x − 1)·√(x + 1) and √(x² − 1) may differ in sign
        return grad / (sqrt(x - 1) * sqrt(x + 1))
    return grad / sqrt(x * x - 1)


@op(symbol="atanh", keeps="input", floats=True, inplace=True, aliases="arctanh")
def atanh(xp, input: Tensor):
    """Return the number whose hyperbolic tangent is input; nan outside [−1, 1]."""
    return xp.arctanh(input)


@derivative_of(atanh)
def atanh_derivative(grad, out, x):
    return grad / (1 - x * x)


@op(symbol="hypot", keeps="input other out", takes="f", inplace=True)
def hypot(xp, input: Tensor, other: Tensor):
    """Return √(x² + y²), the hypotenuse of a right triangle; the squares cannot overflow."""
    return xp.hypot(input, other)


@derivative_of(hypot)
def hypot_derivative(grad, out, x, y, needs):
    return grad * (x / out) if needs[0] else None, grad * (y / out) if needs[1] else None


@function(inplace=True, out=True, one_node=True)
def deg2rad(input: Tensor):
    """Convert degrees to radians."""
    refuse_complex("deg2rad", input)
    return unfreed(input * 0.017453292519943295)


@function(inplace=True, out=True, one_node=True)
def rad2deg(input: Tensor):
    """Convert radians to degrees."""
    refuse_complex("rad2deg", input)
    return unfreed(input * 57.29577951308232)


@function(inplace=True, out=True, one_node=True)
def sinc(input: Tensor):
    """sin(πx) / πx, and 1 at 0.

    Near 0 a series is used, because digits of the quotient's derivatives would cancel there.
    """
    if input.dtype is dtypes.float16:                    # float16's 11 significant bits are too few for large angles πx
        return sinc(input.float()).half()
    input = input if input.dtype.rank > 1 else input.float()
    angle = 3.141592653589793 * input
    near = abs(angle) < 0.03
    square = dispatch(select, (near, angle, 0.0)) ** 2
    series = 1 - square / 6 * (1 - square / 20 * (1 - square / 42))
    safe = dispatch(select, (near, 1.0, angle))
    return dispatch(select, (near, series, safe.sin() / safe))


@op(symbol="atan2", keeps="input other", floats=True, inplace=True, aliases="arctan2")
def atan2(xp, input: Tensor, other: Tensor):
    """Return the angle of the point with x = other and y = input, in (−π, π]."""
    return xp.arctan2(input, other)


@derivative_of(atan2)
def atan2_derivative(grad, out, x, y, needs):
    square = x * x + y * y
    square = select(square == 0, 1.0, square)            # the angle at the origin is undefined: set its derivative to 0
    return grad * y / square if needs[0] else None, -grad * x / square if needs[1] else None


def refuse_complex(name, input):
    """Raise RuntimeError, as PyTorch does, for complex numbers, which are not angles."""
    if input.dtype.is_complex:
        raise RuntimeError(f"{name} is not supported for complex tensors: they are not angles. Take abs(x) first.")
