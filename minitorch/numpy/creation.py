"""New tensors, in NumPy's element types: floats are float64."""

import numpy as np

from .. import dtypes
from ..tensors import from_numpy
from .arrays import as_floating, as_tensor, cast, element_type, in_common_type, mt


def array(object, dtype=None, *, copy=True, ndmin=0):
    """Return a tensor with a copy of numbers, nested lists, arrays or tensors; gradients pass to such tensors.

    copy    False or None: share the memory of an array or tensor if possible
    ndmin   the least number of dimensions; missing ones are added in front, with size 1

    Raises TypeError for data of an unsupported type, such as text.
    """
    x = cast(as_tensor(object), element_type(dtype))
    x = x.clone() if copy else x
    return x.reshape((1,) * (ndmin - x.ndim) + tuple(x.shape)) if x.ndim < ndmin else x


def asarray(a, dtype=None, *, copy=None):
    """Return `a` as a tensor that shares its memory if possible; copy=True: a copy. Raises TypeError as array does."""
    return array(a, dtype, copy=bool(copy))


asanyarray = asarray


def ascontiguousarray(a, dtype=None):
    """Return `a` as a contiguous tensor; itself if it is contiguous."""
    return asarray(a, dtype).contiguous()


def copy(a):
    """Return a copy; gradients pass through it. Any shape."""
    return array(a)


def astype(x, dtype, /, *, copy=True):
    """Return x in another element type; copy=False: x itself if it has this type. Any shape."""
    return array(x, dtype, copy=copy)


def made(theirs, *args, dtype):
    return from_numpy(theirs(*args, dtype=element_type(dtype) or float))


def sizes(shape):
    return shape if isinstance(shape, int) else tuple(map(int, shape))


def zeros(shape, dtype=float):
    """Return a tensor of zeros; shape is a number or several."""
    return made(np.zeros, sizes(shape), dtype=dtype)


def ones(shape, dtype=float):
    """Return a tensor of ones; shape as in zeros."""
    return made(np.ones, sizes(shape), dtype=dtype)


def empty(shape, dtype=float):
    """Return a tensor with uninitialised memory; shape as in zeros."""
    return made(np.empty, sizes(shape), dtype=dtype)


def full(shape, fill_value, dtype=None):
    """Return a tensor filled with fill_value, a number or a tensor that broadcasts; its own element type, or dtype."""
    value = cast(as_tensor(fill_value), element_type(dtype))
    shape = sizes(shape)
    return value.expand((shape,) if isinstance(shape, int) else shape).clone()


def zeros_like(a, dtype=None, *, shape=None):
    """Return zeros with a's shape and element type, unless shape or dtype is given."""
    return full_like(a, 0, dtype, shape=shape)


def ones_like(a, dtype=None, *, shape=None):
    """Return ones. Arguments as in zeros_like."""
    return full_like(a, 1, dtype, shape=shape)


def empty_like(prototype, dtype=None, *, shape=None):
    """Return uninitialised memory with prototype's shape and element type, unless shape or dtype is given."""
    return full_like(prototype, 0, dtype, shape=shape)


def full_like(a, fill_value, dtype=None, *, shape=None):
    """Return fill_value everywhere, with a's shape and element type, unless shape or dtype is given."""
    x = as_tensor(a)
    return full(x.shape if shape is None else shape, fill_value, dtype or x.dtype)


