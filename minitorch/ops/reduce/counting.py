"""Counting: distinct values, and the number of elements."""

from ...engine import op
from ...runtime import Dim, Tensor, function
from ..elementwise.arithmetic import no_complex


@op(outputs="many", hidden=True)
def unique_op(xp, x, *, dim):
    """Return the distinct values in order (nan ≠ nan), each element's index among them, and their counts."""
    no_complex("unique", x)
    options = {"equal_nan": False} if x.dtype.kind in "fc" and dim is None and xp.__name__ == "numpy" else {}
    values, inverse, counts = xp.unique(x, return_inverse=True, return_counts=True, axis=dim, **options)
    return values, inverse.reshape(x.shape if dim is None else -1), counts


@function
def unique(input: Tensor, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False,
           dim: Dim = None):
    """Return the distinct values in order, of all elements, or the distinct slices along `dim`.

    sorted           without effect: they are always in order
    return_inverse   also each element's index among them
    return_counts    also how often each value occurs
    """
    values, inverse, counts = unique_op.function(input, dim=dim)
    found = (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))
    return found if len(found) > 1 else values


@function(method=False)
def numel(input: Tensor) -> int:
    """Return the number of elements."""
    return input.numel()
