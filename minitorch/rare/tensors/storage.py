"""The storage (memory) of a tensor, and methods that apply Python functions to its elements."""

import numpy as np

from ... import backend
from ...backend.memory import address
from ...dtypes import BY_NUMPY
from ...runtime import bump
from ...runtime.inplace import check_writable
from ...tensors.methods import method
from ...tensors.tensor import tensor_of


class Storage:
    """The memory of a tensor, as a vector of elements; a tensor and its views share it."""

    def __init__(self, array):
        self.device = backend.device_of(array)
        while isinstance(array.base, np.ndarray):
            array = array.base
        self.array = array.ravel(order="K")

    def __len__(self):
        return self.array.size

    def __array__(self, dtype=None, copy=None):
        return self.array

    def __getitem__(self, place):
        return self.array[place].item()

    def __setitem__(self, place, value):
        self.array[place] = value

    def __repr__(self):
        kind = f"minitorch.storage.TypedStorage(dtype={BY_NUMPY[self.array.dtype]}, device={self.device})"
        return "".join([f" {value}\n" for value in self.tolist()]) + f"[{kind} of size {self.size()}]"

    def tolist(self):
        """Return the elements as Python numbers."""
        return self.array.tolist()

    def size(self):
        """Return the number of elements."""
        return self.array.size

    def nbytes(self):
        """Return the number of bytes."""
        return self.array.nbytes

    def __sizeof__(self):
        return object.__sizeof__(self) + self.array.nbytes

    def data_ptr(self):
        """Return the address of the first element."""
        return address(self.array)


class UntypedStorage(Storage):
    """The memory of a tensor, counted in bytes."""

    size = Storage.nbytes

    def __len__(self):
        return self.array.nbytes


@method
def storage(self):
    """Return the memory of the tensor and its views."""
    return Storage(self.array)


@method
def untyped_storage(self):
    """Return the memory of the tensor and its views, counted in bytes."""
    return UntypedStorage(self.array)


@method
def storage_offset(self):
    """Return the index in the storage of a view's first element."""
    base = self.array
    while isinstance(base.base, np.ndarray):
        base = base.base
    return (address(self.array) - address(base)) // self.array.itemsize


@method
def is_set_to(self, tensor):
    """Return whether both tensors view the same memory with the same shape, strides and offset."""
    return self.data_ptr() == tensor.data_ptr() and self.shape == tensor.shape and self.stride() == tensor.stride()


@method
def _is_view(self):
    """Return whether the tensor is a view of another tensor."""
    return self._base is not None


@method
def apply_(self, callable):
    """Replace each element by callable(element): slow, for the CPU."""
    return replace_elements(self, map(callable, self.array.reshape(-1).tolist()))


@method
def map_(self, tensor, callable):
    """Replace each element by callable(element, element of `tensor`): slow, for the CPU."""
    others = tensor.expand(self.shape).array.reshape(-1).tolist()
    return replace_elements(self, map(callable, self.array.reshape(-1).tolist(), others))


def replace_elements(tensor, values):
    """Write values into a tensor, in the order of its elements; return the tensor."""
    return tensor.copy_(tensor_of(np.array(list(values), tensor.array.dtype).reshape(tensor.array.shape)))


@method
def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Use the memory of `source` from now on, in place, without copying. Returns self.

    source           a Tensor, or a result of storage(); None: the tensor becomes empty
    storage_offset   index in that memory of the first element; used if a size is given
    size, stride     see as_strided; without stride the tensor is contiguous

    Raises RuntimeError for a source of another dtype, and for a leaf that requires a gradient, except under no_grad.
    """
    check_writable(self, "set_")
    if source is None:
        source = self.detach().new_empty(0)
    elif isinstance(source, Storage):
        found = tensor_of(source.array.reshape(-1).view(self.array.dtype))
        source, size = found, found.shape if size is None and not storage_offset else size
    if source.dtype is not self.dtype:
        raise RuntimeError(f"set_: Could not set tensor of type {source.dtype} to a tensor of type {self.dtype}.")
    if size is not None:
        stride = self.detach().new_empty(size).stride() if stride is None else stride
        source = source.detach().as_strided(tuple(size), tuple(stride), storage_offset)
    counter = self._counter
    self.data = source
    self._counter = counter
    bump(self)
    return self
