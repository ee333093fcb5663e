"""What Tensors can do: operators, methods of the ops, their in-place twins, casts and moves."""

from .. import backend, dtypes
from ..engine import dispatch, is_grad_enabled, registry
from ..memory import address
from ..ops.shape.views import fit, sizes
from ..runtime import aliases, functions, leaf_of, methods, whole, wrote
from ..runtime.arguments import bind, check
from ..runtime.functions import augmented, operator, reflected
from ..runtime.inplace import at_once, write_over
from ..runtime.views import may_share
from .arrays import to_array
from .tensor import Size, Tensor, plain

ops, cast = registry, registry["cast"]


OPERATORS = {"add": "add", "sub": "sub", "mul": "mul", "truediv": "div", "floordiv": "floor_divide",
             "mod": "remainder", "pow": "pow", "and": "bitwise_and", "or": "bitwise_or",
             "xor": "bitwise_xor", "lshift": "bitwise_left_shift", "rshift": "bitwise_right_shift"}
for python, name in OPERATORS.items():
    setattr(Tensor, f"__{python}__", operator(registry[name]))
    setattr(Tensor, f"__r{python}__", reflected(registry[name]))
    setattr(Tensor, f"__i{python}__", augmented(registry[name]))
Tensor.__matmul__, Tensor.__rmatmul__ = operator(registry["matmul"]), reflected(registry["matmul"])
Tensor.__rdiv__ = Tensor.__rtruediv__
for name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(Tensor, f"__{name}__", operator(registry[name]))
for name in ("neg", "abs"):
    setattr(Tensor, f"__{name}__", lambda self, op=registry[name]: dispatch(op, (self,)))
Tensor.__pos__ = lambda self: self


def invert(self, op=registry["bitwise_not"]):
    if self.array.dtype.kind not in "biu":
        raise TypeError(f"~ is for integer and bool tensors, not {self.dtype}: x == 0 asks whether "
                        "numbers are 0.")
    return dispatch(op, (self,))


Tensor.__invert__ = invert


def in_place_method(op):
    def method(self, *others, **settings):
        if at_once(op, self, others, settings):
            return self
        inputs, settings = bind(op, (self, *others), settings)
        return write_over(op, *check(op, inputs, settings), **settings)
    method.__name__ = method.__qualname__ = f"{op.name}_"
    method.__doc__ = f"`{op.name}`, written over the tensor's own memory; returns it."
    return method


def attach():
    """Give Tensor a method for every op and function that is declared to have one, under all of its names."""
    for name, op in registry.items():
        if op.method and not op.hidden:
            setattr(Tensor, name, op.function)
        if op.inplace:
            setattr(Tensor, f"{name}_", in_place_method(op))
    for name, function in (functions | methods).items():
        if function.method:
            setattr(Tensor, name, function)
    for alias, name in aliases.items():
        if hasattr(Tensor, f"{name}_"):
            setattr(Tensor, f"{alias}_", getattr(Tensor, f"{name}_"))


def method(function):
    """Make `function` a method of Tensor."""
    setattr(Tensor, function.__name__, function)
    return function


@method
def size(self, dim=None):
    """The shape, or one size of it.

    returns a Size, or an int with `dim`

    Raises IndexError for a dimension that is not there.

    >>> minitorch.ones(2, 3).size(1)
    3
    """
    return self.shape if dim is None else of_dim("size", self.array.shape, dim)


def of_dim(name, values, dim):
    """The value of one dimension; TypeError or IndexError where `dim` names none."""
    try:
        return values[dim]
    except (IndexError, TypeError):
        if not whole(dim):
            raise TypeError(f"{name}(): argument 'dim' must be an int, not {type(dim).__name__}.") from None
        raise IndexError(f"{name}: Dimension out of range (expected to be in range of [{-len(values)}, "
                         f"{len(values) - 1}], but got {dim}): the tensor has {len(values)} dimensions.") from None


@method
def dim(self):
    """The number of dimensions."""
    return self.array.ndim


@method
def numel(self):
    """The number of elements."""
    return self.array.size


@method
def element_size(self):
    """Bytes an element takes."""
    return self.array.itemsize


