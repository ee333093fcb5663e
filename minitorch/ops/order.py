"""Order: sorting, the largest few, medians, counting what is there."""

import numpy as np

from ..backend import move
from ..graph import apply, derivative_of, function, op, wrap
from . import compare
from .index import gather, put_along
from .named import named
from .reduce import amax, amin, max_dim, min_dim, running
from .shape import squeeze

Sorted = named("sort", "values indices")
Top = named("topk", "values indices")
Median = named("median", "values indices")
Mode = named("mode", "values indices")
Kth = named("kthvalue", "values indices")
Max = named("max", "values indices")
Min = named("min", "values indices")
Cummax = named("cummax", "values indices")
Cummin = named("cummin", "values indices")


def extreme(name, pairwise, overall, along, kind):
    """torch's max and min: of all, along a dimension with indices, or of two tensors."""
    def choose(input, dim=None, keepdim=False, *, other=None, out=None, axis=None):
        dim = axis if dim is None else dim
        if other is not None or hasattr(dim, "array"):
            return pairwise().function(input, dim if other is None else other, out=out)
        if dim is None:
            return overall.function(input)
        return kind(*along.function(input, dim=dim, keepdim=keepdim))
    choose.__name__ = choose.__qualname__ = name
    choose.__module__ = __name__
    choose.__doc__ = (f"The {name}imum: of all elements; along `dim`, as (values, indices); or of two tensors.\n\n"
                      "The index is that of the first, where several tie; the gradient goes there.\n    "
                      "Of all elements, it is shared evenly among those that tie.")
    return function(choose)


def of_pairs(name):
    return getattr(compare, name)


max = extreme("max", lambda: of_pairs("maximum"), amax, max_dim, Max)
min = extreme("min", lambda: of_pairs("minimum"), amin, min_dim, Min)


@op(hidden=True)
def order_op(xp, x, *, dim, descending):
    """The indices that would sort x along `dim`; equals keep their order."""
    if not x.ndim:
        return xp.zeros((), "int64")
    if descending:
        n = x.shape[dim]
        return n - 1 - xp.flip(xp.argsort(xp.flip(x, dim), axis=dim, kind="stable"), dim)
    return xp.argsort(x, axis=dim, kind="stable")


@function
def argsort(input, dim=-1, descending=False, *, stable=False):
    """The indices that sort `input` along `dim`; equals keep their order."""
    return order_op.function(input, dim=dim, descending=descending)


def taken(input, indices, dim):
    """The elements that `indices` name along `dim`."""
    return apply(gather, (input, indices), {"dim": dim}) if input.ndim else input.clone()


@function
def sort(input, dim=-1, descending=False, *, stable=False, out=None):
    """Sorted along `dim`: (values, indices); equals keep their order."""
    indices = argsort(input, dim, descending)
    return Sorted(taken(input, indices, dim), indices)


@function(method=False)
def msort(input):
    """Sorted along the first dimension."""
    return sort(input, 0).values


@function
def topk(input, k, dim=-1, largest=True, sorted=True, *, out=None):
    """The k largest (or smallest) along `dim`, in order: (values, indices)."""
    size = input.shape[dim] if input.ndim else 1
    if not 0 <= k <= size:
        raise RuntimeError(f"topk: selected index k out of range: k={k}, but dimension {dim} has size {size}.")
    indices = argsort(input, dim, largest)
    indices = indices.narrow(dim, 0, k).contiguous() if input.ndim else indices
    return Top(taken(input, indices, dim), indices)


def ranked(input, rank, dim, keepdim, kind):
    """The element of one rank along `dim`, with its index."""
    indices = argsort(input, dim)
    indices = indices.narrow(dim, rank, 1) if input.ndim else indices
    values = taken(input, indices, dim)
    if keepdim or not input.ndim:
        return kind(values, indices)
    return kind(apply(squeeze, (values,), {"dim": dim}), apply(squeeze, (indices,), {"dim": dim}))


