"""The k-th smallest element, and cumulative maxima and minima."""

from ....engine import derivative_of, op
from ....ops.elementwise.arithmetic import no_complex
from ....ops.index.gather import put_along
from ....ops.kernels.sums import scan
from ....ops.named_results import named
from ....ops.reduce.sorting import select_rank, sort
from ....runtime import Dim, Tensor, check_dims, function

Kth = named("kthvalue", "values indices")
Cummax = named("cummax", "values indices")
Cummin = named("cummin", "values indices")


@function(method=False, out=True, one_node=True)
def msort(input: Tensor):
    """Sort along the first dimension."""
    return sort(input, 0).values


@function(out=True, takes="iuf", one_node=True)
def kthvalue(input: Tensor, k: int, dim: Dim = -1, keepdim: bool = False) -> Kth:
    """Return the k-th smallest along `dim`, counted from 1: (values, indices)."""
    return select_rank(input, k - 1, dim, keepdim, Kth, "kthvalue")


@op(symbol="cummax", outputs=2, hidden=True, keeps="out", reads=(1,))
def cumulative_extreme(xp, x, *, dim, largest):
    """Return the cumulative maximum or minimum along `dim` and its index (the last of equal elements)."""
    no_complex("cummax" if largest else "cummin", x)
    if x.size:
        check_dims("cummax" if largest else "cummin", dim, x.ndim)
    if not x.ndim or not x.size:
        return x.copy(), xp.zeros(x.shape, "int64")
    values = scan(xp, xp.maximum if largest else xp.minimum, x, dim)
    indices = xp.arange(x.shape[dim]).reshape([-1 if i == dim % x.ndim else 1 for i in range(x.ndim)])
    hit = (x == values) | (x != x) & (values != values)
    return values, scan(xp, xp.maximum, xp.where(hit, indices, 0), dim)


@derivative_of(cumulative_extreme)
def cumulative_extreme_derivative(grad, out, x, *, dim, largest):
    return put_along(grad[0], out[1], shape=tuple(x.shape), dim=dim)


@function(out=True)
def cummax(input: Tensor, dim: int) -> Cummax:
    """Return the maximum of the elements so far along `dim`: (values, indices)."""
    return Cummax(*cumulative_extreme.function(input, dim=dim, largest=True))


@function(out=True)
def cummin(input: Tensor, dim: int) -> Cummin:
    """Return the minimum of the elements so far along `dim`: (values, indices)."""
    return Cummin(*cumulative_extreme.function(input, dim=dim, largest=False))
