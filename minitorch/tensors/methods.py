"""The methods of Tensor: operators, ops, their in-place variants, casts, and moves between devices."""

from itertools import chain

from .. import backend, dtypes, paths
from ..backend.memory import address
from ..engine import dispatch, is_grad_enabled, registry
from ..engine.op import declaring
from ..ops.shape.views import fit, sizes
from ..paths import read
from ..runtime import MISSING, aliases, functions, leaf_of, methods, whole, wrote
from ..runtime.arguments import bind, check
from ..runtime.functions import augmented, naming, operator, reflected
from ..runtime.inplace import at_once, write_over
from ..runtime.views import may_share
from .arrays import to_array
from .tensor import Size, Tensor, tensor_of

cast = registry["cast"]
# {op: Python's operator that it implements}; "add" means `__add__`, `__radd__` and `__iadd__`
OPERATORS = {"add": "add", "sub": "sub", "mul": "mul", "div": "truediv", "floor_divide": "floordiv",
             "remainder": "mod", "pow": "pow", "bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor",
             "bitwise_left_shift": "lshift", "bitwise_right_shift": "rshift", "matmul": "matmul"}
COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge"}
SIGNS = {"neg", "abs"}
Tensor.__pos__ = lambda self: self


def invert(self):
    if self.array.dtype.kind not in "biu":
        raise TypeError(f"~ is for integer and bool tensors, not {self.dtype}: x == 0 tests for "
                        "zeros.")
    return dispatch(registry["bitwise_not"], (self,))


Tensor.__invert__ = invert


def in_place_method(op):
    def method(self, *others, **settings):
        if at_once(op, self, others, settings):
            return self
        inputs, settings = bind(op, (self, *others), settings)
        return write_over(op, *check(op, inputs, settings), **settings)
    method.__name__ = method.__qualname__ = f"{op.name}_"
    method.__doc__ = f"Write the result of `{op.name}` into the tensor's own memory; return the tensor."
    return method


def operators_of(op):
    """Return {name: method} of Python's operators that an op implements."""
    if python := OPERATORS.get(op.name):
        found = {f"__{python}__": operator(op), f"__r{python}__": reflected(op)}
        if op.name != "matmul":
            found[f"__i{python}__"] = augmented(op)
        if op.name == "div":
            found["__rdiv__"] = found["__rtruediv__"]
        return found
    if op.name in COMPARISONS:
        return {f"__{op.name}__": operator(op)}
    return {f"__{op.name}__": lambda self: dispatch(op, (self,))} if op.name in SIGNS else {}


def methods_of(op):
    """Return {name: method} of all methods of Tensor that come from an op, except aliases."""
    found = operators_of(op)
    if op.method and not op.hidden:
        found[op.name] = op.function
    if op.inplace:
        found[f"{op.name}_"] = in_place_method(op)
    return found


def aliases_of(name, found):
    """Return {alias_: method}: the function's in-place method, if any, for each other name that PyTorch gives it."""
    changed = found.get(f"{name}_")
    return {f"{alias}_": changed for alias, of in aliases.items() if of == name} if changed else {}


def attach():
    """Add a method to Tensor for every op and function that has been declared so far, under all its names."""
    for op in registry.now().values():
        for name, method in methods_of(op).items():
            setattr(Tensor, name, method)
    for name, function in (functions.now() | methods.now()).items():
        if function.method:
            setattr(Tensor, name, function)
    for name in set(aliases.values()):
        for alias, method in aliases_of(name, vars(Tensor)).items():
            setattr(Tensor, alias, method)


class Late:
    """A method whose file is imported when a program first uses the method."""

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, kind=None):
        read(self.name)
        found = vars(Tensor)[self.name]
        if found is self:
            raise AttributeError(f"{self.name} is no method of Tensor")
        return found if tensor is None else found.__get__(tensor, kind)


replaced: dict = {}                    # {name: the method that has replaced a placeholder}


def replace_late(found):
    """Replace late methods by the methods in `found`; the last declaration wins. A user's own method stays."""
    for name, method in found.items():
        current = vars(Tensor).get(name)
        if type(current) is Late or current is replaced.get(name, MISSING):
            setattr(Tensor, name, method)
            replaced[name] = method


def attach_op(op, **declared):
    if registry.now_at(op.name) is op:                   # a Function or a compiled function may have the same name
        replace_late(methods_of(op))
        replace_late(aliases_of(op.name, vars(Tensor)))


