"""Reductions: over some axes or over all, and running ones."""

from ..core.dtypes import as_dtype, int64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function
from .logic import bools_only
from .math import floats_only, numbers_only


def axes(x, axis):
    """The axes to reduce over as a tuple, none negative: all of them for None."""
    if axis is None:
        return tuple(range(x.ndim))
    given = axis if isinstance(axis, list | tuple) else [axis]
    for one in given:
        if not -x.ndim <= one < max(x.ndim, 1):
            raise InvalidArgumentError(f"Invalid reduction dimension ({one} for input with {x.ndim} dimension(s) "
                                       "[Op:Sum]")
    return tuple(sorted({one % max(x.ndim, 1) for one in given})) if x.ndim else ()


def reduced(engine, x, axis, keepdims):
    """Reduce by a function of the engine; a tensor without dimensions, or over no axes, is itself."""
    over = axes(x, axis)
    return engine(x, over, keepdims).to(x.dtype) if over else x.clone()


@function("input_tensor")
def reduce_sum(input_tensor, axis=None, keepdims=False, name=None):
    """The sum over `axis`, a number or several; over all where it is None."""
    numbers_only("Sum", input_tensor)
    return reduced(mt.sum, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_mean(input_tensor, axis=None, keepdims=False, name=None):
    """The mean over `axis`; of integers, rounded towards 0."""
    numbers_only("Mean", input_tensor)
    x = input_tensor
    if x.is_floating_point() or x.dtype.is_complex:
        return reduced(mt.mean, x, axis, keepdims)
    over = axes(x, axis)
    count = 1
    for one in over:
        count *= x.shape[one]
    return mt.trunc_divide(reduced(mt.sum, x, axis, keepdims), count).to(x.dtype)


@function("input_tensor")
def reduce_max(input_tensor, axis=None, keepdims=False, name=None):
    """The largest over `axis`; equal ones share the gradient."""
    return reduced(mt.amax, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_min(input_tensor, axis=None, keepdims=False, name=None):
    """The smallest over `axis`; equal ones share the gradient."""
    return reduced(mt.amin, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_prod(input_tensor, axis=None, keepdims=False, name=None):
    """The product over `axis`."""
    x = input_tensor
    for one in reversed(axes(x, axis)):
        x = mt.prod(x, one, keepdim=keepdims)
    return x.to(input_tensor.dtype)


@function("input_tensor")
def reduce_all(input_tensor, axis=None, keepdims=False, name=None):
    """Whether all over `axis` are true."""
    bools_only("All", input_tensor)
    return reduced(mt.all, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_any(input_tensor, axis=None, keepdims=False, name=None):
    """Whether any over `axis` is true."""
    bools_only("Any", input_tensor)
    return reduced(mt.any, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    """log Σ exp over `axis`, without overflow."""
    floats_only("Exp", input_tensor)
    return reduced(mt.logsumexp, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    """The mean squared distance from the mean."""
    floats_only("Variance", input_tensor)
    return variance(input_tensor, axes(input_tensor, axis), keepdims)


def variance(x, over, keepdims):
    return mt.mean(mt.square(x - mt.mean(x, over, True)), over, keepdims)


@function("input_tensor")
def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    floats_only("Std", input_tensor)
    return mt.sqrt(variance(input_tensor, axes(input_tensor, axis), keepdims))


@function("input_tensor")
def reduce_euclidean_norm(input_tensor, axis=None, keepdims=False, name=None):
    return mt.sqrt(reduced(mt.sum, mt.square(input_tensor), axis, keepdims))


@function("input")
def count_nonzero(input, axis=None, keepdims=None, dtype=int64, name=None):
    """How many are not 0 (or not empty)."""
    return mt.sum((input != 0).long(), axes(input, axis), bool(keepdims)).to(as_dtype(dtype).kind)


@function("x")
def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
    """Running sums along an axis; exclusive: without the element itself; reverse: from the end."""
    return running(mt.cumsum, x, axis, exclusive, reverse, 0)


@function("x")
def cumprod(x, axis=0, exclusive=False, reverse=False, name=None):
    """Running products along an axis."""
    return running(mt.cumprod, x, axis, exclusive, reverse, 1)


@function("x")
def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
    return running(mt.logcumsumexp, x, axis, exclusive, reverse, float("-inf"))


def running(engine, x, axis, exclusive, reverse, neutral):
    """A running reduction, shifted by one and turned round as asked."""
    y = mt.flip(x, (axis,)) if reverse else x
    if exclusive:
        first = mt.full_like(y.narrow(axis, 0, 1), neutral)
        y = mt.cat([first, y.narrow(axis, 0, y.shape[axis] - 1)], axis)
    y = engine(y, axis).to(x.dtype)
    return mt.flip(y, (axis,)) if reverse else y


@function("input")
def argmax(input, axis=None, output_type=int64, name=None):
    """Where the largest stands along an axis, 0 unless given; the first of equal ones."""
    return mt.argmax(input, 0 if axis is None else axis).to(as_dtype(output_type).kind)


@function("input")
def argmin(input, axis=None, output_type=int64, name=None):
    """Where the smallest stands along an axis, 0 unless given; the first of equal ones."""
    return mt.argmin(input, 0 if axis is None else axis).to(as_dtype(output_type).kind)


@function("data | segment_ids")
def unsorted_segment_sum(data, segment_ids, num_segments, name=None):
    """Sums of the rows with the same id: (num_segments, …)."""
    made = mt.zeros((num_segments, *data.shape[segment_ids.ndim:]), dtype=data.dtype)
    flat = data.reshape(-1, *data.shape[segment_ids.ndim:])
    return mt.index_add(made, 0, segment_ids.reshape(-1).long(), flat)


@function("data | segment_ids")
def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """Means of the rows with the same id; 0 where there is none."""
    ids = segment_ids.reshape(-1).long()
    flat = data.reshape(-1, *data.shape[segment_ids.ndim:])
    made = mt.zeros((num_segments, *flat.shape[1:]), dtype=data.dtype)
    counts = mt.index_add(mt.zeros(num_segments, dtype=data.dtype), 0, ids, mt.ones(ids.shape, dtype=data.dtype))
    counts = mt.clamp(counts, 1).reshape(-1, *[1] * (flat.ndim - 1))
    return mt.index_add(made, 0, ids, flat) / counts


@function("data | segment_ids")
def segment_sum(data, segment_ids, name=None):
    """Sums of the rows with the same id; the ids are in order."""
    ids = segment_ids.long()
    made = mt.zeros((int(ids[-1]) + 1, *data.shape[1:]), dtype=data.dtype)
    return mt.index_add(made, 0, ids, data)


@function("data | segment_ids")
def segment_mean(data, segment_ids, name=None):
    """Means of the rows with the same id; the ids are in order."""
    ids = segment_ids.long()
    count = int(ids[-1]) + 1
    counts = mt.clamp(mt.bincount(ids, minlength=count), 1).to(data.dtype)
    made = mt.zeros((count, *data.shape[1:]), dtype=data.dtype)
    return mt.index_add(made, 0, ids, data) / counts.reshape(-1, *[1] * (data.ndim - 1))
