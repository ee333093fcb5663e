"""Small functions of numbers: signs, halves of comparisons, whole numbers; most are composed of ops."""

from ... import dtypes
from ...graph import Tensor, Value, apply, derivative_of, function, op
from .activation import sigmoid
from .arithmetic import like_zero, no_bools, no_complex
from .comparison import select
from .formulas import as_tensor


def whole_numbers(name, words):
    """gcd and lcm: of integers only, without a derivative."""
    def forward(xp, input: Tensor, other: Tensor):
        if input.dtype.kind not in "iu":
            raise NotImplementedError(f'"{name}" not implemented for {input.dtype}: it is meant for integers.')
        return getattr(xp, name)(input, other)
    forward.__name__, forward.__module__, forward.__doc__ = name, __name__, f"{words}, element by element, broadcast."
    return op(inplace=True)(forward)


gcd = whole_numbers("gcd", "The greatest whole number that divides both")
lcm = whole_numbers("lcm", "The least whole number that both divide")


@op(symbol="<<", inplace=True)
def bitwise_left_shift(xp, input: Value, other: Value):
    """input with its bits moved other places up: input · 2^other, of integers."""
    return xp.left_shift(input, other)


@op(symbol=">>", inplace=True)
def bitwise_right_shift(xp, input: Value, other: Value):
    """input with its bits moved other places down: input / 2^other rounded down, of integers."""
    return xp.right_shift(input, other)


@op
def signbit(xp, input: Tensor):
    """Whether the sign is minus, that of −0 too; bool."""
    no_complex("signbit", input)
    return input < 0 if input.dtype.kind != "f" else xp.signbit(input)


@op(keeps="input out", floats=True, inplace=True)
def copysign(xp, input: Tensor, other: Value):
    """|input| with the sign of other, −0's too."""
    return xp.copysign(input, other)


@derivative_of(copysign)
def copysign_derivative(grad, out, x, y, needs):
    return select(x == 0, 0.0, grad * (out / x)) if needs[0] else None, like_zero(grad) if needs[1] else None


@op(symbol="fmax", keeps="input other")
def fmax(xp, input: Tensor, other: Tensor):
    """The larger of input and other, broadcast; where one is nan, the other."""
    no_complex("fmax", input)
    return xp.fmax(input, other)


@op(symbol="fmin", keeps="input other")
def fmin(xp, input: Tensor, other: Tensor):
    """The smaller of input and other, broadcast; where one is nan, the other."""
    no_complex("fmin", input)
    return xp.fmin(input, other)


@derivative_of(fmax)
def fmax_derivative(grad, out, x, y, needs):
    first = (x >= y) | (y != y)
    return select(first, grad, 0.0) if needs[0] else None, select(first, 0.0, grad) if needs[1] else None


@derivative_of(fmin)
def fmin_derivative(grad, out, x, y, needs):
    first = (x <= y) | (y != y)
    return select(first, grad, 0.0) if needs[0] else None, select(first, 0.0, grad) if needs[1] else None


@function
def positive(input: Tensor):
    """+input: itself."""
    no_bools("positive", input.array)
    return input


@function
def isposinf(input: Tensor):
    """Whether x is +inf, element by element; bool."""
    no_complex("isposinf", input.array)
    return input == float("inf")


@function
def isneginf(input: Tensor):
    """Whether x is −inf, element by element; bool."""
    no_complex("isneginf", input.array)
    return input == float("-inf")


@op
def isreal(xp, input: Tensor):
    """Whether input is a real number, as all but complex tensors' are; bool."""
    return input.imag == 0 if input.dtype.kind == "c" else xp.ones(input.shape, bool)


@op(symbol="x̄", hidden=True)
def conjugate(xp, x):
    """The complex conjugate."""
    return xp.conjugate(x)


@derivative_of(conjugate)
def conjugate_derivative(grad, out, x):
    return conjugate(grad)


@function
def conj(input: Tensor):
    """The complex conjugate; a real tensor itself."""
    return apply(conjugate, (input,), {}) if input.dtype.is_complex else input


@function(inplace=True)
def sinc(input: Tensor):
    """sin(πx) / πx, and 1 at 0.

    Near 0 by its series, whose derivatives of any order are right at 0, where the quotient's cancel.
    """
    if input.dtype is dtypes.float16:                    # eleven bits say little of the angle of a large number
        return sinc(input.float()).half()
    input = input if input.dtype.rank > 1 else input.float()
    angle = 3.141592653589793 * input
    near = abs(angle) < 0.03
    square = apply(select, (near, angle, 0.0)) ** 2
    series = 1 - square / 6 * (1 - square / 20 * (1 - square / 42))
    safe = apply(select, (near, 1.0, angle))
    return apply(select, (near, series, safe.sin() / safe))


LN2 = 0.6931471805599453


@op(keeps="input other", takes="f")
def logaddexp(xp, input: Tensor, other: Tensor):
    """log(eˣ + eʸ), without overflow, broadcast."""
    return xp.logaddexp(input, other)


@derivative_of(logaddexp)
def logaddexp_derivative(grad, out, x, y, needs):
    return (grad * sigmoid(x - y) if needs[0] else None, grad * sigmoid(y - x) if needs[1] else None)


@op(keeps="input other", takes="f")
def logaddexp2(xp, input: Tensor, other: Tensor):
    """log₂(2ˣ + 2ʸ), without overflow, broadcast."""
    return xp.logaddexp2(input, other)


@derivative_of(logaddexp2)
def logaddexp2_derivative(grad, out, x, y, needs):
    return (grad * sigmoid((x - y) * LN2) if needs[0] else None, grad * sigmoid((y - x) * LN2) if needs[1] else None)


@function(inplace=True)
def float_power(input: Value, exponent: Value):
    """input to a power, in float64 (or complex128) throughout."""
    like = input if hasattr(input, "array") else exponent
    input, exponent = (as_tensor(x, like) for x in (input, exponent))
    wide = dtypes.complex128 if input.dtype.is_complex or exponent.dtype.is_complex else dtypes.float64
    input, exponent = input.to(wide), exponent.to(wide)
    return input ** exponent