def attach_function(name, function):
    op = getattr(function, "op", None)
    if function.method and not (op and op.hidden):
        replace_late({name: function} | {alias: function for alias, of in aliases.items() if of == name})
        replace_late(aliases_of(name.removesuffix("_"), vars(Tensor)))


def attach_late():
    """Add a Late method to Tensor for each name of a file that is imported late; the import replaces the method."""
    for name in chain.from_iterable(paths.methods_of.values()):
        if name not in vars(Tensor):
            setattr(Tensor, name, Late(name))
    declaring.append(attach_op)
    naming.append(attach_function)


def method(function):
    """Make `function` a method of Tensor."""
    setattr(Tensor, function.__name__, function)
    return function


@method
def size(self, dim=None):
    """Return the shape, or the size of one dimension.

    returns a Size, or an int with `dim`

    Raises IndexError for a dimension that the tensor does not have.

    >>> minitorch.ones(2, 3).size(1)
    3
    """
    return self.shape if dim is None else value_of_dim("size", self.array.shape, dim)


def value_of_dim(name, values, dim):
    """Return the value of dimension `dim`; raise TypeError or IndexError if the tensor does not have it."""
    try:
        return values[dim]
    except (IndexError, TypeError):
        if not whole(dim):
            raise TypeError(f"{name}(): argument 'dim' must be an int, not {type(dim).__name__}.") from None
        raise IndexError(f"{name}: Dimension out of range (expected to be in range of [{-len(values)}, "
                         f"{len(values) - 1}], but got {dim}): the tensor has {len(values)} dimensions.") from None


@method
def dim(self):
    """Return the number of dimensions."""
    return self.array.ndim


@method
def numel(self):
    """Return the number of elements."""
    return self.array.size