@method
def stride(self, dim=None):
    """Elements from one place to the next along each dimension, or along one."""
    steps = tuple(s // self.array.itemsize for s in self.array.strides)
    return steps if dim is None else of_dim("stride", steps, dim)


@method
def is_contiguous(self, memory_format=None):
    """Whether the elements lie row after row in memory; for memory_format=channels_last, channels fastest."""
    last = {"channels_last": 4, "channels_last_3d": 5}.get(getattr(memory_format, "name", None)) == self.ndim
    return bool((backend.np.moveaxis(self.array, 1, -1) if last else self.array).flags.c_contiguous) and (
        last or not str(memory_format).endswith(("last", "last_3d")))


@method
def contiguous(self, memory_format=None):
    """The tensor itself if its elements lie row after row, else such a copy."""
    return self if self.array.flags.c_contiguous else dispatch(registry["contiguous"], (self,))


@method
def data_ptr(self):
    """The address of the first element: equal for tensors that share memory from the start."""
    return address(self.array)


@method
def view(self, *shape, size=None, dtype=None):
    """The same memory in another shape; x.view(dtype) reads the same bytes as another dtype.

    size, dtype   the shape or the dtype, by its name

    Raises RuntimeError when the memory cannot be read so without a copy.
    """
    if size is not None or dtype is not None:
        shape = *shape, dtype if size is None else size
    if len(shape) == 1 and isinstance(shape[0], dtypes.dtype):
        return plain(self.array.view(shape[0].numpy))
    shape = sizes(shape)
    try:
        out = registry["reshape"].function(self, shape=shape)
    except RuntimeError as error:
        if type(error) is not RuntimeError:                  # a size that is not known
            raise
        raise RuntimeError(str(error).replace("reshape", "view", 1)) from None
    if self.array.size and not may_share(self.array, out.array):
        raise RuntimeError(f"view size is not compatible with input tensor's size and stride (at least one "
                           f"dimension spans across two contiguous subspaces): {tuple(self.shape)} with strides "
                           f"{self.stride()} as {fit(shape, self.array.size)}. Use .reshape(...) instead.")
    return out


@method
def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """The tensor in another dtype or on another device: to(dtype), to(device), to(other), or both.

    (*) -> (*), with new memory even where nothing changes if copy

    Raises RuntimeError for a device that is not there, TypeError for other arguments.

    >>> minitorch.tensor([1, 2]).to(minitorch.float32)
    tensor([1., 2.])
    """
    for given in args:
        if isinstance(given, dtypes.dtype | type):
            dtype = dtypes.as_dtype(given)
        elif isinstance(given, Tensor):
            dtype, device = given.dtype, given.device
        elif isinstance(given, backend.device | str) or isinstance(given, int) and not isinstance(given, bool):
            device = given
        elif given is not None and not isinstance(given, bool):
            raise TypeError(f"to() takes a dtype, a device or a tensor, not {given!r}.")
    out = self
    if device is not None and not same_place(self, device):
        device = backend.device(device)
        if device.type == "cuda":
            device = backend.device("cuda", backend.gpu(device).id)
        out = dispatch(registry["move"], (out,), {"device": device, "back": self.device})
    if dtype is not None:
        out = converted(out, dtype)
    return dispatch(registry["clone"], (self,)) if copy and out is self else out


def converted(tensor, dtype):
    """The tensor in another dtype; itself if it has it already."""
    if dtype is tensor.dtype:
        return tensor
    if not isinstance(dtype, dtypes.dtype):
        raise TypeError(f"to(): argument 'dtype' must be a dtype like minitorch.float32, not {type(dtype).__name__}.")
    return dispatch(cast, (tensor,), {"dtype": dtype.numpy})


def same_place(tensor, device):
    device = backend.device(device)
    here = tensor.device
    if device.type != here.type or device.type != "cuda":
        return device.type == here.type
    return here.index == backend.gpu(device).id


@method
def cpu(self, memory_format=None):
    """The tensor on the CPU."""
    return self.to(backend.CPU)


@method
def cuda(self, device=None, non_blocking=False, memory_format=None):
    """The tensor on a GPU: the current one, or one by its number or name. RuntimeError where there is none."""
    place = backend.device("cuda" if device is None else device)
    if place.type != "cuda":
        raise RuntimeError(f"Invalid device, must be cuda device, but got {place}: x.to({str(place)!r}) takes any.")
    return self.to(place)


@method
def get_device(self):
    """The number of the GPU that holds the tensor; −1 on the CPU."""
    return -1 if self.device.index is None else self.device.index


@method
def pin_memory(self, device=None):
    """The tensor itself: memory is not pinned here. Raises RuntimeError for one that is not on the CPU."""
    if self.device.type != "cpu":
        raise RuntimeError(f"cannot pin '{self.type()}' only dense CPU tensors can be pinned")
    return self


@method
def is_pinned(self, device=None):
    """False: memory is not pinned here."""
    return False


@method
def type_as(self, other):
    """The tensor in the dtype of `other`. Raises TypeError for what is no Tensor."""
    if not isinstance(other, Tensor):
        raise TypeError(f"type_as(): argument 'other' must be a Tensor, not {type(other).__name__}.")
    return self.to(other.dtype)


@method
def is_floating_point(self):
    """Whether the dtype is a floating one."""
    return self.dtype.is_floating_point


@method
def copy_(self, src, non_blocking=False):
    """Write the values of `src` over this tensor's memory, broadcast and cast.

    src broadcasts to the tensor's shape; returns the tensor

    Raises RuntimeError where it does not.

    >>> minitorch.zeros(2).copy_(minitorch.tensor(3))
    tensor([3., 3.])
    """
    src = src if isinstance(src, Tensor) else plain(to_array(src))
    if src.array.ndim > self.array.ndim:
        raise RuntimeError(f"copy_: output with shape {tuple(self.shape)} doesn't match the broadcast shape "
                           f"{tuple(src.shape)}; the tensor written to cannot grow.")
    self[...] = src
    return wrote("copy_", self)


@method
def fill_(self, value):
    """Write one value everywhere."""
    if self.array.dtype.char == "e" and not hasattr(value, "array"):
        value = dtypes.fitting(value, self.array.dtype, half=True)
    self[...] = value
    return wrote("fill_", self)


@method
def zero_(self):
    """Write 0 everywhere."""
    self[...] = 0
    return wrote("zero_", self)


def cast_method(name, kind):
    def method(self, memory_format=None):
        return converted(self, kind)
    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"The tensor as {kind.name}."
    setattr(Tensor, name, method)


for name in ("bool", "float", "double", "half", "int", "long", "short"):
    cast_method(name, getattr(dtypes, name))
cast_method("byte", dtypes.uint8)
cast_method("char", dtypes.int8)



def matrix_transpose(tensor):
    if tensor.ndim < 2:
        raise RuntimeError("tensor.mT is only supported on matrices or batches of matrices. Got "
                           f"{tensor.ndim}-D tensor.")
    return registry["transpose"].function(tensor, -2, -1)


Tensor.T = property(lambda self: registry["permute"].function(self, dims=tuple(range(self.ndim))[::-1]),
                    doc="The dimensions in opposite order: the transpose of a matrix. A view.")
Tensor.mT = property(lambda self: matrix_transpose(self),
                     doc="The transpose of each matrix of a stack. A view; RuntimeError for a vector.")
Tensor.real = property(lambda self: functions["real"](self), doc="The real parts; a real tensor itself.")
Tensor.imag = property(lambda self: functions["imag"](self), doc="The imaginary parts. RuntimeError for a real tensor.")
Tensor.is_cuda = property(lambda self: self.device.type == "cuda", doc="Whether its memory is a GPU's.")
Tensor.is_meta = property(lambda self: self.device.type == "meta", doc="Whether it has a shape and no data.")
Tensor.is_cpu = property(lambda self: self.device.type == "cpu", doc="Whether its memory is the CPU's.")
Tensor.itemsize = property(lambda self: self.array.itemsize, doc="Bytes that an element takes.")
Tensor.nbytes = property(lambda self: self.array.nbytes, doc="Bytes that all elements take.")
Tensor.ndimension = Tensor.dim
Tensor.nelement = Tensor.numel


def dense(self):
    """How the elements lie in memory: `strided`, always."""
    from ..layouts import strided
    return strided


Tensor.layout = property(dense)
for name in ("is_sparse", "is_sparse_csr", "is_nested", "is_quantized", "is_mkldnn", "is_mps", "is_xpu"):
    setattr(Tensor, name, property(lambda self: False, doc="False: there are no such tensors here."))


def new(name):
    """x.new_zeros(2, 3): like the function, with the dtype and device of x."""
    def method(self, *args, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False, **named):
        return functions[name](*args, dtype=dtype or self.dtype, device=device or self.device,
                               requires_grad=requires_grad, **named)
    method.__name__ = method.__qualname__ = f"new_{name}"
    method.__doc__ = f"`{name}` with the dtype and device of this tensor."
    return method


for name in ("zeros", "ones", "empty", "full"):
    setattr(Tensor, f"new_{name}", new(name))


attach()
__all__ = ["Size", "Tensor", "attach", "is_grad_enabled", "leaf_of"]
