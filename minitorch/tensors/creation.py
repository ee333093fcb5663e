"""New tensors from data: copied, shared, or taken as they are."""

import numpy as np

from .. import backend, dtypes
from ..memory import on_a_line
from ..runtime.detached import DetachedBy
from ..runtime.grad_modes import inferring
from .arrays import to_array
from .tensor import Size, Tensor, plain


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A new tensor with a copy of `data`: a number, nested lists, an array or a tensor.

    dtype   default: float32 for floats, int64 for integers, bool; an array's own

    Raises TypeError for data without a dtype here, such as text.

    >>> tensor([[1.0, 2.0], [3.0, 4.0]]).sum()
    tensor(10.)
    """
    kind = None if dtype is None else dtypes.as_dtype(dtype).numpy
    array = to_array(data, kind)
    check_fits(data, array, kind)
    kind = kind or array.dtype
    out = plain(backend.move(on_a_line(np.array(array, kind, order="C")) if type(array) is np.ndarray
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
    """Raise if Python's numbers are not among those of the dtype: nan or 300 for uint8, 1j for float32."""
    if kind is None or array.dtype == kind or kind.kind in "bc" or type(data) not in (list, tuple, int, float, complex):
        return
    if array.dtype.kind == "c":
        raise TypeError(f"a complex number is none of {kind}: take its real part, or dtype=complex64.")
    if kind.kind in "iu" and array.size:
        for end in (array.min(), array.max()):           # nan, if there is one, is both
            dtypes.fitting(end.item(), kind)


def target_device(data, array):
    """Return the device for a tensor made from `data`: a tensor's own, or the default device."""
    return backend.device_of(array) if isinstance(data, Tensor) else backend.defaults[-1] or backend.device_of(array)


def has_graph(data):
    """Return whether `data` is a tensor in a graph, or a list with one in it."""
    return getattr(data, "_node", None) is not None or type(data) in (list, tuple) and any(
        getattr(x, "_node", None) is not None for x in data)


def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, sharing its memory where it can."""
    if isinstance(data, Tensor) and (dtype is None or data.dtype is dtype) and device is None:
        return data
    kind = None if dtype is None else dtypes.as_dtype(dtype).numpy
    array = to_array(data, kind)
    check_fits(data, array, kind)
    if kind is not None:
        array = array.astype(kind, copy=False)
    return plain(backend.move(array, device or target_device(data, array)))


def from_numpy(ndarray):
    """A tensor on the memory of a NumPy array (ndarray): a change to one is seen in the other.

    array (*) -> (*)

    Raises TypeError for what is no NumPy array.

    >>> minitorch.from_numpy(np.arange(3))
    tensor([0, 1, 2])
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    if ndarray.dtype not in dtypes.BY_NUMPY:
        raise TypeError(f"can't convert np.ndarray of type {ndarray.dtype}. The supported types are: "
                        + ", ".join(d.name for d in dtypes.ALL) + ".")
    return plain(ndarray)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A vector of the numbers of a dtype that lie in a buffer, bytes or a bytearray, with which it shares its memory.

    count    how many numbers; -1: all there are
    offset   how many bytes to leave out first

    Raises ValueError for a buffer that holds no such numbers.

    >>> frombuffer(bytearray(b"ab"), dtype=minitorch.uint8)
    tensor([97, 98], dtype=minitorch.uint8)
    """
    out = plain(np.frombuffer(buffer, dtypes.as_dtype(dtype).numpy, count, offset))
    return out.requires_grad_() if requires_grad else out


def result_type(tensor1, tensor2):
    """The dtype of what an operation makes of tensor1 and tensor2, tensors or numbers; TypeError for others.

    >>> result_type(tensor([1, 2]), 1.0)
    minitorch.float32
    """
    for x in (tensor1, tensor2):
        if not isinstance(x, Tensor | int | float | complex):
            raise TypeError(f"result_type() takes tensors and numbers, not {type(x).__name__}; of two dtypes, "
                            "promote_types(a, b) tells it.")
    return dtypes.result_type([getattr(x, "array", x) for x in (tensor1, tensor2)])


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    """`obj` as a tensor: sharing its memory where that may be, unless copy=True."""
    out = as_tensor(obj, dtype, device)
    out = out.detach().clone() if copy else out
    return out.requires_grad_() if requires_grad else out


def broadcast_shapes(*shapes):
    """The one shape that shapes broadcast to. Raises RuntimeError where there is none.

    >>> broadcast_shapes((2, 1), (3,))
    minitorch.Size([2, 3])
    """
    try:
        return Size(np.broadcast_shapes(*shapes))
    except ValueError:
        raise RuntimeError(f"Shape mismatch: {' and '.join(map(str, shapes))} cannot be broadcast to one shape: "
                           "counted from the last, sizes must be equal, or one of them 1.") from None
