"""Order: max and min, sort, topk, median, mode."""

import numpy as np

from ...backend import META_LIBRARY
from ...engine import derivative_of, dispatch, op
from ...runtime import Dim, Free, Tensor, check_dims, ends, forward_for, function
from ..elementwise import comparison as compare
from ..elementwise.arithmetic import no_complex
from ..elementwise.comparison import isnan, select
from ..index.gather import gather
from ..named_results import named
from ..shape.views import squeeze
from .reductions import amax, amin, max_dim, min_dim, sum

Sorted = named("sort", "values indices")
Top = named("topk", "values indices")
Median = named("median", "values indices")
Mode = named("mode", "values indices")
Max = named("max", "values indices")
Min = named("min", "values indices")


def extreme(name, pairwise, overall, along, kind):
    """Declare PyTorch's max or min: of all elements, along a dimension with indices, or of two tensors."""
    def choose(input: Tensor, dim: Free = None, keepdim: bool = False, *, other: Tensor = None, out=None):
        if other is not None or hasattr(dim, "array"):
            return pairwise().function(input, dim if other is None else other, out=out)
        if dim is None:
            return ends(name, dispatch(overall, (input,), {"dim": None, "keepdim": False}), input)
        if not input.array.ndim:
            check_dims(name, dim, 0)
        return kind(*along.function(input, dim=dim, keepdim=keepdim))
    choose.__doc__ = (f"Return the {name}imum of all elements, along `dim` as (values, indices), or of two tensors.\n\n"
                      "If several are equal, the index is that of the first, which gets the gradient.\n    "
                      "Without `dim`, equal elements share the gradient evenly.")
    return function(choose, name=name, out=True)


def pairwise_op(name):
    return getattr(compare, name)


max = extreme("max", lambda: pairwise_op("maximum"), amax, max_dim, Max)
min = extreme("min", lambda: pairwise_op("minimum"), amin, min_dim, Min)


@op(hidden=True)
def order_op(xp, x, *, dim, descending):
    """Return the indices that would sort x along `dim`; equal elements keep their order."""
    no_complex("sort", x)
    if not x.ndim:
        return xp.zeros((), "int64")
    if descending:
        n = x.shape[dim]
        return n - 1 - xp.flip(xp.argsort(xp.flip(x, dim), axis=dim, kind="stable"), dim)
    return xp.argsort(x, axis=dim, kind="stable")


@function(out=True)
def argsort(input: Tensor, dim: Dim = -1, descending: bool = False, *, stable: bool = False):
    """Return the indices that sort `input` along `dim`; arguments as sort's."""
    return order_op.function(input, dim=dim, descending=descending)


def gather_along(input, indices, dim):
    """Gather the elements at `indices` along `dim`."""
    return dispatch(gather, (input, indices), {"dim": dim})


@function(out=True, one_node=True)
def sort(input: Tensor, dim: Dim = -1, descending: bool = False, *, stable: bool = False, out=None) -> Sorted:
    """Sort along `dim`, descending or not: (values, indices); stable or not, equal elements keep their order."""
    indices = argsort(input, dim, descending)
    return Sorted(gather_along(input, indices, dim), indices)


@op(hidden=True)
def top_op(xp, x, *, k, dim, largest):
    """Return the first k indices of `order_op`; sort only these k, unless their last value occurs among the rest."""
    n = x.shape[dim]
    if xp.__name__ == "numpy" and 0 < k <= n // 4:
        dim %= x.ndim
        kth = n - k if largest else k - 1
        found = xp.argpartition(x, kth, dim)
        last = xp.take_along_axis(x, found.take([kth], dim), dim)
        found = xp.sort(found.take(range(kth, n) if largest else range(k), dim), dim)
        values = xp.take_along_axis(x, found, dim)
        if xp.array_equal((x == last).sum(dim), (values == last).sum(dim)) and not (last != last).any():
            return xp.take_along_axis(found, order_op.forward(xp, values, dim=dim, descending=largest), dim)
    indices = order_op.forward(xp, x, dim=dim, descending=largest)
    return xp.ascontiguousarray(xp.moveaxis(xp.moveaxis(indices, dim, 0)[:k], 0, dim))


