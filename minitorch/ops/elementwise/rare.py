"""Small functions of numbers: signs, halves of comparisons, whole numbers; most are composed of ops."""

from ... import dtypes
from ...graph import Value, apply, derivative_of, function, op
from .activation import sigmoid
from .arithmetic import like_zero, no_bools, no_complex
from .comparison import select
from .formulas import as_tensor


def whole_numbers(name, words):
    """gcd and lcm: of integers only, without a derivative."""
    def forward(xp, x, y):
        if x.dtype.kind not in "iu":
            raise NotImplementedError(f'"{name}" not implemented for {x.dtype}: it is meant for integers.')
        return getattr(xp, name)(x, y)
    forward.__name__, forward.__module__, forward.__doc__ = name, __name__, f"{words}, element by element, broadcast."
    return op(inplace=True)(forward)


gcd = whole_numbers("gcd", "The greatest whole number that divides both")
lcm = whole_numbers("lcm", "The least whole number that both divide")


@op(symbol="<<", inplace=True)
def bitwise_left_shift(xp, x: Value, y: Value):
    """x with its bits moved y places up: x · 2ʸ, of integers."""
    return xp.left_shift(x, y)


@op(symbol=">>", inplace=True)
def bitwise_right_shift(xp, x: Value, y: Value):
    """x with its bits moved y places down: x / 2ʸ rounded down, of integers."""
    return xp.right_shift(x, y)


@op
def signbit(xp, x):
    """Whether the sign is minus, that of −0 too; bool."""
    no_complex("signbit", x)
    return x < 0 if x.dtype.kind != "f" else xp.signbit(x)


@op(keeps="x out", floats=True, inplace=True)
def copysign(xp, x, y: Value):
    """|x| with the sign of y, −0's too."""
    return xp.copysign(x, y)


@derivative_of(copysign)
def copysign_derivative(grad, out, x, y, needs):
    return select(x == 0, 0.0, grad * (out / x)) if needs[0] else None, like_zero(grad) if needs[1] else None


@op(symbol="fmax", keeps="x y")
def fmax(xp, x, y):
    """The larger of x and y, broadcast; where one is nan, the other."""
    no_complex("fmax", x)
    return xp.fmax(x, y)


@op(symbol="fmin", keeps="x y")
def fmin(xp, x, y):
    """The smaller of x and y, broadcast; where one is nan, the other."""
    no_complex("fmin", x)
    return xp.fmin(x, y)


@derivative_of(fmax)
def fmax_derivative(grad, out, x, y, needs):
    first = (x >= y) | (y != y)
    return select(first, grad, 0.0) if needs[0] else None, select(first, 0.0, grad) if needs[1] else None


@derivative_of(fmin)
def fmin_derivative(grad, out, x, y, needs):
    first = (x <= y) | (y != y)
    return select(first, grad, 0.0) if needs[0] else None, select(first, 0.0, grad) if needs[1] else None


@function(method=False, takes="every iuf")
def rsub(input, other: Value, *, alpha=1):
    """other − alpha·input: a difference the other way round."""
    return other - alpha * input


@function
def positive(input):
    """+input: itself."""
    no_bools("positive", input.array)
    return input


@function
def isposinf(input):
    """Whether x is +inf, element by element; bool."""
    no_complex("isposinf", input.array)
    return input == float("inf")


@function
def isneginf(input):
    """Whether x is −inf, element by element; bool."""
    no_complex("isneginf", input.array)
    return input == float("-inf")


@op
def isreal(xp, x):
    """Whether x is a real number, as all but complex tensors' are; bool."""
    return x.imag == 0 if x.dtype.kind == "c" else xp.ones(x.shape, bool)


@op(symbol="x̄", hidden=True)
def conjugate(xp, x):
    """The complex conjugate."""
    return xp.conjugate(x)


@derivative_of(conjugate)
def conjugate_derivative(grad, out, x):
    return conjugate(grad)


@function
def conj(input):
    """The complex conjugate; a real tensor itself."""
    return apply(conjugate, (input,), {}) if input.dtype.is_complex else input


@function
def sinc(input):
    """sin(πx) / πx, and 1 at 0.

    Near 0 by its series, whose derivatives of any order are right at 0, where the quotient's cancel.
    """
    input = input if input.dtype.rank > 1 else input.float()
    angle = 3.141592653589793 * input
    near = abs(angle) < 0.03
    square = apply(select, (near, angle, 0.0)) ** 2
    series = 1 - square / 6 * (1 - square / 20 * (1 - square / 42))
    safe = apply(select, (near, 1.0, angle))
    return apply(select, (near, series, safe.sin() / safe))


LN2 = 0.6931471805599453


@op(keeps="x y", takes="f")
def logaddexp(xp, x, y):
    """log(eˣ + eʸ), without overflow, broadcast."""
    return xp.logaddexp(x, y)


@derivative_of(logaddexp)
def logaddexp_derivative(grad, out, x, y, needs):
    return (grad * sigmoid(x - y) if needs[0] else None, grad * sigmoid(y - x) if needs[1] else None)


@op(keeps="x y", takes="f")
def logaddexp2(xp, x, y):
    """log₂(2ˣ + 2ʸ), without overflow, broadcast."""
    return xp.logaddexp2(x, y)


@derivative_of(logaddexp2)
def logaddexp2_derivative(grad, out, x, y, needs):
    return (grad * sigmoid((x - y) * LN2) if needs[0] else None, grad * sigmoid((y - x) * LN2) if needs[1] else None)


@function
def float_power(input: Value, exponent: Value):
    """input to a power, in float64 (or complex128) throughout."""
    like = input if hasattr(input, "array") else exponent
    input, exponent = (as_tensor(x, like) for x in (input, exponent))
    wide = dtypes.complex128 if input.dtype.is_complex or exponent.dtype.is_complex else dtypes.float64
    input, exponent = input.to(wide), exponent.to(wide)
    return input ** exponent
