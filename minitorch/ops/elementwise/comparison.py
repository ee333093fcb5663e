"""Comparing and choosing: where, clamp, maximum, signs, rounding, and the questions that give bools."""

from ...dtypes import fitting
from ...graph import Tensor, Value, derivative_of, op
from ..kernels.select import choose
from .arithmetic import kind_of, like_zero, no_bools, no_complex


def comparison(name, symbol, words):
    """An op that asks a question of each pair; its answer is a bool and has no gradient."""
    ordered = name.startswith(("less", "greater"))

    def forward(xp, input: Tensor, other: Value):
        if ordered and input.dtype.kind == "c":
            no_complex(name, input)
        return getattr(xp, name)(input, other)
    forward.__doc__ = f"Whether input {words} other, element by element, broadcast; bool."
    forward.__name__ = own = {"equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le",
                        "greater": "gt", "greater_equal": "ge"}.get(name, name)
    forward.__module__ = __name__
    if name.startswith("logical"):
        forward.__annotations__["other"] = Tensor
    return op(symbol=symbol, inplace=True, aliases=name if own not in (name, "eq") else "")(forward)


eq = comparison("equal", "=", "equals")
ne = comparison("not_equal", "≠", "differs from")
lt = comparison("less", "<", "is below")
le = comparison("less_equal", "≤", "is at most")
gt = comparison("greater", ">", "is above")
ge = comparison("greater_equal", "≥", "is at least")
logical_and = comparison("logical_and", "∧", "and")
logical_or = comparison("logical_or", "∨", "or")
logical_xor = comparison("logical_xor", "⊻", "xor")


def question(name, words):
    """An op that asks a question of each element."""
    def forward(xp, input: Tensor):
        return getattr(xp, name)(input)
    forward.__doc__ = f"Whether {words}, element by element; bool."
    forward.__name__ = name
    forward.__module__ = __name__
    return op(inplace=name == "logical_not")(forward)


isnan = question("isnan", "input is not a number")
isinf = question("isinf", "input is +inf or −inf")
isfinite = question("isfinite", "input is neither inf nor nan")
logical_not = question("logical_not", "input is zero or False")


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


@op(symbol="where", keeps="condition", promotes="x y", method=False, hidden=True, name="where")
def select(xp, condition, x: Value, y: Value):
    """x where the condition holds, else y; all broadcast."""
    kind = condition.dtype.kind
    if kind == "u" and condition.itemsize == 1:          # PyTorch's bools before it had bools
        condition = condition != 0
    elif kind != "b":
        raise RuntimeError(f"where: expected condition to be a bool tensor, not {condition.dtype}; "
                           "compare first, as in where(x > 0, x, y).")
    return choose(xp, condition, x, y)


@derivative_of(select)
def select_derivative(grad, out, condition, x, y, needs):
    return (None, select(condition, grad, 0.0) if needs[1] else None,
            select(condition, 0.0, grad) if needs[2] else None)


where = select


@op(symbol="max", keeps="input other")
def maximum(xp, input: Tensor, other: Tensor):
    """The larger of input and other, broadcast; nan if either is. Where they tie the gradient is halved."""
    if input.dtype.kind == "c":
        no_complex("maximum", input)
    return xp.maximum(input, other)


@derivative_of(maximum)
def maximum_derivative(grad, out, x, y, needs):
    shared = select(x == y, grad * 0.5, grad)
    return select(x < y, 0.0, shared) if needs[0] else None, select(x > y, 0.0, shared) if needs[1] else None


@op(symbol="min", keeps="input other")
def minimum(xp, input: Tensor, other: Tensor):
    """The smaller of input and other, broadcast; nan if either is. Where they tie the gradient is halved."""
    if input.dtype.kind == "c":
        no_complex("minimum", input)
    return xp.minimum(input, other)


@derivative_of(minimum)
def minimum_derivative(grad, out, x, y, needs):
    shared = select(x == y, grad * 0.5, grad)
    return select(x > y, 0.0, shared) if needs[0] else None, select(x < y, 0.0, shared) if needs[1] else None


