"""Reductions over axes (sums, means, maxima, …), and cumulative sums and products along an axis."""

import numpy as np

from .arrays import as_floating, as_tensor, axes_of, axis_of, cast, element_type, in_common_type, mt, to_out


def accumulator(x, dtype):
    """Return the element type in which NumPy adds x: int64 for integers and bools, else x's own type."""
    return element_type(dtype) or (np.dtype("int64") if x.array.dtype.kind in "biu" else x.array.dtype)


def reduce_axes(engine, x, axis, keepdims, *settings):
    """Return the result of the engine's reduction; x itself if there are no axes to reduce."""
    over = axes_of(axis, x.ndim)
    return engine(x, over, *settings, keepdims) if over else engine(x.unsqueeze(-1), (-1,), *settings, False)


def sum(a, axis=None, dtype=None, out=None, keepdims=False):
    """Return the sum over axis: a number, several, or None for all. Integers are added in int64.

    axis, keepdims   which axes, and whether they stay with size 1
    dtype, out       the element type to add in; a tensor to write the result into
    """
    x = as_tensor(a)
    x = cast(x, accumulator(x, dtype))
    return to_out(reduce_axes(mt.sum, x, axis, keepdims), out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """Return the product over axis. Arguments as in sum."""
    x = as_tensor(a)
    x = cast(x, accumulator(x, dtype))
    for one in sorted(axes_of(axis, x.ndim), reverse=True):
        x = mt.prod(x, one, keepdims)
    return to_out(x, out)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    """Return the mean over axis; for integers in float64. Arguments as in sum."""
    x = as_floating(a) if dtype is None else cast(as_tensor(a), element_type(dtype))
    return to_out(reduce_axes(mt.mean, x, axis, keepdims), out)


def spread(engine, a, axis, dtype, out, ddof, keepdims):
    x = as_floating(a) if dtype is None else cast(as_tensor(a), element_type(dtype))
    over = axes_of(axis, x.ndim) if x.ndim else (0,)
    return to_out(engine(x if x.ndim else x.unsqueeze(0), over, keepdim=keepdims, correction=ddof), out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Return the variance over axis: the sum of squared deviations, divided by n − ddof. Other arguments as in sum."""
    return spread(mt.var, a, axis, dtype, out, ddof, keepdims)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Return the square root of var. Arguments as in var."""
    return spread(mt.std, a, axis, dtype, out, ddof, keepdims)


def max(a, axis=None, out=None, keepdims=False):
    """Return the largest number over axis; equal numbers share the gradient. Arguments as in sum."""
    return to_out(reduce_axes(mt.amax, as_tensor(a), axis, keepdims), out)


def min(a, axis=None, out=None, keepdims=False):
    """Return the smallest number over axis; equal numbers share the gradient. Arguments as in sum."""
    return to_out(reduce_axes(mt.amin, as_tensor(a), axis, keepdims), out)


def ptp(a, axis=None, out=None, keepdims=False):
    """Return the largest number minus the smallest. Arguments as in sum."""
    return to_out(max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims), out)


def all(a, axis=None, out=None, keepdims=False):
    """Return whether all elements over axis are true. Arguments as in sum."""
    return to_out(reduce_axes(mt.all, cast(as_tensor(a), np.dtype(bool)), axis, keepdims), out)


def any(a, axis=None, out=None, keepdims=False):
    """Return whether any element over axis is true. Arguments as in sum."""
    return to_out(reduce_axes(mt.any, cast(as_tensor(a), np.dtype(bool)), axis, keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False):
    """Return how many elements over axis are not 0. Arguments as in sum."""
    return sum(as_tensor(a) != 0, axis, keepdims=keepdims)


def position(engine, a, axis, out, keepdims):
    x = as_tensor(a)
    found = engine(x, axis, keepdims) if axis is not None else engine(x)
    return to_out(found.reshape((1,) * x.ndim) if keepdims and axis is None else found, out)


def argmax(a, axis=None, out=None, *, keepdims=False):
    """Return the index of the largest element along axis; None: in the flat tensor. Arguments as in sum."""
    return position(mt.argmax, a, axis, out, keepdims)


def argmin(a, axis=None, out=None, *, keepdims=False):
    """Return the index of the smallest element along axis. Arguments as in argmax."""
    return position(mt.argmin, a, axis, out, keepdims)


def running(engine, a, axis, dtype, out):
    x = as_tensor(a)
    x = cast(x, accumulator(x, dtype))
    return to_out(engine(x.reshape(-1) if axis is None else x, 0 if axis is None else axis_of(axis, x.ndim)), out)


def cumsum(a, axis=None, dtype=None, out=None):
    """Return running sums along axis; None: of the flat tensor. Other arguments as in sum."""
    return running(mt.cumsum, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Return running products along axis. Arguments as in cumsum."""
    return running(mt.cumprod, a, axis, dtype, out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """Return the mean over axis, with a weight for each number.

    weights    of a's shape, or one for each index of a single axis; None: all 1
    returned   True: return (average, sum of the weights)
    """
    x = as_floating(a)
    if weights is None:
        found = mean(x, axis, keepdims=keepdims)
        return (found, mt.full_like(found, x.numel() / (found.numel() or 1))) if returned else found
    x, w = in_common_type(x, weights)
    if w.ndim != x.ndim:
        sizes = [1] * x.ndim
        sizes[axis_of(axis, x.ndim)] = -1
        w = w.reshape(sizes).expand(x.shape)
    total = sum(w, axis, keepdims=keepdims)
    found = sum(x * w, axis, keepdims=keepdims) / total
    return (found, total) if returned else found


def without_nan(name, reduce, fill):
    """Return a reduction that ignores nan, by replacing nan with `fill`, which does not change the result."""
    def call(a, axis=None, out=None, keepdims=False):
        x = as_floating(a)
        return reduce(mt.where(mt.isnan(x), fill, x), axis, out=out, keepdims=keepdims)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Return `{reduce.__name__}` of the elements that are not nan. Arguments as in sum."
    return call


nansum, nanprod = without_nan("nansum", sum, 0.0), without_nan("nanprod", prod, 1.0)
nanmax, nanmin = without_nan("nanmax", max, -np.inf), without_nan("nanmin", min, np.inf)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    """Return the mean over axis of the numbers that are not nan. Arguments as in sum."""
    x = cast(as_floating(a), element_type(dtype))
    return to_out(nansum(x, axis, keepdims=keepdims) / sum(~mt.isnan(x), axis, keepdims=keepdims), out)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Return the variance over axis of the numbers that are not nan. Arguments as in var."""
    x = cast(as_floating(a), element_type(dtype))
    squares = mt.square(x - nanmean(x, axis, keepdims=True))
    return to_out(nansum(squares, axis, keepdims=keepdims) / (sum(~mt.isnan(x), axis, keepdims=keepdims) - ddof), out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """Return the square root of nanvar. Arguments as in var."""
    return to_out(mt.sqrt(nanvar(a, axis, dtype, None, ddof, keepdims)), out)


amax, amin = max, min
