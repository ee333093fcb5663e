"""Division: exact, rounded down, or rounded towards zero; and the remainders of the last two."""

import operator

from ...engine import derivative_of, op
from ...runtime import Tensor, Value, function, in_place
from ..kernels.tiling import in_parts
from .arithmetic import kind_of, like_zero, refuse_all_bool


@op(symbol="÷", keeps="input:other other", floats=True, inplace=operator.itruediv, numbers=True, name="div")
def true_divide(xp, input: Value, other: Value):
    """input / other, broadcast; integers give floats."""
    return input / other


@derivative_of(true_divide)
def true_divide_derivative(grad, out, x, y, needs):
    grad = grad / y                                      # divide twice, because y·y could overflow
    return grad if needs[0] else None, -grad * (x / y) if needs[1] else None


def check_divisor(xp, x, y):
    """Raise if integers are divided by 0. On a GPU there is no check, as in PyTorch: the result is undefined."""
    if (kind_of(x) or kind_of(y)) in ("i", "u") and (
            xp.__name__ == "numpy" and not y.all() if hasattr(y, "dtype") else not y):
        raise RuntimeError("ZeroDivisionError: an integer cannot be divided by 0.")


@op(symbol="⌊÷⌋", inplace=True, numbers=True, once=True)
def floor_divide(xp, input: Value, other: Value):
    """input / other rounded down, broadcast. Its derivative is 0."""
    refuse_all_bool("floor_divide", input, other)
    check_divisor(xp, input, other)
    return xp.floor_divide(input, other)


@op(inplace=True, hidden=True, numbers=True, once=True)
def trunc_divide(xp, x: Value, y: Value):
    """x / y rounded towards zero, broadcast: `div(x, y, rounding_mode="trunc")`."""
    if (kind_of(x) or kind_of(y)) in ("i", "u"):
        check_divisor(xp, x, y)
        whole = xp.floor_divide(x, y)
        return whole + ((whole < 0) & (whole * y != x))
    return xp.trunc(x / y)


def zero_derivatives(grad, out, x, y, needs):
    return like_zero(grad) if needs[0] else None, like_zero(grad) if needs[1] else None


derivative_of(floor_divide)(zero_derivatives)
derivative_of(trunc_divide)(zero_derivatives)


@function(aliases="divide true_divide")
def div(input: Value, other: Value, *, rounding_mode: str | None = None, out=None):
    """input / other; with rounding_mode "floor" or "trunc", rounded to an integer in the inputs' dtype."""
    return choose_division(rounding_mode).function(input, other, out=out)


@function
def div_(input: Tensor, other: Value, *, rounding_mode: str | None = None):
    """Compute `div` in place; return the tensor."""
    return in_place(choose_division(rounding_mode), input, other)


def choose_division(rounding_mode):
    chosen = {None: true_divide, "floor": floor_divide, "trunc": trunc_divide}
    if rounding_mode not in chosen:
        raise RuntimeError(f"div: rounding_mode must be None, 'floor' or 'trunc', not {rounding_mode!r}.")
    return chosen[rounding_mode]


FEW = 512                            # number of elements; for fewer elements, NumPy's own remainder is faster
EXACT = 1 << 28                      # float64 rounds no smaller quotient of two float32s up to an integer


def remainder_of(xp, whole, divide, x, y):
    """Return the remainder x − whole(x / y)·y, which `divide` computes too; `whole` rounds to an integer.

    NumPy computes remainders one by one; for many float32s, quotients in float64 are exact and eight times as fast.
    """
    if kind_of(x) != "f" or x.dtype != "float32" or xp.__name__ != "numpy" or x.size < FEW:
        return divide(x, y)
    y = x.dtype.type(y) if type(y) in (int, float) else y
    if y.dtype != x.dtype or y.shape not in (x.shape, ()):
        return divide(x, y)
    return in_parts(xp, remainder_by_quotient, x, x, y, whole, divide)


def remainder_by_quotient(xp, out, x, y, whole, divide):
    wide, by = x.astype("float64"), y.astype("float64")
    times = wide / by
    if (xp.abs(times) < EXACT).all():
        whole(times, out=times)
        times *= by
        xp.subtract(wide, times, out=out, casting="same_kind")
    else:                                                # some quotient is too large for this, or inf, or nan
        out[...] = divide(x, y)


@op(symbol="mod", keeps="input:other other:other", shapes=True, inplace=True)
def remainder(xp, input: Value, other: Value):
    """Return input − other·⌊input / other⌋: the remainder, which has the sign of other."""
    refuse_all_bool("remainder", input, other)
    check_divisor(xp, input, other)
    return remainder_of(xp, xp.floor, xp.remainder, input, other)


@derivative_of(remainder)
def remainder_derivative(grad, out, x, y, needs):
    return grad if needs[0] else None, -grad * floor_divide(x, y) if needs[1] else None


@op(keeps="input:other other:other", shapes=True, inplace=True)
def fmod(xp, input: Tensor, other: Value):
    """Return the remainder of input / other rounded towards zero; it has the sign of input."""
    refuse_all_bool("fmod", input, other)
    check_divisor(xp, input, other)
    return remainder_of(xp, xp.trunc, xp.fmod, input, other)


@derivative_of(fmod)
def fmod_derivative(grad, out, x, y, needs):
    return grad if needs[0] else None, -grad * trunc_divide(x, y) if needs[1] else None
