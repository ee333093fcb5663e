"""Reductions: over some axes or over all, and running ones."""

from ..core.dtypes import as_dtype, int8, int64
from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function
from .elementary import floats_only
from .logic import bools_only, numbers_only


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
    """The sum over some axes, or over all.

    input_tensor    numbers of any shape
    axis            a number or a list of numbers, from 0 on or from −1 back; None: all axes
    keepdims        whether these axes stay, with size 1
    returns         the shape without these axes, in the element type of the input

    Raises InvalidArgumentError for bools, for an axis that there is not, and for one that is named twice.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.reduce_sum([[1, 2, 3], [4, 5, 6]], axis=1).numpy()
    array([ 6, 15], dtype=int32)
    """
    numbers_only("Sum", input_tensor)
    return reduced(mt.sum, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_mean(input_tensor, axis=None, keepdims=False, name=None):
    """The mean over some axes, or over all: input_tensor, axis and keepdims as reduce_sum's.

    The mean of integers is an integer, rounded towards 0: tf.cast(x, tf.float32) first. Raises InvalidArgumentError for
    bools.
    """
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
    """The largest over some axes, or over all: input_tensor, axis and keepdims as reduce_sum's.

    Of nothing it is the least number there is. Equal ones share the gradient. Raises InvalidArgumentError for bools.
    """
    return extreme(mt.amax, input_tensor, axis, keepdims, -1)


@function("input_tensor")
def reduce_min(input_tensor, axis=None, keepdims=False, name=None):
    """The smallest over some axes, or over all: input_tensor, axis and keepdims as reduce_sum's.

    Of nothing it is the largest number there is. Equal ones share the gradient. Raises InvalidArgumentError for bools.
    """
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
    """The product over some axes, or over all: input_tensor, axis and keepdims as reduce_sum's."""
    x = input_tensor
    for one in reversed(axes(x, axis)):
        x = mt.prod(x, one, keepdim=keepdims)
    return x.to(input_tensor.dtype)


@function("input_tensor")
def reduce_all(input_tensor, axis=None, keepdims=False, name=None):
    """Whether all over some axes are true; input_tensor: bools; axis and keepdims as reduce_sum's.

    Raises InvalidArgumentError for numbers.
    """
    bools_only("All", input_tensor)
    return reduced(mt.all, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_any(input_tensor, axis=None, keepdims=False, name=None):
    """Whether any over some axes is true; input_tensor: bools; axis and keepdims as reduce_sum's.

    Raises InvalidArgumentError for numbers.
    """
    bools_only("Any", input_tensor)
    return reduced(mt.any, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    """log Σ exp over some axes, without overflow; input_tensor: floats; axis and keepdims as reduce_sum's.

    Raises InvalidArgumentError for integers.
    """
    floats_only("Exp", input_tensor)
    return reduced(mt.logsumexp, input_tensor, axis, keepdims)


@function("input_tensor")
def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    """The mean squared distance from the mean; input_tensor: floats; axis and keepdims as reduce_sum's.

    Raises TypeError for integers.
    """
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
    """√variance; input_tensor: floats; axis and keepdims as reduce_sum's. Raises TypeError for integers."""
    return mt.sqrt(variance(input_tensor, axis, keepdims))


@function("input_tensor")
def reduce_euclidean_norm(input_tensor, axis=None, keepdims=False, name=None):
    """√Σx² over some axes; input_tensor, axis and keepdims as reduce_sum's. Of integers it is cut to an integer."""
    numbers_only("EuclideanNorm", input_tensor)
    x = input_tensor
    square = x * mt.conj(x) if x.dtype.is_complex else mt.square(x)
    return mt.sqrt(reduced(mt.sum, square, axis, keepdims)).to(x.dtype)


@function("input")
def count_nonzero(input, axis=None, keepdims=None, dtype=int64, name=None):
    """How many elements are not 0: `input` of any shape; axis and keepdims as reduce_sum's; dtype of the count."""
    return reduced(mt.sum, (input != 0).long(), axis, bool(keepdims)).to(as_dtype(dtype).kind)


@function("x")
def cumsum(x, axis=0, exclusive=False, reverse=False, name=None):
    """Running sums along an axis.

    x            numbers of any shape -> the same shape
    axis         a number, from 0 on or from −1 back
    exclusive    whether each sum leaves out the element itself, so that the first is 0
    reverse      whether the sums run from the end

    Raises InvalidArgumentError for bools, and for an axis that there is not.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.cumsum([1, 2, 3], exclusive=True).numpy()
    array([0, 1, 3], dtype=int32)
    """
    return running(mt.cumsum, x, axis, exclusive, reverse, 0)


@function("x")
def cumprod(x, axis=0, exclusive=False, reverse=False, name=None):
    """Running products along an axis: x, axis, exclusive (the first is 1) and reverse as cumsum's."""
    return running(mt.cumprod, x, axis, exclusive, reverse, 1)


@function("x")
def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
    """Running log Σ exp along an axis: x, axis, exclusive (the first is −inf) and reverse as cumsum's."""
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
    """The index of the largest along an axis; of equal ones, the first.

    input          (…, n, …)  numbers or bools
    axis           a number, from 0 on or from −1 back; None: 0
    output_type    tf.int64 or tf.int32
    returns        (…, …)  the shape without that axis

    Raises InvalidArgumentError for a number, which has no axis.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.argmax([[1.0, 3.0], [5.0, 2.0]], axis=1).numpy()
    array([1, 0])
    """
    return mt.argmax(*searched(input, axis)).to(as_dtype(output_type).kind)


@function("input")
def argmin(input, axis=None, output_type=int64, name=None):
    """The index of the smallest along an axis; of equal ones, the first: input, axis and output_type as argmax's."""
    return mt.argmin(*searched(input, axis)).to(as_dtype(output_type).kind)


def searched(x, axis):
    """The tensor, bools as numbers, and the axis. Raises InvalidArgumentError for a number without axes."""
    if not x.ndim:
        raise InvalidArgumentError("Expected dimension in the range [0, 0), but got 0 [Op:ArgMax]")
    return x.to(int8.kind) if x.array.dtype.kind == "b" else x, 0 if axis is None else axis