def arange(start, stop=None, step=1, dtype=None):
    """Return start, start + step, … below stop; arange(stop) counts from 0. Integers stay integers."""
    low, high = (0, start) if stop is None else (start, stop)
    return from_numpy(np.arange(low, high, step, element_type(dtype)))


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None):
    """Return num numbers at equal distances from start to stop along a new axis 0; start and stop broadcast.

    endpoint   whether stop is the last of them
    retstep    return (numbers, distance)

    Gradients pass to start and stop.
    """
    start, stop = as_floating(start), as_floating(stop)
    start, stop = in_common_type(start, stop)
    parts = num - 1 if endpoint else num
    step = (stop - start) / max(parts, 1)
    at = cast(from_numpy(np.arange(num).reshape((-1,) + (1,) * max(start.ndim, stop.ndim))), start.array.dtype)
    found = start + at * step
    if endpoint and num > 1:
        found = mt.cat([found[:-1], stop.expand(found.shape[1:]).unsqueeze(0)])  # the last number has no rounding error
    found = cast(found, element_type(dtype))
    return (found, step) if retstep else found


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    """Return base to the power of each number of linspace. Arguments as in linspace."""
    return cast(mt.pow(base, linspace(start, stop, num, endpoint)), element_type(dtype))


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    """Return num numbers from start to stop, both positive, with a constant ratio. Arguments as in linspace."""
    start, stop = as_floating(start), as_floating(stop)
    return cast(mt.exp(linspace(mt.log(start), mt.log(stop), num, endpoint)), element_type(dtype))


def eye(N, M=None, k=0, dtype=float):
    """Return an (N, M) matrix with 1 on its k-th diagonal and 0 elsewhere; M=None means N."""
    return from_numpy(np.eye(N, M, k, element_type(dtype)))


def identity(n, dtype=float):
    """Return eye(n)."""
    return eye(n, dtype=dtype)


def tri(N, M=None, k=0, dtype=float):
    """Return an (N, M) matrix with 1 on and below its k-th diagonal, and 0 above."""
    return from_numpy(np.tri(N, M, k, element_type(dtype)))


def diag(v, k=0):
    """Return the k-th diagonal of a matrix v, or a matrix with the vector v on its k-th diagonal."""
    return mt.diag(as_tensor(v), k)


def diagflat(v, k=0):
    """Return a matrix with the elements of v on its k-th diagonal."""
    return mt.diag(as_tensor(v).reshape(-1), k)


def tril(m, k=0):
    """Set elements above the k-th diagonal of the matrices m (*, n, m) to 0, in a new tensor."""
    return mt.tril(as_tensor(m), k)


def triu(m, k=0):
    """Set elements below the k-th diagonal of the matrices m (*, n, m) to 0, in a new tensor."""
    return mt.triu(as_tensor(m), k)


def meshgrid(*xi, indexing="xy"):
    """Return the coordinates of a grid, one tensor for each of the vectors xi.

    indexing   "xy": the first vector along axis 1; "ij": along axis 0
    """
    vectors = [as_tensor(x).reshape(-1) for x in xi]
    order = [1, 0, *range(2, len(xi))] if indexing == "xy" and len(xi) > 1 else list(range(len(xi)))
    shape = [vectors[one].shape[0] for one in order]
    rows = [x.reshape([-1 if one == axis else 1 for one in order]) for axis, x in enumerate(vectors)]
    return tuple(x.expand(shape).clone() for x in rows)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """Call function with the coordinates of each element of a shape, one tensor for each axis, and kwargs."""
    return function(*map(from_numpy, np.indices(shape, dtype=element_type(dtype))), **kwargs)


def frombuffer(buffer, dtype=float, count=-1, offset=0):
    """Return a vector of count elements (-1: all) in the memory of a buffer, from byte offset on."""
    return from_numpy(np.frombuffer(buffer, element_type(dtype), count, offset))


def result_type(*arrays_and_dtypes):
    """Return the element type that a result computed from these arrays and types has, by NumPy's rule."""
    given = [x if type(x) in (int, float, complex) else element_type(x) if isinstance(x, dtypes.dtype | type | str)
             else as_tensor(x).array.dtype for x in arrays_and_dtypes]
    return dtypes.BY_NUMPY[np.result_type(*given)]


def promote_types(type1, type2):
    """Return the smallest element type that can store type1's and type2's numbers, by NumPy's rule."""
    return dtypes.BY_NUMPY[np.promote_types(element_type(type1), element_type(type2))]


def can_cast(from_, to, casting="safe"):
    """Return True if the element type from_ may become `to`, by NumPy's rule.

    casting   "no", "safe", "same_kind" or "unsafe"
    """
    return bool(np.can_cast(element_type(getattr(from_, "dtype", from_)), element_type(to), casting))
