"""Sums, means, extremes and what else folds axes away, or runs along one."""

import numpy as np

from .arrays import as_tensor, axes_of, axis_of, cast, element_type, floating, mt, together, written


def accumulator(x, dtype):
    """The element type that NumPy adds in: integers and bools in int64, others in their own."""
    return element_type(dtype) or (np.dtype("int64") if x.array.dtype.kind in "biu" else x.array.dtype)


def folded(engine, x, axis, keepdims, *settings):
    """A reduction of the engine's; over no axes it leaves a tensor as it is."""
    over = axes_of(axis, x.ndim)
    return engine(x, over, *settings, keepdims) if over else engine(x.unsqueeze(-1), (-1,), *settings, False)


def sum(a, axis=None, dtype=None, out=None, keepdims=False):
    """The sum over axis: a number, several, or None for all. Integers are added in int64.

    axis, keepdims   which axes, and whether they stay with size 1
    dtype, out       the element type to add in; a tensor to write the result into
    """
    x = as_tensor(a)
    x = cast(x, accumulator(x, dtype))
    return written(folded(mt.sum, x, axis, keepdims), out)


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    """The product over axis. Arguments as sum's."""
    x = as_tensor(a)
    x = cast(x, accumulator(x, dtype))
    for one in sorted(axes_of(axis, x.ndim), reverse=True):
        x = mt.prod(x, one, keepdims)
    return written(x, out)


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    """The mean over axis; of integers in float64. Arguments as sum's."""
    x = floating(a) if dtype is None else cast(as_tensor(a), element_type(dtype))
    return written(folded(mt.mean, x, axis, keepdims), out)


def spread(engine, a, axis, dtype, out, ddof, keepdims):
    x = floating(a) if dtype is None else cast(as_tensor(a), element_type(dtype))
    over = axes_of(axis, x.ndim) if x.ndim else (0,)
    return written(engine(x if x.ndim else x.unsqueeze(0), over, keepdim=keepdims, correction=ddof), out)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The variance over axis: squared distances from the mean, divided by n − ddof. Others as sum's."""
    return spread(mt.var, a, axis, dtype, out, ddof, keepdims)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The square root of var. Arguments as var's."""
    return spread(mt.std, a, axis, dtype, out, ddof, keepdims)


def max(a, axis=None, out=None, keepdims=False):
    """The largest over axis; equal ones share the gradient. Arguments as sum's."""
    return written(folded(mt.amax, as_tensor(a), axis, keepdims), out)


def min(a, axis=None, out=None, keepdims=False):
    """The smallest over axis; equal ones share the gradient. Arguments as sum's."""
    return written(folded(mt.amin, as_tensor(a), axis, keepdims), out)


def ptp(a, axis=None, out=None, keepdims=False):
    """The largest less the smallest. Arguments as sum's."""
    return written(max(a, axis, keepdims=keepdims) - min(a, axis, keepdims=keepdims), out)


def all(a, axis=None, out=None, keepdims=False):
    """Whether all over axis are true. Arguments as sum's."""
    return written(folded(mt.all, cast(as_tensor(a), np.dtype(bool)), axis, keepdims), out)


def any(a, axis=None, out=None, keepdims=False):
    """Whether any over axis is true. Arguments as sum's."""
    return written(folded(mt.any, cast(as_tensor(a), np.dtype(bool)), axis, keepdims), out)


def count_nonzero(a, axis=None, *, keepdims=False):
    """How many over axis are not 0. Arguments as sum's."""
    return sum(as_tensor(a) != 0, axis, keepdims=keepdims)


def position(engine, a, axis, out, keepdims):
    x = as_tensor(a)
    found = engine(x, axis, keepdims) if axis is not None else engine(x)
    return written(found.reshape((1,) * x.ndim) if keepdims and axis is None else found, out)


def argmax(a, axis=None, out=None, *, keepdims=False):
    """Where the largest along axis is; None: counted through the flat tensor. Arguments as sum's."""
    return position(mt.argmax, a, axis, out, keepdims)


def argmin(a, axis=None, out=None, *, keepdims=False):
    """Where the smallest along axis is. Arguments as argmax's."""
    return position(mt.argmin, a, axis, out, keepdims)


def running(engine, a, axis, dtype, out):
    x = as_tensor(a)
    x = cast(x, accumulator(x, dtype))
    return written(engine(x.reshape(-1) if axis is None else x, 0 if axis is None else axis_of(axis, x.ndim)), out)


def cumsum(a, axis=None, dtype=None, out=None):
    """Running sums along axis; None: of the flat tensor. Others as sum's."""
    return running(mt.cumsum, a, axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """Running products along axis. Arguments as cumsum's."""
    return running(mt.cumprod, a, axis, dtype, out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """The mean over axis, each number counted by its weight.

    weights    of a's shape, or one for each place of a single axis; None: all 1
    returned   give (average, sum of the weights)
    """
    x = floating(a)
    if weights is None:
        found = mean(x, axis, keepdims=keepdims)
        return (found, mt.full_like(found, x.numel() / (found.numel() or 1))) if returned else found
    x, w = together(x, weights)
    if w.ndim != x.ndim:
        sizes = [1] * x.ndim
        sizes[axis_of(axis, x.ndim)] = -1
        w = w.reshape(sizes).expand(x.shape)
    total = sum(w, axis, keepdims=keepdims)
    found = sum(x * w, axis, keepdims=keepdims) / total
    return (found, total) if returned else found


def without_nan(name, reduce, fill):
    """A reduction that leaves nan out: `fill` in its place changes nothing."""
    def call(a, axis=None, out=None, keepdims=False):
        x = floating(a)
        return reduce(mt.where(mt.isnan(x), fill, x), axis, out=out, keepdims=keepdims)
    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"`{reduce.__name__}` without the elements that are nan. Arguments as sum's."
    return call


nansum, nanprod = without_nan("nansum", sum, 0.0), without_nan("nanprod", prod, 1.0)
nanmax, nanmin = without_nan("nanmax", max, -np.inf), without_nan("nanmin", min, np.inf)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    """The mean over axis of what is not nan. Arguments as sum's."""
    x = cast(floating(a), element_type(dtype))
    return written(nansum(x, axis, keepdims=keepdims) / sum(~mt.isnan(x), axis, keepdims=keepdims), out)


def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The variance over axis of what is not nan. Arguments as var's."""
    x = cast(floating(a), element_type(dtype))
    squares = mt.square(x - nanmean(x, axis, keepdims=True))
    return written(nansum(squares, axis, keepdims=keepdims) / (sum(~mt.isnan(x), axis, keepdims=keepdims) - ddof), out)


def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    """The square root of nanvar. Arguments as var's."""
    return written(mt.sqrt(nanvar(a, axis, dtype, None, ddof, keepdims)), out)


amax, amin = max, min
