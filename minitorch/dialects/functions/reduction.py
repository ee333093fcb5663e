"""Reductions: over some axes or over all, and running ones."""

from ..core.dtypes import as_dtype, int8, int64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function
from .logic import bools_only, numbers_only
from .math import floats_only


def axes(x, axis):
    """The axes to reduce over as a tuple, none negative: all of them for None."""
    if axis is None:
        return tuple(range(x.ndim))
    given = axis if isinstance(axis, list | tuple) else [axis]
    for one in given:
        if not -x.ndim <= one < x.ndim:
            raise InvalidArgumentError(f"Invalid reduction dimension ({one} for input with {x.ndim} dimension(s) "
                                       "[Op:Sum]")
    found = tuple(sorted({one % x.ndim for one in given}))
    if len(found) < len(given):
        raise InvalidArgumentError(f"Invalid reduction arguments: Axes contains duplicate dimension: {axis} [Op:Sum]")
    return found


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
    """The largest over `axis`, of nothing the least number there is; equal ones share the gradient."""
    return extreme(mt.amax, input_tensor, axis, keepdims, -1)


@function("input_tensor")
def reduce_min(input_tensor, axis=None, keepdims=False, name=None):
    """The smallest over `axis`, of nothing the largest number there is; equal ones share the gradient."""
    return extreme(mt.amin, input_tensor, axis, keepdims, 1)


def extreme(engine, x, axis, keepdims, sign):
    """The largest or smallest over `axis`."""
    numbers_only("Max", x)
    over = axes(x, axis)
    if x.numel() or not any(x.shape[one] == 0 for one in over):
        return reduced(engine, x, axis, keepdims)
    kind = as_dtype(x.dtype)
    neutral = sign * float("inf") if kind.is_floating else int(kind.max if sign > 0 else kind.min)
    return mt.sum(x, over, keepdims).to(x.dtype) + mt.tensor(neutral, dtype=x.dtype)


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
    return variance(input_tensor, axis, keepdims)


def variance(x, axis, keepdims):
    """The variance of floats, also of complex ones. Raises TypeError for others."""
    if not (x.is_floating_point() or x.dtype.is_complex):
        raise TypeError(f"Input must be either real or complex. Received {as_dtype(x.dtype).name}: "
                        "tf.cast(x, tf.float32)")
    distance = x - reduced(mt.mean, x, axis, True)
    square = mt.square(mt.abs(distance) if x.dtype.is_complex else distance)
    return reduced(mt.mean, square, axis, keepdims)


@function("input_tensor")
def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    """The root of the variance."""
    return mt.sqrt(variance(input_tensor, axis, keepdims))


@function("input_tensor")
def reduce_euclidean_norm(input_tensor, axis=None, keepdims=False, name=None):
    """The root of the sum of squares; of integers, without what stands after the point."""
    numbers_only("EuclideanNorm", input_tensor)
    x = input_tensor
    square = x * mt.conj(x) if x.dtype.is_complex else mt.square(x)
    return mt.sqrt(reduced(mt.sum, square, axis, keepdims)).to(x.dtype)


@function("input")
def count_nonzero(input, axis=None, keepdims=None, dtype=int64, name=None):
    """How many are not 0 (or not empty)."""
    return reduced(mt.sum, (input != 0).long(), axis, bool(keepdims)).to(as_dtype(dtype).kind)


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
    if not isinstance(axis, int) or not -x.ndim <= axis < x.ndim:
        raise InvalidArgumentError(f"Expected scan axis in the range [{-x.ndim}, {x.ndim}), but got {axis} [Op:Cumsum]")
    numbers_only("Cumsum", x)
    y = mt.flip(x, (axis,)) if reverse else x
    if exclusive:
        first = mt.full_like(y.narrow(axis, 0, 1), neutral)
        y = mt.cat([first, y.narrow(axis, 0, y.shape[axis] - 1)], axis)
    y = engine(y, axis).to(x.dtype)
    return mt.flip(y, (axis,)) if reverse else y


@function("input")
def argmax(input, axis=None, output_type=int64, name=None):
    """Where the largest stands along an axis, 0 unless given; the first of equal ones."""
    return mt.argmax(*searched(input, axis)).to(as_dtype(output_type).kind)


@function("input")
def argmin(input, axis=None, output_type=int64, name=None):
    """Where the smallest stands along an axis, 0 unless given; the first of equal ones."""
    return mt.argmin(*searched(input, axis)).to(as_dtype(output_type).kind)


def searched(x, axis):
    """The tensor, bools as numbers, and the axis. Raises InvalidArgumentError for a number without axes."""
    if not x.ndim:
        raise InvalidArgumentError("Expected dimension in the range [0, 0), but got 0 [Op:ArgMax]")
    return x.to(int8.kind) if x.array.dtype.kind == "b" else x, 0 if axis is None else axis


@function("data | segment_ids")
def unsorted_segment_sum(data, segment_ids, num_segments, name=None):
    """Sums of the rows with the same id, without those of negative ids: (num_segments, …)."""
    return summed(*rows_with_ids(data, segment_ids), num_segments)


def rows_with_ids(data, segment_ids):
    """The rows that have an id, and their ids; negative ones say that there is none."""
    ids, flat = segment_ids.reshape(-1).long(), data.reshape(-1, *data.shape[segment_ids.ndim:])
    kept = ids >= 0
    return (flat, ids) if bool(mt.all(kept)) else (flat[kept], ids[kept])


def summed(rows, ids, count):
    return mt.index_add(mt.zeros((count, *rows.shape[1:]), dtype=rows.dtype), 0, ids, rows)


@function("data | segment_ids")
def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """Means of the rows with the same id; 0 where there is none."""
    rows, ids = rows_with_ids(data, segment_ids)
    return summed(rows, ids, num_segments) / counted(rows, ids, num_segments)


def counted(rows, ids, count):
    """How many rows each id has, 1 for none, to divide by."""
    counts = mt.clamp(mt.bincount(ids, minlength=count), 1).to(rows.dtype)
    return counts.reshape(-1, *[1] * (rows.ndim - 1))


@function("data | segment_ids")
def segment_sum(data, segment_ids, name=None):
    """Sums of the rows with the same id; the ids are in order."""
    return summed(data, segment_ids.long(), int(segment_ids[-1]) + 1)


@function("data | segment_ids")
def segment_mean(data, segment_ids, name=None):
    """Means of the rows with the same id; the ids are in order."""
    ids = segment_ids.long()
    count = int(ids[-1]) + 1
    return summed(data, ids, count) / counted(data, ids, count)
