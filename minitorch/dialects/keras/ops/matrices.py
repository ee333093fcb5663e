"""keras.ops that look things up, put them in order, and multiply matrices."""

from ....dtypes import int32
from ...core.engine import mt
from ...core.lift import function
from .elementwise import promoted


@function("x | indices")
def take(x, indices, axis=None):
    """What stands at these places, the last one being -1.

    indices   whole numbers
    """
    x, dim = (x.reshape(-1), 0) if axis is None else (x, axis % x.ndim)
    indices = indices.long()
    places = mt.where(indices < 0, indices + x.shape[dim], indices)
    found = mt.index_select(x, dim, places.reshape(-1))
    return found.reshape((*x.shape[:dim], *indices.shape, *x.shape[dim + 1:]))


@function("x | indices")
def take_along_axis(x, indices, axis=None):
    """What stands at these places, row by row.

    indices   whole numbers, of the shape of the result
    """
    indices = indices.long()
    return mt.gather(x.reshape(-1), 0, indices.reshape(-1)) if axis is None else mt.take_along_dim(x, indices, axis)


@function("x")
def sort(x, axis=-1):
    """In order."""
    return mt.sort(x, axis, stable=True)[0]


@function("x")
def argsort(x, axis=-1):
    """The places of all in order."""
    return mt.argsort(x, axis, stable=True).to(int32)


@function("x")
def top_k(x, k, sorted=True):
    """(the k largest of the last axis, where they are)."""
    values, places = mt.topk(x, k, -1)
    return values, places.to(int32)


@function("x1 | x2")
def matmul(x1, x2):
    """Products of matrices."""
    return mt.matmul(*promoted(x1, x2))


@function("x1 | x2")
def dot(x1, x2):
    """The product of vectors, matrices, or more axes: the last one with the last but one."""
    x1, x2 = promoted(x1, x2)
    if not x1.ndim or not x2.ndim:
        return x1 * x2
    return mt.tensordot(x1, x2, ([-1], [-2 if x2.ndim > 1 else -1]))


@function("x1 | x2")
def tensordot(x1, x2, axes=2):
    """The sum of products over some axes."""
    pair = axes if isinstance(axes, int) else tuple([part] if isinstance(part, int) else list(part) for part in axes)
    return mt.tensordot(*promoted(x1, x2), pair)


@function("x1 | x2")
def outer(x1, x2):
    """Each of one times each of the other."""
    return mt.outer(x1.reshape(-1), x2.reshape(-1))


@function("x")
def tril(x, k=0):
    """Zeros above a diagonal."""
    return mt.tril(x, k)


@function("x")
def triu(x, k=0):
    """Zeros below a diagonal."""
    return mt.triu(x, k)


@function("x")
def diag(x, k=0):
    """The diagonal of a matrix, or the matrix of a diagonal."""
    return mt.diag(x, k)


@function("x")
def diagonal(x, offset=0, axis1=0, axis2=1):
    """A diagonal."""
    return mt.diagonal(x, offset, axis1, axis2)


@function("x")
def trace(x, offset=0, axis1=0, axis2=1):
    """The sum of a diagonal."""
    return mt.sum(mt.diagonal(x, offset, axis1, axis2), -1)


@function("a")
def diff(a, n=1, axis=-1):
    """Differences between neighbours.

    n   how often
    """
    for _ in range(n):
        size = a.shape[axis]
        a = mt.narrow(a, axis, 1, size - 1) - mt.narrow(a, axis, 0, size - 1)
    return a


table = {name: value for name, value in globals().items() if hasattr(value, "function")}
