"""Sines, their inverses, and their hyperbolic kin."""

from ...graph import derivative_of, function, op
from ...graph.arrive import is_complex
from .comparison import select
from .powers import sqrt


@op(symbol="sin", keeps="x", floats=True, inplace=True)
def sin(xp, x):
    """The sine of x radians."""
    return xp.sin(x)


@derivative_of(sin)
def sin_derivative(grad, out, x):
    return grad * cos(x)


@op(symbol="cos", keeps="x", floats=True, inplace=True)
def cos(xp, x):
    """The cosine of x radians."""
    return xp.cos(x)


@derivative_of(cos)
def cos_derivative(grad, out, x):
    return -grad * sin(x)


@op(symbol="tan", keeps="out", floats=True, inplace=True)
def tan(xp, x):
    """The tangent of x radians."""
    return xp.tan(x)


@derivative_of(tan)
def tan_derivative(grad, out, x):
    return grad * (1 + out * out)


@op(symbol="asin", keeps="x", floats=True, inplace=True)
def asin(xp, x):
    """The angle whose sine is x, in [−π/2, π/2]; nan outside [−1, 1]."""
    return xp.arcsin(x)


@derivative_of(asin)
def asin_derivative(grad, out, x):
    return grad / sqrt(1 - x * x)


@op(symbol="acos", keeps="x", floats=True, inplace=True)
def acos(xp, x):
    """The angle whose cosine is x, in [0, π]; nan outside [−1, 1]."""
    return xp.arccos(x)


@derivative_of(acos)
def acos_derivative(grad, out, x):
    return -grad / sqrt(1 - x * x)


@op(symbol="atan", keeps="x", floats=True, inplace=True)
def atan(xp, x):
    """The angle whose tangent is x, in (−π/2, π/2)."""
    return xp.arctan(x)


@derivative_of(atan)
def atan_derivative(grad, out, x):
    return grad / (1 + x * x)


@op(symbol="atan2", keeps="x y", floats=True, inplace=True)
def atan2(xp, x, y):
    """The angle of the point (y, x), first the height: in (−π, π], by the signs of both."""
    return xp.arctan2(x, y)


@derivative_of(atan2)
def atan2_derivative(grad, out, x, y, needs):
    square = x * x + y * y
    square = select(square == 0, 1.0, square)            # at the origin every angle will do: slope 0
    return grad * y / square if needs[0] else None, -grad * x / square if needs[1] else None


@op(symbol="sinh", keeps="x", floats=True, inplace=True)
def sinh(xp, x):
    """The hyperbolic sine: (eˣ − e⁻ˣ) / 2."""
    return xp.sinh(x)


@derivative_of(sinh)
def sinh_derivative(grad, out, x):
    return grad * cosh(x)


@op(symbol="cosh", keeps="x", floats=True, inplace=True)
def cosh(xp, x):
    """The hyperbolic cosine: (eˣ + e⁻ˣ) / 2."""
    return xp.cosh(x)


@derivative_of(cosh)
def cosh_derivative(grad, out, x):
    return grad * sinh(x)


@op(symbol="asinh", keeps="x", floats=True, inplace=True)
def asinh(xp, x):
    """The number whose hyperbolic sine is x."""
    return xp.arcsinh(x)


@derivative_of(asinh)
def asinh_derivative(grad, out, x):
    return grad / sqrt(x * x + 1)


@op(symbol="acosh", keeps="x", floats=True, inplace=True)
def acosh(xp, x):
    """The positive number whose hyperbolic cosine is x; nan below 1."""
    return xp.arccosh(x)


@derivative_of(acosh)
def acosh_derivative(grad, out, x):
    if is_complex(x):                                    # the root of a product may be the other root
        return grad / (sqrt(x - 1) * sqrt(x + 1))
    return grad / sqrt(x * x - 1)


@op(symbol="atanh", keeps="x", floats=True, inplace=True)
def atanh(xp, x):
    """The number whose hyperbolic tangent is x; nan outside [−1, 1]."""
    return xp.arctanh(x)


@derivative_of(atanh)
def atanh_derivative(grad, out, x):
    return grad / (1 - x * x)


@op(symbol="hypot", keeps="x y out", takes="f", inplace=True)
def hypot(xp, x, y):
    """√(x² + y²): the long side of a right triangle, without overflow on the way."""
    return xp.hypot(x, y)


@derivative_of(hypot)
def hypot_derivative(grad, out, x, y, needs):
    return grad * (x / out) if needs[0] else None, grad * (y / out) if needs[1] else None


@function
def deg2rad(input):
    """Degrees as radians."""
    return input * 0.017453292519943295


@function
def rad2deg(input):
    """Radians as degrees."""
    return input * 57.29577951308232
