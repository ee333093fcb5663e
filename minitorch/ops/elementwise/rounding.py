"""Signs and rounding: abs, sign, floor, ceil, round, trunc; and bitwise operations."""

from ...engine import derivative_of, op
from ...runtime import Tensor, Value, conjugated, is_complex
from ..named_results import named
from .arithmetic import like_zero, refuse_all_bool
from .comparison import select

Frexp = named("frexp", "mantissa exponent")


@op(symbol="|x|", keeps="input", inplace=True, aliases="absolute")
def abs(xp, input: Tensor):
    """|input|, also of complex numbers; the derivative at 0 is taken as 0."""
    refuse_all_bool("abs", input)
    return xp.abs(input)


@derivative_of(abs)
def abs_derivative(grad, out, x):
    if is_complex(x):
        size = abs(x)
        return conjugated(x) * select(size == 0, 0.0, grad / select(size == 0, 1.0, size))
    return grad * sign(x)


@op(symbol="sign", inplace=True, takes="biuf")
def sign(xp, input: Tensor):
    """Return −1, 0 or 1; 0 for nan."""
    return input.copy() if input.dtype == bool else (input > 0).astype(input.dtype) - (input < 0)


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
    """Round to an integer, or to `decimals` digits after the point; ties go to the even number.

    Raises NotImplementedError if `decimals` is not 0 and `input` has no floats.
    """
    if decimals and input.dtype.kind != "f":
        raise NotImplementedError(f'"round" to decimals not implemented for {input.dtype}: convert first, as in '
                                  "x.float().")
    if decimals and input.dtype == "float16":            # input·10ᵈ could overflow
        return xp.round(input.astype("float32"), decimals).astype("float16")
    return xp.round(input, decimals)


@op(symbol="trunc", inplace=True, takes="iuf", aliases="fix")
def trunc(xp, input: Tensor):
    """Round towards zero."""
    return xp.trunc(input)


def zero_derivative(grad, out, x):
    """Return zeros, because a step function is constant between its steps."""
    return like_zero(grad)


for flat in (sign, floor, ceil, trunc):
    derivative_of(flat)(zero_derivative)


@derivative_of(round)
def round_derivative(grad, out, x, *, decimals):
    return like_zero(grad)


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
