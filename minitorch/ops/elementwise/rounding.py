"""Signs and rounding: abs, sign, copysign, nextafter; floor, ceil, round, trunc, frac. Whole numbers and their bits:
bitwise operations, shifts, gcd and lcm.
"""

from ...engine import derivative_of, op
from ...runtime import Tensor, Value, conjugated, function, is_complex
from ..named_results import named
from ..shape.copies import real_part
from .arithmetic import like_zero, no_bools
from .comparison import select

Frexp = named("frexp", "mantissa exponent")


@op(symbol="|x|", keeps="input", inplace=True, aliases="absolute")
def abs(xp, input: Tensor):
    """|input|, of complex numbers too; its slope at 0 is taken as 0."""
    no_bools("abs", input)
    return xp.abs(input)


@derivative_of(abs)
def abs_derivative(grad, out, x):
    if is_complex(x):
        size = abs(x)
        return conjugated(x) * select(size == 0, 0.0, grad / select(size == 0, 1.0, size))
    return grad * sign(x)


@op(symbol="sign", inplace=True, takes="biuf")
def sign(xp, input: Tensor):
    """−1, 0 or 1; 0 of nan."""
    return input.copy() if input.dtype == bool else (input > 0).astype(input.dtype) - (input < 0)


@op(keeps="input", inplace=True)
def sgn(xp, input: Tensor):
    """−1, 0 or 1; of a complex number the one of size 1 in its direction, or 0. Any shape in, same out."""
    if input.dtype.kind != "c":
        return sign.forward(xp, input)
    size = xp.abs(input)
    return input / (size + (size == 0))


@derivative_of(sgn)
def sgn_derivative(grad, out, x):
    if not is_complex(x):
        return like_zero(x)
    size = abs(x)
    size = select(size == 0, float("inf"), size)
    direction = x / size
    return (grad - conjugated(direction) * real_part(grad * direction)) / size


@op(takes="biuf")
def signbit(xp, input: Tensor):
    """Whether the sign is minus, that of −0 too; bool."""
    return input < 0 if input.dtype.kind != "f" else xp.signbit(input)


@op(keeps="input out", shapes=True, floats=True, inplace=True)
def copysign(xp, input: Tensor, other: Value):
    """|input| with the sign of other, −0's too."""
    return xp.copysign(input, other)


@derivative_of(copysign)
def copysign_derivative(grad, out, x, y, needs):
    return select(x == 0, 0.0, grad * (out / x)) if needs[0] else None, like_zero(grad) if needs[1] else None


@op(takes="f", inplace=True, keeps="input other")
def nextafter(xp, input: Tensor, other: Tensor):
    """The next number that the dtype has after input, towards other; input itself where the two are equal."""
    return xp.nextafter(input, other)


@derivative_of(nextafter)
def nextafter_derivative(grad, out, x, y, needs):
    return select(x == y, 0.0, grad) if needs[0] else None, like_zero(grad) if needs[1] else None


@op(symbol="⌊x⌋", inplace=True, takes="iuf")
def floor(xp, input: Tensor):
    """Round down to an integer."""
    return xp.floor(input)


@op(symbol="⌈x⌉", inplace=True, takes="iuf")
def ceil(xp, input: Tensor):
    """Round up to an integer."""
    return xp.ceil(input)


@op(symbol="round", inplace=True, takes="iuf")
def round(xp, input: Tensor, *, decimals: int = 0):
    """Round to the nearest integer, or to `decimals` decimals of floats (else NotImplementedError); ties go to even."""
    if decimals and input.dtype.kind != "f":
        raise NotImplementedError(f'"round" to decimals not implemented for {input.dtype}: convert first, as in '
                                  "x.float().")
    if decimals and input.dtype == "float16":            # input·10ᵈ overflows
        return xp.round(input.astype("float32"), decimals).astype("float16")
    return xp.round(input, decimals)


@op(symbol="trunc", inplace=True, takes="iuf", aliases="fix")
def trunc(xp, input: Tensor):
    """Round towards zero."""
    return xp.trunc(input)


def zero_derivative(grad, out, x):
    """Return zeros: a step function is constant wherever it has a derivative."""
    return like_zero(grad)


for flat in (sign, floor, ceil, trunc):
    derivative_of(flat)(zero_derivative)


@derivative_of(round)
def round_derivative(grad, out, x, *, decimals):
    return like_zero(grad)


@function(takes="f", inplace=True, out=True, one_node=True)
def frac(input: Tensor):
    """Return the fractional part, with the sign of the input."""
    return input - input.trunc()


@op(outputs=2, reads=(1,), keeps="out", takes="f", hidden=True)
def frexp_op(xp, x):
    """A mantissa from a half up to 1 and the power of 2 that it is times, int32."""
    return tuple(xp.frexp(x))


@derivative_of(frexp_op)
def frexp_derivative(grad, out, x):
    return grad[0] * 2.0 ** -out[1]


@function(out=True)
def frexp(input: Tensor) -> Frexp:
    """The mantissa, from a half up to 1, and the exponent, int32: input is mantissa · 2^exponent.

    Raises RuntimeError for what is not floating.
    """
    if not input.is_floating_point():
        raise RuntimeError("frexp() only supports floating-point dtypes: convert first, as in x.float().")
    return Frexp(*frexp_op.function(input))


@function(inplace=True, out=True, one_node=True)
def ldexp(input: Tensor, other: Tensor):
    """input · 2^other, broadcast: in input's dtype where other is of integers; NotImplementedError for bools there."""
    if not other.dtype.rank:
        raise NotImplementedError('"ldexp" not implemented for exponents that are bools: convert first, as in x.int().')
    if input.is_floating_point() and other.dtype.rank < 2:
        other = other.to(input.dtype)
    return input * 2.0 ** other


@op(symbol="&", inplace=True)
def bitwise_and(xp, input: Value, other: Value):
    """input & other on bools or integers."""
    return input & other


@op(symbol="|", inplace=True)
def bitwise_or(xp, input: Value, other: Value):
    """input | other on bools or integers."""
    return input | other


@op(symbol="^", inplace=True)
def bitwise_xor(xp, input: Value, other: Value):
    """input ^ other on bools or integers."""
    return input ^ other


@op(symbol="~", inplace=True)
def bitwise_not(xp, input: Tensor):
    """~input on bools or integers."""
    return ~input


@op(symbol="<<", inplace=True)
def bitwise_left_shift(xp, input: Value, other: Value):
    """Shift the bits of integers left by other: input · 2^other."""
    return xp.left_shift(input, other)


@op(symbol=">>", inplace=True)
def bitwise_right_shift(xp, input: Value, other: Value):
    """Shift the bits of integers right by other: input / 2^other rounded down."""
    return xp.right_shift(input, other)


def integer_op(name, words):
    """Declare gcd or lcm: for integers only, without a derivative."""
    def forward(xp, input: Tensor, other: Tensor):
        if input.dtype.kind not in "iu":
            raise NotImplementedError(f'"{name}" not implemented for {input.dtype}: it is meant for integers.')
        return getattr(xp, name)(input, other)
    forward.__name__, forward.__doc__ = name, f"{words}, broadcast. NotImplementedError for floats."
    return op(inplace=True)(forward)


gcd = integer_op("gcd", "The greatest whole number that divides both")
lcm = integer_op("lcm", "The least whole number that both divide")
