"""Comparison and selection: where, clamp, maximum, and tests that return bools."""

from ...dtypes import fitting
from ...engine import derivative_of, op
from ...runtime import Tensor, Value
from ..kernels.tiling import choose
from .arithmetic import kind_of, no_complex, refuse_all_bool


def comparison(name, symbol, words):
    """Declare an op that compares two inputs; its result is bool and has no gradient."""
    ordered = name.startswith(("less", "greater"))

    def forward(xp, input: Tensor, other: Value):
        if ordered and input.dtype.kind == "c":
            no_complex(name, input)
        return getattr(xp, name)(input, other)
    forward.__doc__ = f"Return whether {words}, element by element, broadcast; bool."
    forward.__name__ = own = {"equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le",
                        "greater": "gt", "greater_equal": "ge"}.get(name, name)
    if name.startswith("logical"):
        forward.__annotations__["other"] = Tensor
    return op(symbol=symbol, inplace=True, aliases=name if own not in (name, "eq") else "")(forward)


eq = comparison("equal", "=", "input = other")
ne = comparison("not_equal", "≠", "input ≠ other")
lt = comparison("less", "<", "input < other")
le = comparison("less_equal", "≤", "input ≤ other")
gt = comparison("greater", ">", "input > other")
ge = comparison("greater_equal", "≥", "input ≥ other")
logical_and = comparison("logical_and", "∧", "input and other are true")
logical_or = comparison("logical_or", "∨", "input or other is true")
logical_xor = comparison("logical_xor", "⊻", "one of input and other is true, but not both")


def elementwise_test(name, words):
    """Declare an op that tests each element; its result is bool and has no gradient."""
    def forward(xp, input: Tensor):
        return getattr(xp, name)(input)
    forward.__doc__ = f"Return whether {words}, element by element; bool."
    forward.__name__ = name
    return op(inplace=name == "logical_not")(forward)


isnan = elementwise_test("isnan", "input is not a number")
isinf = elementwise_test("isinf", "input is +inf or −inf")
isfinite = elementwise_test("isfinite", "input is neither inf nor nan")
logical_not = elementwise_test("logical_not", "input is zero or False")


@op(symbol="where", keeps="condition", promotes="x y", method=False, hidden=True, name="where")
def select(xp, condition, x: Value, y: Value):
    """Return x where the condition is True, else y; all broadcast."""
    return choose(xp, condition if condition.dtype.kind == "b" else as_mask(condition), x, y)


def as_mask(condition):
    """Return a uint8 mask, from before PyTorch had a bool dtype, as bools; raise RuntimeError for other dtypes."""
    if condition.dtype != "uint8":
        raise RuntimeError(f"where: expected condition to be a bool tensor, not {condition.dtype}; "
                           "compare first, as in where(x > 0, x, y).")
    return condition != 0


@derivative_of(select)
def select_derivative(grad, out, condition, x, y, needs):
    return (None, select(condition, grad, 0.0) if needs[1] else None,
            select(condition, 0.0, grad) if needs[2] else None)


where = select


@op(symbol="max", keeps="input other")
def maximum(xp, input: Tensor, other: Tensor):
    """Return the larger of input and other, broadcast; nan if either is. Equal elements share the gradient."""
    if input.dtype.kind == "c":
        no_complex("maximum", input)
    return xp.maximum(input, other)


@derivative_of(maximum)
def maximum_derivative(grad, out, x, y, needs):
    shared = select(x == y, grad * 0.5, grad)
    return select(x < y, 0.0, shared) if needs[0] else None, select(x > y, 0.0, shared) if needs[1] else None


@op(symbol="min", keeps="input other")
def minimum(xp, input: Tensor, other: Tensor):
    """Return the smaller of input and other, broadcast; nan if either is. Equal elements share the gradient."""
    if input.dtype.kind == "c":
        no_complex("minimum", input)
    return xp.minimum(input, other)


@derivative_of(minimum)
def minimum_derivative(grad, out, x, y, needs):
    shared = select(x == y, grad * 0.5, grad)
    return select(x > y, 0.0, shared) if needs[0] else None, select(x < y, 0.0, shared) if needs[1] else None


@op(symbol="clamp", keeps="input min max", inplace=True, aliases="clip")
def clamp(xp, input: Tensor, min: Value = None, max: Value = None):
    """Limit input to the range min … max (numbers or tensors); its gradient is 0 outside this range.

    input (*), bounds numbers or (*) -> (*)

    Raises RuntimeError if both bounds are left out.

    >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """
    if min is None and max is None:
        raise RuntimeError("clamp needs min or max.")
    if input.dtype.kind == "b" and (kind_of(min) is kind_of(max) or kind_of(min if max is None else max) is None):
        refuse_all_bool("clamp", input, min, max)               # PyTorch allows bools if the only bound is a tensor
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
    if min is not None and max is not None:              # if min > max, the result is max
        below = below & (min < max) if needs[1] else None
        above = above | (max < min) if needs[2] else None
    return (select(inside, grad, 0.0) if needs[0] else None,
            select(below, grad, 0.0) if needs[1] else None,
            select(above, grad, 0.0) if needs[2] else None)


@op(keeps="x", takes="iuf", hidden=True)
def within(xp, x, *, low, high):
    """Limit x to low … high, with a gradient of 0 at both bounds too: for hardtanh, relu6 and hardsigmoid."""
    return xp.minimum(xp.maximum(x, low), high)


@derivative_of(within)
def within_derivative(grad, out, x, *, low, high):
    return select((x > low) & (x < high), grad, 0.0)