@method
def stride(self, dim=None):
    """Return the step in memory, in elements, from one index to the next, for each dimension or for `dim`."""
    steps = tuple(s // self.array.itemsize for s in self.array.strides)
    return steps if dim is None else value_of_dim("stride", steps, dim)


@method
def is_contiguous(self, memory_format=None):
    """Return whether the elements are in memory row after row, or, for channels_last, with channels innermost."""
    last = {"channels_last": 4, "channels_last_3d": 5}.get(getattr(memory_format, "name", None)) == self.ndim
    return bool((backend.np.moveaxis(self.array, 1, -1) if last else self.array).flags.c_contiguous) and (
        last or not str(memory_format).endswith(("last", "last_3d")))


@method
def contiguous(self, memory_format=None):
    """Return the tensor itself if its elements are in memory row after row, else a copy for which this is true."""
    return self if self.array.flags.c_contiguous else dispatch(registry["contiguous"], (self,))


@method
def data_ptr(self):
    """Return the memory address of the first element: it is equal for tensors that share that element."""
    return address(self.array)


@method
def view(self, *shape, size=None, dtype=None):
    """Return a tensor on the same memory in another shape; x.view(dtype) reads the same bytes as another dtype.

    size, dtype   the shape or the dtype, passed by keyword

    Raises RuntimeError if this shape is impossible without a copy.
    """
    if size is not None or dtype is not None:
        shape = *shape, dtype if size is None else size
    if len(shape) == 1 and isinstance(shape[0], dtypes.dtype):
        return tensor_of(self.array.view(shape[0].numpy))
    shape = sizes(shape)
    try:
        out = registry["reshape"].function(self, shape=shape)
    except RuntimeError as error:
        if type(error) is not RuntimeError:                 # an error of another class, for example for an unknown size
            raise
        raise RuntimeError(str(error).replace("reshape", "view", 1)) from None
    if self.array.size and not may_share(self.array, out.array):
        raise RuntimeError(f"view size is not compatible with input tensor's size and stride (at least one "
                           f"dimension spans across two contiguous subspaces): {tuple(self.shape)} with strides "
                           f"{self.stride()} as {fit(shape, self.array.size)}. Use .reshape(...) instead.")
    return out


@method
def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """Return the tensor in another dtype or on another device: to(dtype), to(device), to(other), or both.

    (*) -> (*); copy=True returns new memory even if nothing changes

    Raises RuntimeError for a device that does not exist, TypeError for other arguments.

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
        out = convert_dtype(out, dtype)
    return dispatch(registry["clone"], (self,)) if copy and out is self else out


def convert_dtype(tensor, dtype):
    """Return the tensor in another dtype; return the tensor itself if it already has this dtype."""
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
    """Return the tensor on the CPU."""
    return self.to(backend.CPU)


@method
def cuda(self, device=None, non_blocking=False, memory_format=None):
    """Return the tensor on a GPU: the current GPU, or one by its number or name. RuntimeError if there is none."""
    place = backend.device("cuda" if device is None else device)
    if place.type != "cuda":
        raise RuntimeError(f"Invalid device, must be cuda device, but got {place}: x.to({str(place)!r}) works.")
    return self.to(place)


@method
def pin_memory(self, device=None):
    """Return the tensor itself: memory is not pinned here. Raises RuntimeError if it is not on the CPU."""
    if self.device.type != "cpu":
        raise RuntimeError(f"cannot pin '{self.type()}' only dense CPU tensors can be pinned")
    return self


@method
def type_as(self, other):
    """Return the tensor in the dtype of `other`. Raises TypeError if `other` is not a Tensor."""
    if not isinstance(other, Tensor):
        raise TypeError(f"type_as(): argument 'other' must be a Tensor, not {type(other).__name__}.")
    return self.to(other.dtype)


@method
def is_floating_point(self):
    """Return whether the dtype is floating point."""
    return self.dtype.is_floating_point


@method
def copy_(self, src, non_blocking=False):
    """Write the values of `src` into this tensor's memory, broadcast to its shape and cast to its dtype.

    src broadcasts to the tensor's shape; returns the tensor

    Raises RuntimeError if src does not broadcast.

    >>> minitorch.zeros(2).copy_(minitorch.tensor(3))
    tensor([3., 3.])
    """
    src = src if isinstance(src, Tensor) else tensor_of(to_array(src))
    if src.array.ndim > self.array.ndim:
        raise RuntimeError(f"copy_: output with shape {tuple(self.shape)} doesn't match the broadcast shape "
                           f"{tuple(src.shape)}; an in-place write cannot change it.")
    self[...] = src
    return wrote("copy_", self)


@method
def fill_(self, value):
    """Write one value into all elements; return the tensor."""
    if self.array.dtype.char == "e" and not hasattr(value, "array"):
        value = dtypes.fitting(value, self.array.dtype, half=True)
    self[...] = value
    return wrote("fill_", self)


@method
def zero_(self):
    """Write 0 into all elements; return the tensor."""
    self[...] = 0
    return wrote("zero_", self)


def cast_method(name, kind):
    def method(self, memory_format=None):
        return convert_dtype(self, kind)
    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"Return the tensor as {kind.name}."
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
                    doc="The tensor with its dimensions in opposite order: the transpose of a matrix. A view.")
Tensor.mT = property(lambda self: matrix_transpose(self),
                     doc="The transpose of each matrix of a batch. A view; RuntimeError for a vector.")
Tensor.real = property(lambda self: functions["real"](self), doc="The real parts; if it is real, the tensor itself.")
Tensor.imag = property(lambda self: functions["imag"](self), doc="The imaginary parts. RuntimeError for a real tensor.")
Tensor.is_cuda = property(lambda self: self.device.type == "cuda", doc="Whether a GPU holds its memory.")
Tensor.is_meta = property(lambda self: self.device.type == "meta", doc="Whether it has only a shape, no data.")
Tensor.is_cpu = property(lambda self: self.device.type == "cpu", doc="Whether the CPU holds its memory.")
Tensor.itemsize = property(lambda self: self.array.itemsize, doc="The bytes of one element.")
Tensor.nbytes = property(lambda self: self.array.nbytes, doc="The bytes of all elements.")
Tensor.ndimension = Tensor.dim
Tensor.nelement = Tensor.numel


def layout_of(self):
    """Return the layout of the tensor: always `strided`."""
    from .layouts import strided
    return strided


Tensor.layout = property(layout_of)
for name in ("is_sparse", "is_sparse_csr", "is_nested", "is_quantized", "is_mkldnn", "is_mps", "is_xpu"):
    setattr(Tensor, name, property(lambda self: False, doc="False: there are no such tensors here."))


def method_new(name):
    """Return a method such as new_zeros for the name "zeros", which uses the tensor's dtype and device."""
    def method(self, *args, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False, **named):
        return functions[name](*args, dtype=dtype or self.dtype, device=device or self.device,
                               requires_grad=requires_grad, **named)
    method.__name__ = method.__qualname__ = f"new_{name}"
    method.__doc__ = f"Return `{name}` with the dtype and device of this tensor."
    return method


for name in ("zeros", "ones", "empty", "full"):
    setattr(Tensor, f"new_{name}", method_new(name))


attach()
attach_late()
__all__ = ["Size", "Tensor", "attach", "is_grad_enabled", "leaf_of"]
