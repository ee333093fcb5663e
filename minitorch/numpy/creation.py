"""New tensors, in NumPy's element types: floats are float64."""

import numpy as np

from .. import dtypes
from ..tensors import from_numpy
from .arrays import as_tensor, cast, element_type, floating, mt, together


def array(object, dtype=None, *, copy=True, ndmin=0):
    """A tensor with a copy of numbers, nested lists, arrays or tensors; gradients reach the tensors among them.

    copy    False or None: share the memory of an array or tensor where that can be
    ndmin   the least number of dimensions: others of size 1 are put first

    Raises TypeError for data without an element type here, such as text.
    """
    x = cast(as_tensor(object), element_type(dtype))
    x = x.clone() if copy else x
    return x.reshape((1,) * (ndmin - x.ndim) + tuple(x.shape)) if x.ndim < ndmin else x


def asarray(a, dtype=None, *, copy=None):
    """`a` as a tensor, sharing its memory where that can be; copy=True: never. Raises TypeError as array does."""
    return array(a, dtype, copy=bool(copy))


asanyarray = asarray


def ascontiguousarray(a, dtype=None):
    """`a` as a tensor whose elements lie row after row; itself if they do."""
    return asarray(a, dtype).contiguous()


def copy(a):
    """A copy; the gradient passes through it. Any shape."""
    return array(a)


def astype(x, dtype, /, *, copy=True):
    """x in another element type; copy=False: x itself where that is its own. Any shape."""
    return array(x, dtype, copy=copy)


def made(theirs, *args, dtype):
    return from_numpy(theirs(*args, dtype=element_type(dtype) or float))


def sizes(shape):
    return shape if isinstance(shape, int) else tuple(map(int, shape))


def zeros(shape, dtype=float):
    """0 everywhere; shape is a number or several."""
    return made(np.zeros, sizes(shape), dtype=dtype)


def ones(shape, dtype=float):
    """1 everywhere; shape as zeros'."""
    return made(np.ones, sizes(shape), dtype=dtype)


def empty(shape, dtype=float):
    """Memory that was not written to; shape as zeros'."""
    return made(np.empty, sizes(shape), dtype=dtype)


def full(shape, fill_value, dtype=None):
    """fill_value, a number or what broadcasts, everywhere; in its own element type unless dtype is another."""
    value = cast(as_tensor(fill_value), element_type(dtype))
    shape = sizes(shape)
    return value.expand((shape,) if isinstance(shape, int) else shape).clone()


def zeros_like(a, dtype=None, *, shape=None):
    """0 everywhere, in a's shape and element type, unless shape or dtype is another."""
    return full_like(a, 0, dtype, shape=shape)


def ones_like(a, dtype=None, *, shape=None):
    """1 everywhere. Arguments as zeros_like's."""
    return full_like(a, 1, dtype, shape=shape)


def empty_like(prototype, dtype=None, *, shape=None):
    """Memory to be written to, in prototype's shape and element type, unless shape or dtype is another."""
    return full_like(prototype, 0, dtype, shape=shape)


def full_like(a, fill_value, dtype=None, *, shape=None):
    """fill_value everywhere, in a's shape and element type, unless shape or dtype is another."""
    x = as_tensor(a)
    return full(x.shape if shape is None else shape, fill_value, dtype or x.dtype)


def arange(start, stop=None, step=1, dtype=None):
    """start, start + step, … below stop; arange(stop) counts from 0. Integers stay integers."""
    low, high = (0, start) if stop is None else (start, stop)
    return from_numpy(np.arange(low, high, step, element_type(dtype)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    """num numbers at equal distances from start to stop, which broadcast; they come along axis 0.

    endpoint   whether stop is the last of them
    retstep    give (numbers, distance)

    Gradients reach start and stop.
    """
    start, stop = floating(start), floating(stop)
    start, stop = together(start, stop)
    parts = num - 1 if endpoint else num
    step = (stop - start) / max(parts, 1)
    at = cast(from_numpy(np.arange(num).reshape((-1,) + (1,) * max(start.ndim, stop.ndim))), start.array.dtype)
    found = start + at * step
    if endpoint and num > 1:
        found = mt.cat([found[:-1], stop.expand(found.shape[1:]).unsqueeze(0)])      # rounding leaves no trace there
    found = cast(found, element_type(dtype))
    return (found, step) if retstep else found


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    """base to the powers of linspace. Arguments as linspace's."""
    return cast(mt.pow(base, linspace(start, stop, num, endpoint)), element_type(dtype))


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    """num numbers from start to stop, both positive, each the same multiple of the last. Arguments as linspace's."""
    return cast(mt.exp(linspace(mt.log(floating(start)), mt.log(floating(stop)), num, endpoint)), element_type(dtype))


def eye(N, M=None, k=0, dtype=float):
    """1 on the k-th diagonal of an (N, M) matrix, M being N if None, and 0 elsewhere."""
    return from_numpy(np.eye(N, M, k, element_type(dtype)))


def identity(n, dtype=float):
    """eye(n)."""
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float):
    """1 on the k-th diagonal of an (N, M) matrix and below it, 0 above."""
    return from_numpy(np.tri(N, M, k, element_type(dtype)))


def diag(v, k=0):
    """The k-th diagonal of a matrix, or the matrix that has a vector v there."""
    return mt.diag(as_tensor(v), k)


def diagflat(v, k=0):
    """The matrix with the flat v on its k-th diagonal."""
    return mt.diag(as_tensor(v).reshape(-1), k)


def tril(m, k=0):
    """0 above the k-th diagonal of the matrices m (*, n, m)."""
    return mt.tril(as_tensor(m), k)


def triu(m, k=0):
    """0 below the k-th diagonal of the matrices m (*, n, m)."""
    return mt.triu(as_tensor(m), k)


def meshgrid(*xi, indexing="xy"):
    """The coordinates of a grid, one tensor for each of the vectors xi.

    indexing   "xy": the first vector along axis 1; "ij": along axis 0
    """
    vectors = [as_tensor(x).reshape(-1) for x in xi]
    order = [1, 0, *range(2, len(xi))] if indexing == "xy" and len(xi) > 1 else list(range(len(xi)))
    shape = [vectors[one].shape[0] for one in order]
    rows = [x.reshape([-1 if one == axis else 1 for one in order]) for axis, x in enumerate(vectors)]
    return tuple(x.expand(shape).clone() for x in rows)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """function of the coordinates of each place of a shape, a tensor for each axis; kwargs go to it too."""
    return function(*map(from_numpy, np.indices(shape, dtype=element_type(dtype))), **kwargs)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    """A vector on the memory of a buffer, of count elements (-1: all) from byte offset on."""
    return from_numpy(np.frombuffer(buffer, element_type(dtype), count, offset))


def result_type(*arrays_and_dtypes):
    """The element type of what is computed of these, by NumPy's rule."""
    given = [x if type(x) in (int, float, complex) else element_type(x) if isinstance(x, dtypes.dtype | type | str)
             else as_tensor(x).array.dtype for x in arrays_and_dtypes]
    return dtypes.BY_NUMPY[np.result_type(*given)]


def promote_types(type1, type2):
    """The smallest element type that holds type1's numbers and type2's, by NumPy's rule."""
    return dtypes.BY_NUMPY[np.promote_types(element_type(type1), element_type(type2))]


def can_cast(from_, to, casting="safe"):
    """Whether the element type from_ may become `to`, by NumPy's rule.

    casting   "no", "safe", "same_kind" or "unsafe"
    """
    return bool(np.can_cast(element_type(getattr(from_, "dtype", from_)), element_type(to), casting))
