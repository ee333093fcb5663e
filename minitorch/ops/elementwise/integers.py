"""Whole numbers and their bits: bitwise operations, shifts, gcd and lcm."""

from ...engine import op
from ...runtime import Tensor, Value


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
    forward.__name__, forward.__doc__ = name, f"{words}, element by element, broadcast."
    return op(inplace=True)(forward)


gcd = integer_op("gcd", "The greatest whole number that divides both")
lcm = integer_op("lcm", "The least whole number that both divide")
