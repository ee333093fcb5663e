"""Powers, roots, exponentials and logarithms, element by element."""

import math

from ...graph import Value, derivative_of, op
from ..kernels.tiling import in_blocks
from .arithmetic import kind_of, like_zero, no_bools
from .comparison import select

LN2, LN10 = 0.6931471805599453, 2.302585092994046


@op(symbol="xʸ", keeps="x y out:y", inplace=True)
def pow(xp, x: Value, y: Value):
    """x to the power y, broadcast. 0⁰ is 1."""
    if y is True:
        return x.copy()
    no_bools("pow", x, y)
    if isinstance(y, int) and y < 0 and x.dtype.kind in "iu":
        raise RuntimeError("pow: Integers to negative integer powers are not allowed.")
    if y == 2 if isinstance(y, (int, float)) else False:
        return x * x
    if kind_of(y) == "i" and kind_of(x) != "f" and (y < 0).any():
        return power_of_integers(xp, x, y)
    return xp.power(x, y)


def power_of_integers(xp, x, y):
    """xʸ rounded towards 0, where some y are below it: ±1 to any power is ±1, all else to a power below 0 is 0."""
    turned = xp.where(y >= 0, y, xp.where((x == 1) | (x == -1), y & 1, -1))
    return xp.where(turned < 0, 0, xp.power(x, xp.maximum(turned, 0))).astype(y.dtype, copy=False)


@derivative_of(pow)
def pow_derivative(grad, out, x, y, needs):
    grad_x = grad_y = None
    if needs[0]:
        if isinstance(y, (int, float, complex)):
            grad_x = grad * (2 * x if y == 2 else y * pow(x, y - 1)) if y != 0 else like_zero(grad)
        else:
            grad_x = grad * select(y == 0, 0.0, y * pow(x, y - 1))
    if needs[1]:
        number = isinstance(x, (int, float))
        if isinstance(x, complex):
            slope = out * (math.log(abs(x)) + 1j * math.atan2(x.imag, x.real) if x else -math.inf)
            return grad_x, grad * slope
        slope = out * ((math.log(x) if x > 0 else -math.inf if x == 0 else math.nan) if number else log(x))
        grad_y = grad * select((x == 0) & (y >= 0), 0.0, slope)
    return grad_x, grad_y


@op(symbol="√", keeps="out", floats=True, inplace=True)
def sqrt(xp, x):
    """√x; nan below 0."""
    return xp.sqrt(x)


@derivative_of(sqrt)
def sqrt_derivative(grad, out, x):
    return grad / (2 * out)


@op(symbol="1/√", keeps="out", floats=True, inplace=True)
def rsqrt(xp, x):
    """1/√x."""
    return 1 / xp.sqrt(x)


@derivative_of(rsqrt)
def rsqrt_derivative(grad, out, x):
    return grad * (-0.5 * out * out * out)


@op(symbol="1/x", keeps="out", floats=True, inplace=True)
def reciprocal(xp, x):
    """1/x."""
    return 1 / x


@derivative_of(reciprocal)
def reciprocal_derivative(grad, out, x):
    return -grad * out * out


@op(symbol="x²", keeps="x", inplace=True)
def square(xp, x):
    """x²."""
    return xp.square(x) if x.dtype != bool else x.astype("int64")


@derivative_of(square)
def square_derivative(grad, out, x):
    return grad * (2 * x)


@op(symbol="exp", keeps="out", floats=True, inplace=True)
def exp(xp, x):
    """eˣ."""
    return xp.exp(x)


@derivative_of(exp)
def exp_derivative(grad, out, x):
    return grad * out


@op(symbol="exp−1", keeps="out", floats=True, inplace=True)
def expm1(xp, x):
    """eˣ − 1, exact near 0."""
    return xp.expm1(x)


@derivative_of(expm1)
def expm1_derivative(grad, out, x):
    return grad * (out + 1)


@op(symbol="2ˣ", keeps="out", floats=True, inplace=True)
def exp2(xp, x):
    """2ˣ."""
    return xp.exp2(x)


@derivative_of(exp2)
def exp2_derivative(grad, out, x):
    return grad * out * LN2


@op(symbol="log", keeps="x", floats=True, inplace=True)
def log(xp, x):
    """The natural logarithm; −inf at 0, nan below."""
    return xp.log(x)


@derivative_of(log)
def log_derivative(grad, out, x):
    return grad / x


@op(symbol="log(1+x)", keeps="x", floats=True, inplace=True)
def log1p(xp, x):
    """log(1 + x), exact near 0."""
    return xp.log1p(x)


@derivative_of(log1p)
def log1p_derivative(grad, out, x):
    return grad / (x + 1)


@op(symbol="log σ", keeps="out", takes="f", method=False, hidden=True)
@in_blocks
def log_sigmoid(xp, x):
    """log(sigmoid(x)): −log(1 + e⁻ˣ), taken where e^(−|x|) cannot overflow."""
    return xp.minimum(x, 0) - xp.log1p(xp.exp(-xp.abs(x)))


@derivative_of(log_sigmoid)
def log_sigmoid_derivative(grad, out, x):
    return -grad * expm1(out)


@op(symbol="log₂", keeps="x", floats=True, inplace=True)
def log2(xp, x):
    """The logarithm to base 2."""
    return xp.log2(x)


@derivative_of(log2)
def log2_derivative(grad, out, x):
    return grad / (x * LN2)


@op(symbol="log₁₀", keeps="x", floats=True, inplace=True)
def log10(xp, x):
    """The logarithm to base 10."""
    return xp.log10(x)


@derivative_of(log10)
def log10_derivative(grad, out, x):
    return grad / (x * LN10)