@op(symbol="clamp", keeps="input min max", inplace=True, aliases="clip")
def clamp(xp, input: Tensor, min: Value = None, max: Value = None):
    """input kept between min and max (numbers or tensors); the gradient passes where input is within."""
    if min is None and max is None:
        raise RuntimeError("clamp needs min or max.")
    if input.dtype.kind == "b" and (kind_of(min) is kind_of(max) or kind_of(min if max is None else max) is None):
        no_bools("clamp", input, min, max)               # one bound that is a tensor is PyTorch's maximum or minimum
    if input.dtype.char not in "fd":
        no_complex("clamp", input)
        min, max = [fitting(v, input.dtype, half=True) if type(v) in (int, float) else v for v in (min, max)]
    if min is not None:
        input = xp.maximum(input, min)
    return input if max is None else xp.minimum(input, max)


@derivative_of(clamp)
def clamp_derivative(grad, out, x, min, max, needs):
    if needs[0]:
        inside = x <= max if min is None else x >= min if max is None else (x >= min) & (x <= max)
    below = x < min if needs[1] else None
    above = x > max if needs[2] else None
    if min is not None and max is not None:              # where they cross, max has the last word
        below = below & (min < max) if needs[1] else None
        above = above | (max < min) if needs[2] else None
    return (select(inside, grad, 0.0) if needs[0] else None,
            select(below, grad, 0.0) if needs[1] else None,
            select(above, grad, 0.0) if needs[2] else None)


@op(keeps="x", takes="iuf", hidden=True)
def within(xp, x, *, low, high):
    """clamp, but with no gradient on the very edge: what hardtanh and its kin are made of."""
    return xp.minimum(xp.maximum(x, low), high)


@derivative_of(within)
def within_derivative(grad, out, x, *, low, high):
    return select((x > low) & (x < high), grad, 0.0)


@op(symbol="|x|", keeps="input", inplace=True, takes="iuf", aliases="absolute")
def abs(xp, input: Tensor):
    """|input|; its slope at 0 is taken as 0."""
    return xp.abs(input)


@derivative_of(abs)
def abs_derivative(grad, out, x):
    return grad * sign(x)


@op(symbol="sign", inplace=True)
def sign(xp, input: Tensor):
    """−1, 0 or 1; 0 of nan."""
    no_complex("sign", input)
    return input.copy() if input.dtype == bool else (input > 0).astype(input.dtype) - (input < 0)


@op(symbol="⌊x⌋", inplace=True, takes="iuf")
def floor(xp, input: Tensor):
    """The whole number at or below input."""
    return xp.floor(input)


@op(symbol="⌈x⌉", inplace=True, takes="iuf")
def ceil(xp, input: Tensor):
    """The whole number at or above input."""
    return xp.ceil(input)


@op(symbol="round", inplace=True, takes="iuf")
def round(xp, input: Tensor, *, decimals: int = 0):
    """input to the nearest whole number, or number of so many decimals; halves to the even one."""
    if decimals and input.dtype.kind != "f":
        raise NotImplementedError(f'"round" to decimals not implemented for {input.dtype}: convert first, as in '
                                  "x.float().")
    if decimals and input.dtype == "float16":            # input·10ᵈ overflows
        return xp.round(input.astype("float32"), decimals).astype("float16")
    return xp.round(input, decimals)


@op(symbol="trunc", inplace=True, takes="iuf", aliases="fix")
def trunc(xp, input: Tensor):
    """input without its fraction."""
    return xp.trunc(input)


def zero_derivative(grad, out, x):
    """Steps: flat wherever they have a slope."""
    return like_zero(grad)


for flat in (sign, floor, ceil, trunc):
    derivative_of(flat)(zero_derivative)


@derivative_of(round)
def round_derivative(grad, out, x, *, decimals):
    return like_zero(grad)
