"""keras.ops that reduce arrays, over some axes or all, as NumPy does."""

from ....dtypes import int32
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from ...functions.reduction import axes, product
from ...functions.table import floats


@function("x | initial")
def max(x, axis=None, keepdims=False, initial=None):
    """Find the largest, and no less than `initial`."""
    found = mt.amax(x, axes(x, axis), keepdims)
    return found if initial is None else mt.maximum(found, initial.to(x.dtype))


@function("x | initial")
def min(x, axis=None, keepdims=False, initial=None):
    """Find the smallest, and no more than `initial`."""
    found = mt.amin(x, axes(x, axis), keepdims)
    return found if initial is None else mt.minimum(found, initial.to(x.dtype))


@function("x")
def prod(x, axis=None, keepdims=False, dtype=None):
    """Multiply over axes."""
    return product(x if dtype is None else x.to(as_dtype(dtype).kind), axes(x, axis), keepdims)


@function("x")
def argmax(x, axis=None, keepdims=False):
    """Tell where the largest is."""
    return mt.argmax(x, axis, keepdims).to(int32)


@function("x")
def argmin(x, axis=None, keepdims=False):
    """Tell where the smallest is."""
    return mt.argmin(x, axis, keepdims).to(int32)


@function("x")
def cumsum(x, axis=None, dtype=None):
    """Add up all so far."""
    return mt.cumsum(x.reshape(-1) if axis is None else x, axis or 0, dtype=dtype and as_dtype(dtype).kind)


@function("x")
def cumprod(x, axis=None, dtype=None):
    """Multiply all so far."""
    return mt.cumprod(x.reshape(-1) if axis is None else x, axis or 0, dtype=dtype and as_dtype(dtype).kind)


@function("x")
def count_nonzero(x, axis=None):
    """Count what is not zero."""
    return mt.sum((x != 0).to(int32), axes(x, axis)).to(int32)


@function("x | weights")
def average(x, axis=None, weights=None):
    """Take the mean, by weights, of the shape of x or of its axis, where they are given."""
    if weights is None:
        return mt.mean(floats(x), axes(x, axis))
    if weights.ndim < x.ndim and axis is not None:
        weights = weights.reshape([-1 if i == axis % x.ndim else 1 for i in range(x.ndim)])
    return mt.sum(x * weights, axes(x, axis)) / mt.sum(weights.expand(x.shape), axes(x, axis))


@function("x")
def norm(x, ord=None, axis=None, keepdims=False):
    """Compute the length of vectors, or a norm of matrices: ord is 1, 2, inf; None: 2."""
    return mt.norm(floats(x), 2 if ord is None else ord, axes(x, axis), keepdims)


@function("x")
def median(x, axis=None, keepdims=False):
    """Find the middle one of all in order."""
    return mt.quantile(floats(x), 0.5, axis, keepdims)


@function("x")
def quantile(x, q, axis=None, method="linear", keepdims=False):
    """Find the number below which a share of all lies.

    q        the share, from 0 to 1, or several
    method   how to come to a number between two: "linear", "lower", "higher", "midpoint" or "nearest"
    """
    q = q if isinstance(q, float) else mt.tensor(q, dtype=floats(x).dtype)
    return mt.quantile(floats(x), q, axis, keepdims, interpolation=method)


@function("a")
def diff(a, n=1, axis=-1):
    """Take differences between neighbours, n times."""
    for _ in range(n):
        size = a.shape[axis]
        a = mt.narrow(a, axis, 1, size - 1) - mt.narrow(a, axis, 0, size - 1)
    return a


table = {name: value for name, value in globals().items() if hasattr(value, "function")}
