"""Comparisons that few programs use: fmax, isin, nan_to_num, lerp."""

from ....backend import library_of
from ....dtypes import finfo
from ....engine import derivative_of, dispatch, is_grad_enabled, op, wrap
from ....ops.elementwise.arithmetic import as_tensor, unfreed
from ....ops.elementwise.comparison import select
from ....runtime import Tensor, Value, function


@op(symbol="fmax", keeps="input other", takes="biuf")
def fmax(xp, input: Tensor, other: Tensor):
    """Return the larger of input and other, broadcast; if one is nan, the other."""
    return xp.fmax(input, other)


@op(symbol="fmin", keeps="input other", takes="biuf")
def fmin(xp, input: Tensor, other: Tensor):
    """Return the smaller of input and other, broadcast; if one is nan, the other."""
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
    """Return whether x is +inf, element by element; bool."""
    return input == float("inf")


@function(out=True, takes="biuf")
def isneginf(input: Tensor):
    """Return whether x is −inf, element by element; bool."""
    return input == float("-inf")


@op
def isreal(xp, input: Tensor):
    """Return whether each element has no imaginary part: always True for dtypes that are not complex; bool."""
    return input.imag == 0 if input.dtype.kind == "c" else xp.ones(input.shape, bool)


@function(inplace=True, out=True, one_node=True)
def clamp_min(input: Tensor, min):
    """Return the input with elements smaller than min replaced by min."""
    return input.clamp(min)


@function(inplace=True, out=True, one_node=True)
def clamp_max(input: Tensor, max):
    """Return the input with elements larger than max replaced by max."""
    return input.clamp(None, max)


@function(method=False, out=True, takes="biuf")
def isin(elements: Value, test_elements: Value, *, assume_unique: bool = False, invert: bool = False):
    """Return whether each of elements is in test_elements; invert=True: whether it is not. RuntimeError for bools.

    assume_unique   accepted, without effect
    """
    kinds, like = {type(elements), type(test_elements)}, elements if hasattr(elements, "array") else test_elements
    elements, test_elements = (as_tensor(x, like) for x in (elements, test_elements))
    if {bool, complex} & kinds or any(not x.dtype.rank or x.dtype.is_complex for x in (elements, test_elements)):
        raise RuntimeError("Unsupported input type encountered for isin(): bool or complex numbers. Compare by ==.")
    found = (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)
    return ~found if invert else found


@function(same="input values", inplace=True, out=True)
def heaviside(input: Tensor, values: Tensor):
    """Return 0 below zero, 1 above, `values` at zero."""
    return dispatch(select, (input == 0, values, (input > 0).to(input.dtype)))


@function(inplace=True, out=True, one_node=True)
def nan_to_num(input: Tensor, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None):
    """Replace nan, inf and −inf by nan, posinf and neginf. RuntimeError for complex numbers that require a gradient."""
    if input.dtype.is_complex:
        if is_grad_enabled() and input.requires_grad:
            raise RuntimeError("nan_to_num does not support automatic differentiation for outputs with complex dtype. "
                               "Call it on x.real and x.imag, or on x.detach().")
        xp = library_of(input.array)                     # replace nan and inf in both the real and the imaginary part
        return wrap(xp.nan_to_num(input.array, nan=nan or 0.0, posinf=posinf, neginf=neginf))
    if not input.dtype.is_floating_point:
        return input.clone()
    limits = finfo(input.dtype)
    out = dispatch(select, (input.isnan(), nan, input))
    out = dispatch(select, (out == float("inf"), limits.max if posinf is None else posinf, out))
    return dispatch(select, (out == float("-inf"), limits.min if neginf is None else neginf, out))


@function(same="input end", takes="fc", inplace=True, out=True, one_node=True)
def lerp(input: Tensor, end: Tensor, weight: Value):
    """Interpolate: input + weight · (end − input); weight 1 gives end. RuntimeError for a weight of another dtype."""
    if hasattr(weight, "array") and weight.dtype is not input.dtype:
        raise RuntimeError(f"lerp: expected dtype {input.dtype} for `weight` but got dtype {weight.dtype}.")
    way = end - input
    if isinstance(weight, int | float | complex):
        return input + unfreed(weight * way) if abs(weight) < 0.5 else end - unfreed(way * (1 - weight))
    return dispatch(select, (weight.abs() < 0.5, input + weight * way, end - way * (1 - weight)))
