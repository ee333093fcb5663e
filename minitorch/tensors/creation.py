"""Make tensors from data, as a copy or on shared memory."""

import numpy as np

from .. import backend, dtypes
from ..backend.memory import on_a_line
from ..runtime.detached import DetachedBy
from ..runtime.grad_modes import inferring
from .arrays import to_array
from .tensor import Tensor, tensor_of


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """Return a new tensor with a copy of `data`: a number, nested lists, an array or a tensor.

    dtype   default: float32 for floats, int64 for integers, bool for bools; for an array, the array's own

    Raises TypeError for data without a dtype in minitorch, such as text.

    >>> tensor([[1.0, 2.0], [3.0, 4.0]]).sum()
    tensor(10.)
    """
    kind = None if dtype is None else dtypes.as_dtype(dtype).numpy
    array = to_array(data, kind)
    check_fits(data, array, kind)
    kind = kind or array.dtype
    out = tensor_of(backend.move(on_a_line(np.array(array, kind, order="C")) if type(array) is np.ndarray
                             else array.astype(kind), device or target_device(data, array)))
    if out.array.dtype not in dtypes.BY_NUMPY:
        raise TypeError(f"tensor() has no element type for NumPy's {out.array.dtype}.")
    out._counter = inferring.get()
    if requires_grad:
        out.requires_grad = True
    elif type(data) is not np.ndarray and has_graph(data):
        out._detached_by = DetachedBy("tensor(...)")
    return out


def check_fits(data, array, kind):
    """Raise if a dtype cannot store Python's numbers: nan or 300 for uint8, 1j for float32."""
    if kind is None or array.dtype == kind or kind.kind in "bc" or type(data) not in (list, tuple, int, float, complex):
        return
    if array.dtype.kind == "c":
        raise TypeError(f"{kind} cannot hold a complex number: take its real part, or dtype=complex64.")
    if kind.kind in "iu" and array.size:
        for end in (array.min(), array.max()):           # if one element is nan, both are nan
            dtypes.fitting(end.item(), kind)


def target_device(data, array):
    """Return the device for a tensor made from `data`: the device of `data` if it is a tensor, else the default."""
    return backend.device_of(array) if isinstance(data, Tensor) else backend.defaults[-1] or backend.device_of(array)


def has_graph(data):
    """Return whether `data` is a tensor in a graph, or a list that contains such a tensor."""
    return getattr(data, "_node", None) is not None or type(data) in (list, tuple) and any(
        getattr(x, "_node", None) is not None for x in data)


def as_tensor(data, dtype=None, device=None):
    """Return `data` as a tensor that shares its memory if possible."""
    if isinstance(data, Tensor) and (dtype is None or data.dtype is dtype) and device is None:
        return data
    kind = None if dtype is None else dtypes.as_dtype(dtype).numpy
    array = to_array(data, kind)
    check_fits(data, array, kind)
    if kind is not None:
        array = array.astype(kind, copy=False)
    return tensor_of(backend.move(array, device or target_device(data, array)))


def from_numpy(ndarray):
    """Return a tensor that shares the memory of a NumPy array (ndarray): a change to one also changes the other.

    array (*) -> (*)

    Raises TypeError if ndarray is not a NumPy array.

    >>> minitorch.from_numpy(np.arange(3))
    tensor([0, 1, 2])
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    if ndarray.dtype not in dtypes.BY_NUMPY:
        raise TypeError(f"can't convert np.ndarray of type {ndarray.dtype}. The supported types are: "
                        + ", ".join(d.name for d in dtypes.ALL) + ".")
    return tensor_of(ndarray)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """Return a vector of the numbers of a dtype in a buffer, bytes or a bytearray, which shares the buffer's memory.

    count    the number of elements; -1: all
    offset   the number of bytes to skip at the start

    Raises ValueError if the buffer is too small, or if its size is no multiple of the dtype's size.

    >>> frombuffer(bytearray(b"ab"), dtype=minitorch.uint8)
    tensor([97, 98], dtype=minitorch.uint8)
    """
    out = tensor_of(np.frombuffer(buffer, dtypes.as_dtype(dtype).numpy, count, offset))
    return out.requires_grad_() if requires_grad else out


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """Return `obj` as a tensor, which shares its memory if possible, unless copy=True."""
    out = as_tensor(obj, dtype, device)
    out = out.detach().clone() if copy else out
    return out.requires_grad_() if requires_grad else out
