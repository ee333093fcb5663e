"""What a Tensor tells of itself and its memory, and Python's functions over its elements."""

import numpy as np

from .. import backend
from ..dtypes import BY_NUMPY, as_dtype
from ..engine import registry
from ..memory import address
from ..runtime import clear_errors, functions, version_counter
from .creation import as_tensor, from_numpy
from .methods import method
from .tensor import Tensor, plain


class Storage:
    """The memory behind a tensor, element after element; tensors that are views of one another share it."""

    def __init__(self, array):
        self.device = backend.device_of(array)
        while isinstance(array.base, np.ndarray):
            array = array.base
        self.array = array.ravel(order="K")

    def __len__(self):
        return self.array.size

    def __getitem__(self, place):
        return self.array[place].item()

    def __setitem__(self, place, value):
        self.array[place] = value

    def __repr__(self):
        kind = f"minitorch.storage.TypedStorage(dtype={BY_NUMPY[self.array.dtype]}, device={self.device})"
        return "".join([f" {value}\n" for value in self.tolist()]) + f"[{kind} of size {self.size()}]"

    def tolist(self):
        """The elements as Python numbers."""
        return self.array.tolist()

    def size(self):
        """How many elements there are."""
        return self.array.size

    def nbytes(self):
        """How many bytes they take."""
        return self.array.nbytes

    def data_ptr(self):
        """Where the first one is."""
        return address(self.array)


class UntypedStorage(Storage):
    """The same memory, counted in bytes."""

    size = Storage.nbytes

    def __len__(self):
        return self.array.nbytes


@method
def storage(self):
    """The memory behind the tensor and its views."""
    return Storage(self.array)


@method
def untyped_storage(self):
    """The memory behind the tensor and its views, counted in bytes."""
    return UntypedStorage(self.array)


@method
def is_signed(self):
    """Whether the dtype has negative numbers."""
    return self.dtype.is_signed


@method
def is_nonzero(self):
    """Whether the one element is not zero."""
    return bool(self)


@method
def is_same_size(self, other):
    """Whether the shapes are equal. Raises TypeError for what is no Tensor."""
    if not isinstance(other, Tensor):
        raise TypeError(f"is_same_size(): argument 'other' must be a Tensor, not {type(other).__name__}.")
    return self.shape == other.shape


@method
def is_set_to(self, tensor):
    """Return whether both are views of the same memory with the same shape and strides."""
    return self.data_ptr() == tensor.data_ptr() and self.shape == tensor.shape and self.stride() == tensor.stride()


@method
def is_inference(self):
    """Whether it was made in inference_mode."""
    return version_counter.is_inference(self)


@method
def adjoint(self):
    """Swap the last two dimensions and conjugate complex numbers."""
    return self.mT.conj()


@method
def apply_(self, callable):
    """Each element replaced by callable(element): slow, for the CPU."""
    return replace_elements(self, map(callable, self.array.reshape(-1).tolist()))


@method
def map_(self, tensor, callable):
    """Each element replaced by callable(element, the one of `tensor`): slow, for the CPU."""
    others = tensor.expand(self.shape).array.reshape(-1).tolist()
    return replace_elements(self, map(callable, self.array.reshape(-1).tolist(), others))


def replace_elements(tensor, values):
    """Write values, in the order of the elements, into a tensor; returns it."""
    return tensor.copy_(plain(np.array(list(values), tensor.array.dtype).reshape(tensor.array.shape)))


@method
def where(self, condition, other):
    """The tensor where the condition holds, else `other`."""
    return functions["where"](condition, self, other)


@method
def resize(self, *size):
    """The elements in another shape, of as many; the old name of view."""
    return self.view(*size)


def conjugate_transpose(tensor):
    """The transpose of a matrix, its elements conjugated. Raises RuntimeError for more dimensions."""
    if tensor.ndim not in (0, 2):
        raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {tensor.ndim}-D tensor.")
    return (tensor.mT if tensor.ndim else tensor).conj()


def conjugate_transposes(tensor):
    """The transpose of each matrix of a stack, its elements conjugated. Raises RuntimeError for a vector."""
    if tensor.ndim == 1:
        raise RuntimeError("tensor.mH is only supported on matrices or batches of matrices. Got 1-D tensor.")
    return (tensor.mT if tensor.ndim else tensor).conj()


def retains_grad(tensor):
    """Whether retain_grad was called on it."""
    hooks = None if tensor.is_leaf else tensor._node.hooks
    return hooks is not None and hooks.retained is not None


def output_nr(tensor):
    """Which of the results of its operation it is."""
    return 0 if tensor.is_leaf else getattr(tensor._node, "index", 0)


def no_name(tensor):
    """None: tensors have no names here."""


def volatile(tensor):
    """False: PyTorch's old flag; `no_grad` is what it has become."""
    return False


for name, get in {"H": conjugate_transpose, "mH": conjugate_transposes, "retains_grad": retains_grad,
                  "output_nr": output_nr, "name": no_name, "volatile": volatile}.items():
    setattr(Tensor, name, property(get))

# Methods that are functions too: torch.is_floating_point(x) is x.is_floating_point()
TOP = {name: clear_errors(getattr(Tensor, name)) for name in (
    "is_floating_point", "is_signed", "is_nonzero", "is_same_size", "is_inference", "adjoint", "detach", "detach_",
    "fill_", "zero_")}
TOP |= {f"{name}_": getattr(Tensor, f"{name}_") for name, op in registry.items()
        if op.inplace and len(op.inputs) == 1 and not op.hidden and not name.startswith("logical")}


namespaces: list = []                    # what gives minitorch.numpy: a layer above, imported when it is asked for


@method
def __array_namespace__(self, *, api_version=None):
    """The module whose functions take Tensors in NumPy's words: minitorch.numpy. api_version changes nothing."""
    return namespaces[0]()


@method
def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """A DLPack capsule of the tensor's memory, which another library's from_dlpack takes.

    The settings are those of the array standard: https://data-apis.org/array-api/latest/API_specification

    Raises BufferError for a tensor that requires a gradient, and for what NumPy cannot give out.
    """
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    settings = {"stream": stream, "max_version": max_version, "dl_device": dl_device, "copy": copy}
    return self.array.__dlpack__(**{name: value for name, value in settings.items() if value is not None})


@method
def __dlpack_device__(self):
    """(kind, number) of the device, as DLPack counts: (1, 0) is the CPU, (2, n) the n-th GPU."""
    return self.array.__dlpack_device__()


@method
def copy(self):
    """NumPy's name for `clone`."""
    return self.clone()


@method
def astype(self, dtype, *, copy=True):
    """NumPy's name for `to(dtype, copy=copy)`; dtype may be NumPy's, or its name. Any shape in, same out."""
    return self.to(as_dtype(dtype), copy=copy)


def from_dlpack(x, /, *, device=None, copy=None):
    """A tensor on the memory of another library's array or tensor x, which has `__dlpack__`.

    device   move it there; None: it stays
    copy     True: in memory of its own; False or None: the same, so that a change to one is seen in the other

    Raises TypeError for what has no `__dlpack__`, or an element type that there is not here.

    >>> from_dlpack(np.arange(3))
    tensor([0, 1, 2])
    """
    if not hasattr(x, "__dlpack__"):
        raise TypeError(f"from_dlpack() takes what has __dlpack__, not {type(x).__name__}.")
    kind, _ = x.__dlpack_device__()
    library = np if kind == 1 else backend.cupy()
    array = library.from_dlpack(x)
    found = from_numpy(array) if library is np else as_tensor(array)
    found = found if device is None else found.to(device)
    return found.clone() if copy else found
