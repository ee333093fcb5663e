"""keras.ops that reduce arrays: sums, means, extremes, over some axes or all."""

from ....dtypes import int32
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function


def axes(x, axis):
    """An axis, several, or all, as the engine takes them."""
    return tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)


def floats(x):
    """Whole numbers as floats."""
    return x if x.is_floating_point() or x.dtype.is_complex else x.float()


def reduced(name, run, doc):
    def body(x, axis=None, keepdims=False):
        return run(x, axes(x, axis), keepdims)
    body.__name__, body.__doc__ = name, doc
    return function("x")(body)


def over_each(check):
    """A check over several axes, one after the other."""
    def run(x, dims, keepdims):
        x = x.bool()
        for dim in sorted((d % x.ndim for d in dims), reverse=True):
            x = check(x, dim, keepdims)
        return x
    return run


all = reduced("all", over_each(mt.all), "Whether all are true.")
any = reduced("any", over_each(mt.any), "Whether one is true.")
amax = reduced("amax", lambda x, dims, keep: mt.amax(x, dims, keep), "The largest.")
amin = reduced("amin", lambda x, dims, keep: mt.amin(x, dims, keep), "The smallest.")
mean = reduced("mean", lambda x, dims, keep: mt.mean(floats(x), dims, keep), "The mean.")
std = reduced("std", lambda x, dims, keep: mt.std(floats(x), dims, correction=0, keepdim=keep), "The spread.")
var = reduced("var", lambda x, dims, keep: mt.var(floats(x), dims, correction=0, keepdim=keep), "The variance.")
logsumexp = reduced("logsumexp", lambda x, dims, keep: mt.logsumexp(floats(x), dims, keep), "log of the sum of exp.")
sum = reduced("sum", lambda x, dims, keep: mt.sum(x, dims, keep) if x.is_floating_point() else mt.sum(
    x, dims, keep).to(int32 if x.dtype.itemsize < 8 else x.dtype), "The sum.")
median = reduced("median", lambda x, dims, keep: mt.quantile(floats(x), 0.5, dims[0] if len(dims) < x.ndim else None,
                                                            keep), "The middle one of all in order.")


@function("x | initial")
def max(x, axis=None, keepdims=False, initial=None):
    """The largest, and no less than `initial`."""
    found = mt.amax(x, axes(x, axis), keepdims)
    return found if initial is None else mt.maximum(found, initial.to(x.dtype))


@function("x | initial")
def min(x, axis=None, keepdims=False, initial=None):
    """The smallest, and no more than `initial`."""
    found = mt.amin(x, axes(x, axis), keepdims)
    return found if initial is None else mt.minimum(found, initial.to(x.dtype))


@function("x")
def prod(x, axis=None, keepdims=False, dtype=None):
    """The product."""
    x = x if dtype is None else x.to(as_dtype(dtype).kind)
    for dim in sorted((d % x.ndim for d in axes(x, axis)), reverse=True):
        x = mt.prod(x, dim, keepdims)
    return x


@function("x")
def argmax(x, axis=None, keepdims=False):
    """Where the largest is."""
    return mt.argmax(x, axis, keepdims).to(int32)


@function("x")
def argmin(x, axis=None, keepdims=False):
    """Where the smallest is."""
    return mt.argmin(x, axis, keepdims).to(int32)


@function("x")
def cumsum(x, axis=None, dtype=None):
    """Sums of all up to each."""
    return mt.cumsum(x.reshape(-1) if axis is None else x, axis or 0, dtype=dtype and as_dtype(dtype).kind)


@function("x")
def cumprod(x, axis=None, dtype=None):
    """Products of all up to each."""
    return mt.cumprod(x.reshape(-1) if axis is None else x, axis or 0, dtype=dtype and as_dtype(dtype).kind)


@function("x")
def count_nonzero(x, axis=None):
    """How many are not zero."""
    return mt.sum((x != 0).to(int32), axes(x, axis)).to(int32)


@function("x | weights")
def average(x, axis=None, weights=None):
    """The mean, by weights where they are given.

    weights   of the shape of x, or of its axis
    """
    if weights is None:
        return mt.mean(floats(x), axes(x, axis))
    if weights.ndim < x.ndim and axis is not None:
        weights = weights.reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
    return mt.sum(x * weights, axes(x, axis)) / mt.sum(weights.expand(x.shape), axes(x, axis))


@function("x")
def norm(x, ord=None, axis=None, keepdims=False):
    """The length of vectors, or a norm of matrices.

    ord   which: 1, 2, inf; None: 2
    """
    return mt.norm(floats(x), 2 if ord is None else ord, axes(x, axis), keepdims)


table = {name: value for name, value in globals().items() if hasattr(value, "function")}