@function
def median(input, dim=None, keepdim=False):
    """The median, the lower of two: of all elements, or along `dim` as (values, indices)."""
    if dim is None:
        flat = input.reshape(-1)
        return ranked(flat, (flat.shape[0] - 1) // 2, 0, False, Median).values
    return ranked(input, ((input.shape[dim] if input.ndim else 1) - 1) // 2, dim, keepdim, Median)


@function
def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest along `dim`, counted from 1: (values, indices)."""
    return ranked(input, k - 1, dim, keepdim, Kth)


@op(hidden=True)
def mode_op(xp, x, *, dim):
    """Where the most frequent value along `dim` last stands (the smallest of several)."""
    host = x.get() if hasattr(x, "get") else x

    def last_of_most(row):
        values, counts = np.unique(row, return_counts=True)
        return np.flatnonzero(row == values[counts.argmax()])[-1]
    return xp.asarray(np.expand_dims(np.apply_along_axis(last_of_most, dim, host), dim))


@function
def mode(input, dim=-1, keepdim=False):
    """The most frequent value along `dim`, the smallest of several: (values, indices)."""
    if not input.ndim:
        return Mode(input.clone(), argsort(input, 0))
    indices = mode_op.function(input, dim=dim)
    values = taken(input, indices, dim)
    return Mode(values, indices) if keepdim else Mode(values.squeeze(dim), indices.squeeze(dim))


@op(outputs="many", hidden=True)
def unique_op(xp, x, *, dim):
    """Distinct values in order, where each element went, and how often each occurs."""
    values, inverse, counts = xp.unique(x, return_inverse=True, return_counts=True, axis=dim)
    return values, inverse.reshape(x.shape if dim is None else -1), counts


@function
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The distinct values in order; also each element's place among them, and how often each occurs."""
    values, inverse, counts = unique_op.function(input, dim=dim)
    found = (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))
    return found if len(found) > 1 else values


@function
def unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    """Each run of equal values once (of the flattened input)."""
    if dim is not None:
        raise NotImplementedError("unique_consecutive along a dimension is left out; flatten first.")
    flat = input.detach().cpu().numpy().reshape(-1)
    starts = np.flatnonzero(np.r_[True, flat[1:] != flat[:-1]]) if flat.size else np.zeros(0, int)
    runs = np.diff(np.r_[starts, flat.size])
    inverse = np.repeat(np.arange(starts.size), runs).reshape(input.shape)
    found = [flat[starts], *[inverse] * return_inverse, *[runs] * return_counts]
    found = [wrap(move(part, input.device)) for part in found]
    return tuple(found) if len(found) > 1 else found[0]


@op(promotes=False, hidden=True)
def searchsorted_op(xp, sequence, values, *, right):
    """Where each value would be put into a sorted sequence."""
    side = "right" if right else "left"
    if sequence.ndim == 1:
        return xp.searchsorted(sequence, values, side)
    rows = [xp.searchsorted(s, v, side) for s, v in zip(sequence.reshape(-1, sequence.shape[-1]),
                                                        values.reshape(-1, values.shape[-1]))]
    return xp.stack(rows).reshape(values.shape)


@function(method=False)
def searchsorted(sorted_sequence, values, *, right=False, side=None, out_int32=False):
    """The index at which each value keeps a sorted sequence sorted; before equals, or after with right=True."""
    if not hasattr(values, "array"):
        values = sorted_sequence.new_full((), values)
    out = searchsorted_op.function(sorted_sequence, values, right=right or side == "right")
    return out.int() if out_int32 else out


@function(method=False)
def bucketize(input, boundaries, *, right=False, out_int32=False):
    """Which interval between `boundaries` each element falls in."""
    return searchsorted(boundaries, input, right=right, out_int32=out_int32)


@op(promotes=False, hidden=True)
def bincount_op(xp, x, weights=None, *, minlength):
    """How often each whole number from 0 occurs."""
    return xp.bincount(x, weights, minlength)


@function
def bincount(input, weights=None, minlength=0):
    """How often each whole number from 0 on occurs in a vector; or the sum of its weights."""
    if input.ndim != 1 or input.dtype.rank != 1 or (input.numel() and int(input.min()) < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    return bincount_op.function(input, weights, minlength=minlength)


@op(hidden=True)
def histc_op(xp, x, *, bins, low, high):
    """How many elements fall into each of `bins` equal intervals."""
    return xp.histogram(x, bins, (low, high))[0].astype(x.dtype)


@function
def histc(input, bins=100, min=0, max=0):
    """How many elements fall into each of `bins` equal intervals from min to max (the data's when equal)."""
    low, high = (input.min().item(), input.max().item()) if min == max and input.numel() else (min, max)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    return histc_op.function(input, bins=bins, low=low, high=high)


@op(symbol="cummax", outputs=2, hidden=True, keeps="out")
def cumulative_extreme(xp, x, *, dim, largest):
    """The extreme so far along `dim`, and where it stands (the last of several)."""
    if not x.ndim:
        return x.copy(), xp.zeros((), "int64")
    values = running(xp, xp.maximum if largest else xp.minimum, x, dim)
    places = xp.arange(x.shape[dim]).reshape([-1 if i == dim % x.ndim else 1 for i in range(x.ndim)])
    return values, running(xp, xp.maximum, xp.where(x == values, places, 0), dim)


@derivative_of(cumulative_extreme)
def cumulative_extreme_derivative(grad, out, x, *, dim, largest):
    return put_along(grad[0], out[1], shape=tuple(x.shape), dim=dim)


@function
def cummax(input, dim):
    """The largest so far along `dim`: (values, indices)."""
    return Cummax(*cumulative_extreme.function(input, dim=dim, largest=True))


@function
def cummin(input, dim):
    """The smallest so far along `dim`: (values, indices)."""
    return Cummin(*cumulative_extreme.function(input, dim=dim, largest=False))
