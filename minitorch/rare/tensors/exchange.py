"""Rare methods of a Tensor: older names, NumPy's names, and the exchange of memory with other libraries."""

import numpy as np

from ... import backend, dtypes, paths
from ...tensors.creation import as_tensor, from_numpy
from ...tensors.methods import method
from ...tensors.tensor import Size, Tensor


@method
def element_size(self):
    """Return the number of bytes of one element."""
    return self.array.itemsize


@method
def get_device(self):
    """Return the number of the GPU on which the tensor is; −1 on the CPU."""
    return -1 if self.device.index is None else self.device.index


@method
def is_pinned(self, device=None):
    """Return False: memory is not pinned here."""
    return False


@method
def resize(self, *size):
    """Return the elements in another shape, which must have the same number of elements; an old name of view."""
    return self.view(*size)


@method
def __array_namespace__(self, *, api_version=None):
    """Return minitorch.numpy, which has NumPy's functions for Tensors. api_version has no effect."""
    return paths.module("numpy")


@method
def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """Return a DLPack capsule of the tensor's memory, which another library's from_dlpack takes.

    The settings are those of the array standard: https://data-apis.org/array-api/latest/API_specification

    Raises BufferError for a tensor that requires a gradient, or that NumPy cannot export.
    """
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    settings = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
    return self.array.__dlpack__(**{name: value for name, value in settings.items() if value is not None})


@method
def __dlpack_device__(self):
    """Return (kind, number) of the device as in DLPack: (1, 0) is the CPU, and (2, n) is GPU n."""
    return self.array.__dlpack_device__()


@method
def copy(self):
    """Return a copy, as `clone` does: NumPy's name for it."""
    return self.clone()


@method
def astype(self, dtype, *, copy=True):
    """Return `to(dtype, copy=copy)`: NumPy's name for it. dtype may be NumPy's, or a name. Any shape in, same out."""
    return self.to(dtypes.as_dtype(dtype), copy=copy)


def from_dlpack(x, /, *, device=None, copy=None):
    """Return a tensor that shares the memory of x, another library's array or tensor, which has `__dlpack__`.

    device   the device to move it to; None: it stays on its device
    copy     True: copy the memory; False or None: share it, so that a change to one also changes the other

    Raises TypeError if x has no `__dlpack__`, or an element type that minitorch does not have.

    >>> from_dlpack(np.arange(3))
    tensor([0, 1, 2])
    """
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"from_dlpack() takes an array or tensor that has __dlpack__, not {type(x).__name__}.")
    kind, _ = x.__dlpack_device__()
    library = np if kind == 1 else backend.cupy()
    array = library.from_dlpack(x)
    found = from_numpy(array) if library is np else as_tensor(array)
    found = found if device is None else found.to(device)
    return found.clone() if copy else found


def result_type(tensor1, tensor2):
    """Return the dtype of the result of an operation on tensor1 and tensor2, tensors or numbers; TypeError for others.

    >>> result_type(tensor([1, 2]), 1.0)
    minitorch.float32
    """
    for x in (tensor1, tensor2):
        if not isinstance(x, Tensor | int | float | complex):
            raise TypeError(f"result_type() takes tensors and numbers, not {type(x).__name__}; for two dtypes, "
                            "use promote_types(a, b).")
    return dtypes.result_type([getattr(x, "array", x) for x in (tensor1, tensor2)])


def broadcast_shapes(*shapes):
    """Return the shape that all shapes broadcast to. Raises RuntimeError if there is none.

    >>> broadcast_shapes((2, 1), (3,))
    minitorch.Size([2, 3])
    """
    try:
        return Size(np.broadcast_shapes(*shapes))
    except ValueError:
        raise RuntimeError(f"Shape mismatch: {' and '.join(map(str, shapes))} cannot be broadcast to one shape: "
                           "counted from the last, sizes must be equal, or one of them 1.") from None
