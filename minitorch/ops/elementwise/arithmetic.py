"""Arithmetic, element by element, with broadcasting: sums, products, quotients."""

import numpy as np

from ... import dtypes
from ...graph import Number, Tensor, Value, derivative_of, function, in_place, op
from ..kernels.tiling import in_parts


@op(symbol="+", inplace=True, ufunc="add")
def add(xp, input: Value, other: Value):
    """input + other, broadcast."""
    return input + other


@derivative_of(add)
def add_derivative(grad, out, x, y):
    return grad, grad


@op(hidden=True, method=False)
def like_zero(xp, x):
    """Zeros in the shape and dtype of x: the slope of what is flat, even where a gradient is inf."""
    return xp.zeros_like(x)


@op(hidden=True, method=False)
def like_one(xp, x):
    """Ones in the shape and dtype of x."""
    return xp.ones_like(x)


def kind_of(x):
    """NumPy's letter for an array's dtype, None for a number."""
    return x.dtype.kind if hasattr(x, "dtype") else None


def no_bools(name, *inputs):
    """Raise if all inputs are bool."""
    if all(kind_of(x) == "b" or type(x) is bool for x in inputs if x is not None):
        raise NotImplementedError(f'"{name}" not implemented for minitorch.bool: convert first, as in x.int().')


def no_complex(name, x):
    """Raise if x is complex: complex numbers have no order."""
    if x.dtype.kind == "c":
        raise NotImplementedError(f'"{name}" not implemented for {x.dtype}: complex numbers have no order.')


@op(symbol="−", inplace=True, takes="every iuf", ufunc="subtract")
def sub(xp, input: Value, other: Value):
    """input − other, broadcast. Bools have no difference: use `^` or `~`."""
    if "b" in (kind_of(input), kind_of(other)) or type(input) is bool or type(other) is bool:
        raise RuntimeError("sub: subtraction of bool tensors has no meaning; use ^ (logical_xor) or "
                           "~ (logical_not), or convert with .int().")
    return input - other


@derivative_of(sub)
def sub_derivative(grad, out, x, y, needs):
    return grad, -grad if needs[1] else None


def fitting_alpha(name, input, other, alpha):
    """alpha as it multiplies whole numbers, or RuntimeError if it is a fraction."""
    rank = max(dtypes.NUMBER_RANKS[type(x)] if type(x) in dtypes.NUMBER_RANKS else x.dtype.rank for x in (input, other))
    if rank < 2 and type(alpha) is float:
        raise RuntimeError(f"{name}: for integral input tensors, argument alpha must not be a floating point number: "
                           f"{alpha}.")
    return alpha if rank else bool(alpha)


def scaled(op, sign, aliases=""):
    """torch's add and sub, which take `alpha`, a number that multiplies the second; or, in its old form, before it."""
    def combine(input: Value, other: Value, last=None, *, alpha: Number = 1, out=None):
        if last is not None:
            alpha, other = other, last
        if alpha != 1:
            floating = hasattr(input, "array") and input.array.dtype.kind == "f"
            other = other * (alpha if floating else fitting_alpha(op.name, input, other, alpha))
        return op.function(input, other, out=out)
    combine.__name__ = combine.__qualname__ = op.name
    combine.__module__ = __name__
    combine.__doc__ = f"input {sign} alpha·other, broadcast."

    def write(input: Tensor, other: Value, last=None, *, alpha: Number = 1):
        if last is not None:
            alpha, other = other, last
        other = other.item() if isinstance(other, np.generic) else other
        return in_place(op, input, other if alpha == 1 else other * alpha)
    write.__name__ = write.__qualname__ = f"{op.name}_"
    write.__module__ = __name__
    write.__doc__ = f"`{op.name}`, of alpha times the other, written over the tensor's own memory; returns it."
    function(write, public=False)
    return function(combine, aliases=aliases)


scaled(add, "+")
scaled(sub, "−", aliases="subtract")


@function(method=False, takes="every iuf")
def rsub(input: Tensor, other: Value, *, alpha: Number = 1):
    """other − alpha·input: a difference the other way round."""
    return other - alpha * input


@op(symbol="×", keeps="input:other other:input", inplace=True, ufunc="multiply", aliases="multiply")
def mul(xp, input: Value, other: Value):
    """input·other, broadcast."""
    return input * other


@derivative_of(mul)
def mul_derivative(grad, out, x, y, needs):
    return grad * y if needs[0] else None, grad * x if needs[1] else None


