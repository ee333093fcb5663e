"""Comparing and choosing: where, clamp, maximum, signs, rounding, and the questions that give bools."""

from ...backend import library_of
from ...dtypes import finfo, fitting
from ...engine import derivative_of, dispatch, is_grad_enabled, op, wrap
from ...runtime import Tensor, Value, function
from ..kernels.tiling import choose
from .arithmetic import as_tensor, kind_of, no_bools, no_complex, unfreed


def comparison(name, symbol, words):
    """Declare an op that compares two inputs; its result is bool and has no gradient."""
    ordered = name.startswith(("less", "greater"))

    def forward(xp, input: Tensor, other: Value):
        if ordered and input.dtype.kind == "c":
            no_complex(name, input)
        return getattr(xp, name)(input, other)
    forward.__doc__ = f"Whether input {words} other, element by element, broadcast; bool."
    forward.__name__ = own = {"equal": "eq", "not_equal": "ne", "less": "lt", "less_equal": "le",
                        "greater": "gt", "greater_equal": "ge"}.get(name, name)
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
    """Declare an op that tests each element; its result is bool and has no gradient."""
    def forward(xp, input: Tensor):
        return getattr(xp, name)(input)
    forward.__doc__ = f"Whether {words}, element by element; bool."
    forward.__name__ = name
    return op(inplace=name == "logical_not")(forward)


isnan = question("isnan", "input is not a number")
isinf = question("isinf", "input is +inf or −inf")
isfinite = question("isfinite", "input is neither inf nor nan")
logical_not = question("logical_not", "input is zero or False")


@op(symbol="where", keeps="condition", promotes="x y", method=False, hidden=True, name="where")
def select(xp, condition, x: Value, y: Value):
    """x where the condition holds, else y; all broadcast."""
    kind = condition.dtype.kind
    if kind == "u" and condition.itemsize == 1:          # masks from before PyTorch had a bool dtype
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
    """input kept between min and max (numbers or tensors); the gradient passes where input is within.

    input (*), bounds numbers or (*) -> (*)

    Raises RuntimeError where both bounds are left out.

    >>> minitorch.tensor([-2.0, 0.5, 3.0]).clamp(0, 1)
    tensor([0.0000, 0.5000, 1.0000])
    """
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
    if min is not None and max is not None:              # where min > max, the result is max
        below = below & (min < max) if needs[1] else None
        above = above | (max < min) if needs[2] else None
    return (select(inside, grad, 0.0) if needs[0] else None,
            select(below, grad, 0.0) if needs[1] else None,
            select(above, grad, 0.0) if needs[2] else None)


@op(keeps="x", takes="iuf", hidden=True)
def within(xp, x, *, low, high):
    """Clamp, with a gradient of 0 at the bounds themselves: used by hardtanh, relu6 and hardsigmoid."""
    return xp.minimum(xp.maximum(x, low), high)


@derivative_of(within)
def within_derivative(grad, out, x, *, low, high):
    return select((x > low) & (x < high), grad, 0.0)


@op(symbol="fmax", keeps="input other", takes="biuf")
def fmax(xp, input: Tensor, other: Tensor):
    """The larger of input and other, broadcast; where one is nan, the other."""
    return xp.fmax(input, other)


@op(symbol="fmin", keeps="input other", takes="biuf")
def fmin(xp, input: Tensor, other: Tensor):
    """The smaller of input and other, broadcast; where one is nan, the other."""
    return xp.fmin(input, other)


@derivative_of(fmax)
def fmax_derivative(grad, out, x, y, needs):
    first = (x >= y) | (y != y)
    return select(first, grad, 0.0) if needs[0] else None, select(first, 0.0, grad) if needs[1] else None


@derivative_of(fmin)
def fmin_derivative(grad, out, x, y, needs):
    first = (x <= y) | (y != y)
    return select(first, grad, 0.0) if needs[0] else None, select(first, 0.0, grad) if needs[1] else None


@function(out=True, takes="biuf")
def isposinf(input: Tensor):
    """Whether x is +inf, element by element; bool."""
    return input == float("inf")


@function(out=True, takes="biuf")
def isneginf(input: Tensor):
    """Whether x is −inf, element by element; bool."""
    return input == float("-inf")


@op
def isreal(xp, input: Tensor):
    """Whether input is a real number, as all but complex tensors' are; bool."""
    return input.imag == 0 if input.dtype.kind == "c" else xp.ones(input.shape, bool)


@function(inplace=True, out=True, one_node=True)
def clamp_min(input: Tensor, min):
    """Return the input, elements below min replaced by min."""
    return input.clamp(min)


@function(inplace=True, out=True, one_node=True)
def clamp_max(input: Tensor, max):
    """Return the input, elements above max replaced by max."""
    return input.clamp(None, max)


@function(method=False, out=True, takes="biuf")
def isin(elements: Value, test_elements: Value, *, assume_unique: bool = False, invert: bool = False):
    """Whether each of elements is one of test_elements; with invert=True, whether it is none. RuntimeError for bools.

    assume_unique   has no effect here: PyTorch's is faster for it
    """
    kinds, like = {type(elements), type(test_elements)}, elements if hasattr(elements, "array") else test_elements
    elements, test_elements = (as_tensor(x, like) for x in (elements, test_elements))
    if {bool, complex} & kinds or any(not x.dtype.rank or x.dtype.is_complex for x in (elements, test_elements)):
        raise RuntimeError("Unsupported input type encountered for isin(): bool or complex numbers. Compare by ==.")
    found = (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)
    return ~found if invert else found


@function(same="input values", inplace=True, out=True)
def heaviside(input: Tensor, values: Tensor):
    """0 below zero, 1 above, `values` at it."""
    return dispatch(select, (input == 0, values, (input > 0).to(input.dtype)))


@function(inplace=True, out=True, one_node=True)
def nan_to_num(input: Tensor, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None):
    """nan, inf and −inf as nan, posinf and neginf. RuntimeError for complex numbers that require a gradient."""
    if input.dtype.is_complex:
        if is_grad_enabled() and input.requires_grad:
            raise RuntimeError("nan_to_num does not support automatic differentiation for outputs with complex dtype. "
                               "Call it on x.real and x.imag, or on x.detach().")
        xp = library_of(input.array)                     # both parts of each number
        return wrap(xp.nan_to_num(input.array, nan=nan or 0.0, posinf=posinf, neginf=neginf))
    if not input.dtype.is_floating_point:
        return input.clone()
    limits = finfo(input.dtype)
    out = dispatch(select, (input.isnan(), nan, input))
    out = dispatch(select, (out == float("inf"), limits.max if posinf is None else posinf, out))
    return dispatch(select, (out == float("-inf"), limits.min if neginf is None else neginf, out))


@function(same="input end", takes="fc", inplace=True, out=True, one_node=True)
def lerp(input: Tensor, end: Tensor, weight: Value):
    """Interpolate: input + weight · (end − input), end itself for 1. RuntimeError for a weight of another dtype."""
    if hasattr(weight, "array") and weight.dtype is not input.dtype:
        raise RuntimeError(f"lerp: expected dtype {input.dtype} for `weight` but got dtype {weight.dtype}.")
    way = end - input
    if isinstance(weight, int | float | complex):
        return input + unfreed(weight * way) if abs(weight) < 0.5 else end - unfreed(way * (1 - weight))
    return dispatch(select, (weight.abs() < 0.5, input + weight * way, end - way * (1 - weight)))
