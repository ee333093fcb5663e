"""Counting what is there: distinct values, places in a sorted sequence, histograms."""

import numpy as np

from ..backend import move
from ..graph import Value, function, op, wrap


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
def searchsorted(sorted_sequence, values: Value, *, right=False, side=None, out_int32=False):
    """The index at which each value keeps a sorted sequence sorted; before equals, or after with right=True."""
    if not hasattr(values, "array"):
        values = sorted_sequence.new_full((), values)
    if not sorted_sequence.ndim or sorted_sequence.ndim > 1 and sorted_sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError("searchsorted(): the sorted sequence should be a vector, or a row for each of the values': "
                           f"{tuple(sorted_sequence.shape)} does not go with {tuple(values.shape)}.")
    if not sorted_sequence.dtype.rank and not values.dtype.rank:
        raise NotImplementedError('"searchsorted" not implemented for minitorch.bool: convert first, as in x.int().')
    out = searchsorted_op.function(sorted_sequence, values, right=right or side == "right")
    return out.int() if out_int32 else out


@function(method=False)
def bucketize(input: Value, boundaries, *, right=False, out_int32=False):
    """Which interval between `boundaries` each element falls in."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"bucketize(): boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
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


@function(takes="f")
def histc(input, bins=100, min: Value = 0, max: Value = 0):
    """How many elements fall into each of `bins` equal intervals from min to max (the data's when equal)."""
    if bins <= 0:
        raise RuntimeError(f"histc(): bins must be > 0, but got {bins}")
    if max < min:
        raise RuntimeError(f"histc: max must be larger than min, not {max} < {min}")
    low, high = (input.min().item(), input.max().item()) if min == max and input.numel() else (min, max)
    low, high = (low - 1, high + 1) if low == high else (low, high)
    return histc_op.function(input, bins=bins, low=low, high=high)
