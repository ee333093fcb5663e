"""Signs, fractions, and the parts of a floating-point number."""

from ....engine import derivative_of, op
from ....ops.elementwise.arithmetic import like_zero
from ....ops.elementwise.comparison import select
from ....ops.elementwise.rounding import Frexp, abs, sign
from ....ops.shape.copies import real_part
from ....runtime import Tensor, Value, conjugated, function, is_complex


@op(keeps="input", inplace=True)
def sgn(xp, input: Tensor):
    """Return −1, 0 or 1; for a complex number z the number z / |z|, or 0. Any shape in, same out."""
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
    """Return True for negative numbers and −0, element by element; bool."""
    return input < 0 if input.dtype.kind != "f" else xp.signbit(input)


@op(keeps="input out", shapes=True, floats=True, inplace=True)
def copysign(xp, input: Tensor, other: Value):
    """Return |input| with the sign of other; −0 counts as negative."""
    return xp.copysign(input, other)


@derivative_of(copysign)
def copysign_derivative(grad, out, x, y, needs):
    return select(x == 0, 0.0, grad * (out / x)) if needs[0] else None, like_zero(grad) if needs[1] else None


@op(takes="f", inplace=True, keeps="input other")
def nextafter(xp, input: Tensor, other: Tensor):
    """Return the next number of the dtype after input, in the direction of other; input itself if both are equal."""
    return xp.nextafter(input, other)


@derivative_of(nextafter)
def nextafter_derivative(grad, out, x, y, needs):
    return select(x == y, 0.0, grad) if needs[0] else None, like_zero(grad) if needs[1] else None


@function(takes="f", inplace=True, out=True, one_node=True)
def frac(input: Tensor):
    """Return the fractional part, with the sign of the input."""
    return input - input.trunc()


@op(outputs=2, reads=(1,), keeps="out", takes="f", hidden=True)
def frexp_op(xp, x):
    """Return a mantissa m, ½ ≤ |m| < 1, and an exponent e, int32: x = m · 2^e."""
    return tuple(xp.frexp(x))


@derivative_of(frexp_op)
def frexp_derivative(grad, out, x):
    return grad[0] * 2.0 ** -out[1]


@function(out=True)
def frexp(input: Tensor) -> Frexp:
    """Return a mantissa, ½ ≤ |mantissa| < 1, and an exponent, int32: input = mantissa · 2^exponent.

    Raises RuntimeError unless input is floating.
    """
    if not input.is_floating_point():
        raise RuntimeError("frexp() only supports floating-point dtypes: convert first, as in x.float().")
    return Frexp(*frexp_op.function(input))


@function(inplace=True, out=True, one_node=True)
def ldexp(input: Tensor, other: Tensor):
    """Return input · 2^other, broadcast; in input's dtype if other is integer. NotImplementedError if other is bool."""
    if not other.dtype.rank:
        raise NotImplementedError('"ldexp" not implemented for exponents that are bools: convert first, as in x.int().')
    if input.is_floating_point() and other.dtype.rank < 2:
        other = other.to(input.dtype)
    return input * 2.0 ** other


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
            raise NotImplementedError(f'"{name}" not implemented for {input.dtype}: convert, as in x.long().')
        return getattr(xp, name)(input, other)
    forward.__name__, forward.__doc__ = name, f"{words}, broadcast. NotImplementedError for floats."
    return op(inplace=True)(forward)


gcd = integer_op("gcd", "The greatest whole number that divides both")

lcm = integer_op("lcm", "The least whole number that both divide")