@op(symbol="÷", keeps="input:other other", floats=True, inplace=True, name="div", ufunc="true_divide")
def true_divide(xp, input: Value, other: Value):
    """input / other, broadcast; integers give floats."""
    return input / other


@derivative_of(true_divide)
def true_divide_derivative(grad, out, x, y, needs):
    grad = grad / y                                      # y·y would overflow
    return grad if needs[0] else None, -grad * (x / y) if needs[1] else None


def check_divisor(xp, x, y):
    """Raise if integers are divided by 0. On a GPU there is no check, as in PyTorch: the result is any number."""
    if (kind_of(x) or kind_of(y)) in ("i", "u"):
        if not y if not hasattr(y, "dtype") else xp.__name__ == "numpy" and not y.all():
            raise RuntimeError("ZeroDivisionError: an integer cannot be divided by 0.")


@op(symbol="⌊÷⌋", inplace=True)
def floor_divide(xp, input: Value, other: Value):
    """input / other rounded down, broadcast. Its slope is 0."""
    no_bools("floor_divide", input, other)
    check_divisor(xp, input, other)
    return xp.floor_divide(input, other)


@op(inplace=True, hidden=True)
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
    """input / other; with rounding_mode "floor" or "trunc", a whole number of the inputs' dtype."""
    return divider(rounding_mode).function(input, other, out=out)


@function
def div_(input: Tensor, other: Value, *, rounding_mode: str | None = None):
    """`div`, written over the tensor's own memory; returns it."""
    return in_place(divider(rounding_mode), input, other)


def divider(rounding_mode):
    chosen = {None: true_divide, "floor": floor_divide, "trunc": trunc_divide}
    if rounding_mode not in chosen:
        raise RuntimeError(f"div: rounding_mode is None, 'floor' or 'trunc', not {rounding_mode!r}.")
    return chosen[rounding_mode]


FEW = 512                            # elements, up to which NumPy's way costs less
EXACT = 1 << 28                      # up to which a quotient of two float32s, found in float64, is not rounded up


def left_over(xp, whole, divide, x, y):
    """divide(x, y): what is left of x after `whole` of x / y multiples of y.

    NumPy divides one by one; many float32s are divided in float64, an eighth of the time and exact.
    """
    if kind_of(x) != "f" or x.dtype != "float32" or x.size < FEW or xp.__name__ != "numpy":
        return divide(x, y)
    y = x.dtype.type(y) if type(y) in (int, float) else y
    if y.dtype != x.dtype or y.shape not in (x.shape, ()):
        return divide(x, y)
    return in_parts(xp, by_quotient, x, x, y, whole, divide)


def by_quotient(xp, out, x, y, whole, divide):
    wide, by = x.astype("float64"), y.astype("float64")
    times = wide / by
    if (xp.abs(times) < EXACT).all():
        whole(times, out=times)
        times *= by
        xp.subtract(wide, times, out=out, casting="same_kind")
    else:                                                # too large, or inf or nan among them
        out[...] = divide(x, y)


@op(symbol="mod", keeps="input:other other:other", inplace=True)
def remainder(xp, input: Value, other: Value):
    """What is left of input after whole multiples of other; it has the sign of other."""
    no_bools("remainder", input, other)
    check_divisor(xp, input, other)
    return left_over(xp, xp.floor, xp.remainder, input, other)


@derivative_of(remainder)
def remainder_derivative(grad, out, x, y, needs):
    return grad if needs[0] else None, -grad * floor_divide(x, y) if needs[1] else None


@op(keeps="input:other other:other", inplace=True)
def fmod(xp, input: Tensor, other: Value):
    """What is left of input after whole multiples of other; it has the sign of input."""
    no_bools("fmod", input, other)
    check_divisor(xp, input, other)
    return left_over(xp, xp.trunc, xp.fmod, input, other)


@derivative_of(fmod)
def fmod_derivative(grad, out, x, y, needs):
    return grad if needs[0] else None, -grad * trunc_divide(x, y) if needs[1] else None


@op(symbol="−", inplace=True, aliases="negative")
def neg(xp, input: Tensor):
    """−input."""
    if input.dtype == bool:
        raise RuntimeError("neg: negation of a bool tensor has no meaning; use ~ or logical_not.")
    return -input


@derivative_of(neg)
def neg_derivative(grad, out, x):
    return -grad
