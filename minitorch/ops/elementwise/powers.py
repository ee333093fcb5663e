"""Powers, roots, exponentials and logarithms, element by element."""

import math

from ...backend import holds
from ...engine import derivative_of, op
from ...runtime import Tensor, Value, is_complex
from ..kernels.tiling import in_blocks
from .arithmetic import kind_of, like_zero, refuse_all_bool
from .comparison import select

LN2, LN10 = 0.6931471805599453, 2.302585092994046


@op(symbol="xʸ", keeps="input exponent out:exponent", inplace=True)
def pow(xp, input: Value, exponent: Value):
    """input to the power exponent, broadcast. 0⁰ is 1.

    (*), (*) -> (*)

    Raises RuntimeError for integers to a negative power.

    >>> minitorch.tensor([1.0, 2.0, 3.0]).pow(2)
    tensor([1., 4., 9.])
    """
    if exponent is True:
        return input.copy()
    refuse_all_bool("pow", input, exponent)
    if isinstance(exponent, int) and exponent < 0 and input.dtype.kind in "iu":
        raise RuntimeError("pow: Integers to negative integer powers are not allowed.")
    if exponent == 2 if isinstance(exponent, (int, float)) else False:
        return input * input
    if kind_of(exponent) == "i" and kind_of(input) != "f" and holds((exponent < 0).any()):
        return power_of_integers(xp, input, exponent)
    return xp.power(input, exponent)


def power_of_integers(xp, x, y):
    """Return xʸ of integers; with a negative y, x = ±1 gives ±1, and any other x gives 0."""
    turned = xp.where(y >= 0, y, xp.where((x == 1) | (x == -1), y & 1, -1))
    return xp.where(turned < 0, 0, xp.power(x, xp.maximum(turned, 0))).astype(y.dtype, copy=False)


@derivative_of(pow)
def pow_derivative(grad, out, x, y, needs):
    grad_x = grad_y = None
    if needs[0]:
        if isinstance(y, (int, float, complex)):
            grad_x = grad * (2 * x if y == 2 else y * pow(x, y - 1)) if y != 0 else like_zero(grad)
        else:
            flat = (y == 0) & ((x == 0) | (x != x))      # for these elements, y·xʸ⁻¹ would be 0 · ∞
            grad_x = grad * select(flat, 0.0, y * pow(select(flat, 1.0, x), y - 1))
    if needs[1]:
        number = isinstance(x, (int, float))
        if isinstance(x, complex):
            slope = out * (math.log(abs(x)) + 1j * math.atan2(x.imag, x.real) if x else -math.inf)
            return grad_x, grad * slope
        slope = out * ((math.log(x) if x > 0 else -math.inf if x == 0 else math.nan) if number else log(x))
        at_zero = (x == 0) & (y == y if is_complex(y) else y >= 0)
        grad_y = grad * select(at_zero, 0.0, slope)
    return grad_x, grad_y


@op(symbol="√", keeps="out", floats=True, inplace=True)
def sqrt(xp, input: Tensor):
    """√input; nan for negative input.

    input (*) -> (*)

    >>> minitorch.sqrt(minitorch.tensor([4.0, 9.0]))
    tensor([2., 3.])
    """
    return xp.sqrt(input)


@derivative_of(sqrt)
def sqrt_derivative(grad, out, x):
    return grad / (2 * out)


@op(symbol="1/√", keeps="out", floats=True, inplace=True)
def rsqrt(xp, input: Tensor):
    """1/√input."""
    return 1 / xp.sqrt(input)


@derivative_of(rsqrt)
def rsqrt_derivative(grad, out, x):
    return grad * (-0.5 * out * out * out)


@op(symbol="x²", keeps="input", inplace=True)
def square(xp, input: Tensor):
    """x²."""
    return xp.square(input) if input.dtype != bool else input.astype("int64")


@derivative_of(square)
def square_derivative(grad, out, x):
    return grad * (2 * x)


@op(symbol="exp", keeps="out", floats=True, inplace=True)
def exp(xp, input: Tensor):
    """eˣ.

    input (*) -> (*)

    >>> minitorch.exp(minitorch.tensor([0.0, 1.0]))
    tensor([1.0000, 2.7183])
    """
    return xp.exp(input)


@derivative_of(exp)
def exp_derivative(grad, out, x):
    return grad * out


@op(symbol="exp−1", keeps="out", floats=True, inplace=True)
def expm1(xp, input: Tensor):
    """eˣ − 1, exact near 0."""
    return xp.expm1(input)


@derivative_of(expm1)
def expm1_derivative(grad, out, x):
    return grad * (out + 1)


@op(symbol="log", keeps="input", floats=True, inplace=True)
def log(xp, input: Tensor):
    """Return the natural logarithm; −inf for 0, nan for negative input.

    input (*) -> (*)

    >>> minitorch.log(minitorch.tensor([1.0, 0.0]))
    tensor([0., -inf])
    """
    return xp.log(input)


@derivative_of(log)
def log_derivative(grad, out, x):
    return grad / x


@op(symbol="log(1+x)", keeps="input", floats=True, inplace=True)
def log1p(xp, input: Tensor):
    """log(1 + input), exact near 0."""
    return xp.log1p(input)


@derivative_of(log1p)
def log1p_derivative(grad, out, x):
    return grad / (x + 1)


@op(symbol="log σ", keeps="out", takes="f", method=False, hidden=True)
@in_blocks
def log_sigmoid(xp, x):
    """log(sigmoid(x)) = −log(1 + e⁻ˣ), computed from e^(−|x|), which cannot overflow."""
    return xp.minimum(x, 0) - xp.log1p(xp.exp(-xp.abs(x)))


@derivative_of(log_sigmoid)
def log_sigmoid_derivative(grad, out, x):
    return -grad * expm1(out)