@function(out=True, takes="iuf", one_node=True)
def topk(input: Tensor, k: int, dim: Dim = -1, largest: bool = True, sorted: bool = True, *, out=None) -> Top:
    """Return the k largest (or smallest) along `dim`, always sorted: (values, indices).

    (*, n, *) -> two of (*, k, *)

    Raises RuntimeError if there are fewer than k.

    >>> minitorch.tensor([1.0, 5.0, 3.0]).topk(2).values
    tensor([5., 3.])
    """
    size = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError(f"topk: selected index k out of range: k={k}, but dimension {dim} has size {size}.")
    indices = top_op.function(input, k=k, dim=dim, largest=largest) if input.ndim else argsort(input, dim)
    return Top(gather_along(input, indices, dim), indices)


@op(hidden=True)
def rank_op(xp, x, *, rank, dim, first_nan):
    """Return the index of the element with this rank along `dim`; with first_nan, the index of the first nan if any."""
    if not x.ndim:
        return xp.zeros((), "int64")
    indices = xp.take(order_op.forward(xp, x, dim=dim, descending=False), xp.asarray([rank]), axis=dim)
    if first_nan and x.dtype.kind == "f":
        is_nan = xp.isnan(x)
        indices = xp.where(is_nan.any(axis=dim, keepdims=True), is_nan.argmax(axis=dim, keepdims=True), indices)
    return indices


def select_rank(input, rank, dim, keepdim, kind, name, first_nan=False):
    """Return (value, index) of the element with this rank along `dim`, as an object of the class `kind`."""
    size = input.shape[dim] if input.ndim else 1
    if not size:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
    if not 0 <= rank < size:
        raise RuntimeError(f"{name}(): selected number k out of range for dimension {dim}")
    indices = rank_op.function(input, rank=rank, dim=dim, first_nan=first_nan)
    values = gather_along(input, indices, dim)
    if keepdim or not input.ndim:
        return kind(values, indices)
    return kind(dispatch(squeeze, (values,), {"dim": dim}), dispatch(squeeze, (indices,), {"dim": dim}))


@op(hidden=True, keeps="x out")
def median_of_all(xp, x):
    """Return the lower of the two middle elements; nan if any element is. Equal elements share the gradient."""
    if not x.size:
        return xp.full((), xp.nan if x.dtype.kind == "f" else xp.iinfo(x.dtype).min, x.dtype)
    middle = (x.size - 1) // 2
    found = xp.partition(x.reshape(-1), middle)[middle]
    return xp.where(xp.isnan(x).any(), x.dtype.type("nan"), found) if x.dtype.kind == "f" else found


@derivative_of(median_of_all)
def median_of_all_derivative(grad, out, x):
    hit = select(isnan(out), isnan(x), x == out)
    return grad / sum(hit, dtype=x.dtype) * hit


@function(out=True, takes="iuf", one_node=True)
def median(input: Tensor, dim: Dim = None, keepdim: bool = False):
    """Return the median (the lower of two; nan if any is): of all elements, or along `dim` as (values, indices)."""
    if dim is None:
        return dispatch(median_of_all, (input,), {})
    middle = ((input.shape[dim] if input.ndim else 1) - 1) // 2
    return select_rank(input, middle if middle > 0 else 0, dim, keepdim, Median, "median", first_nan=True)


@op(hidden=True)
def mode_op(xp, x, *, dim):
    """Return the last index of the most frequent value along `dim` (the smallest of several; nan ≠ nan)."""
    no_complex("mode", x)
    host = x.get() if hasattr(x, "get") else x

    def last_of_most(row):
        values, counts = np.unique(row, return_counts=True, equal_nan=False)
        found = np.flatnonzero(row == values[counts.argmax()])
        return found[-1] if found.size else 0            # 0 if all elements are nan
    if not x.shape[dim]:
        raise IndexError(f"mode(): Expected reduction dim {dim} to have non-zero size.")
    if not x.size:
        return xp.zeros([1 if d == dim % x.ndim else size for d, size in enumerate(x.shape)], "int64")
    return xp.asarray(np.expand_dims(np.apply_along_axis(last_of_most, dim, host), dim))


@forward_for(META_LIBRARY, mode_op)
def mode_on_meta(xp, x, *, dim):
    no_complex("mode", x)
    return xp.zeros([1 if d == dim % x.ndim else size for d, size in enumerate(x.shape)], "int64")


@function(out=True, one_node=True)
def mode(input: Tensor, dim: Dim = -1, keepdim: bool = False) -> Mode:
    """Return the most frequent value along `dim`, the smallest of several: (values, indices)."""
    indices = mode_op.function(input, dim=dim) if input.ndim else argsort(input, 0)
    values = gather_along(input, indices, dim)
    return Mode(values, indices) if keepdim or not input.ndim else Mode(values.squeeze(dim), indices.squeeze(dim))
