"""PyTorch's old names: FloatTensor and its kind, and Variable."""

import math

from .. import backend, dtypes
from ..memory import address
from ..ops.shape.ranges import arange
from ..runtime import bump, clear_errors, notice
from ..runtime.inplace import check_writable
from .arrays import to_array
from .creation import tensor
from .methods import method
from .queries import Storage
from .tensor import Tensor, plain

NAMES = {"Float": dtypes.float32, "Double": dtypes.float64, "Half": dtypes.float16, "Long": dtypes.int64,
         "Int": dtypes.int32, "Short": dtypes.int16, "Char": dtypes.int8, "Byte": dtypes.uint8, "Bool": dtypes.bool}
COMPLEX = {"ComplexFloat": dtypes.complex64, "ComplexDouble": dtypes.complex128}      # which only `.type()` says


class TypedTensor(type):
    """FloatTensor(2, 3) and FloatTensor([1, 2]) make tensors; isinstance tests the dtype and the device."""

    kind: dtypes.dtype
    place: str

    def __call__(cls, *data):
        given = len(data) == 1 and not isinstance(data[0], int)
        array = to_array(data[0]).astype(cls.kind.numpy) if given else backend.np.zeros(data or 0, cls.kind.numpy)
        return plain(backend.move(array, cls.place))

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and x.dtype is cls.kind and x.device.type == cls.place

    def __repr__(cls):
        return f"<class '{name_of(cls.kind, cls.place)}'>"


def typed(name, place):
    return TypedTensor(f"{name}Tensor", (), {
        "kind": NAMES[name], "place": place,
        "__doc__": f"PyTorch's old way to make {NAMES[name].name} tensors on {place}; now tensor(data, dtype=...)."})


CPU = {f"{name}Tensor": typed(name, "cpu") for name in NAMES}
CUDA = {f"{name}Tensor": typed(name, "cuda") for name in NAMES}


def name_of(kind, place):
    """'minitorch.FloatTensor', as `.type()` says it."""
    name = next((name for name, k in (NAMES | COMPLEX).items() if k is kind), kind.name)
    return f"minitorch.{'' if place == 'cpu' else place + '.'}{name}Tensor"


class AnyTensor(type):
    """isinstance(x, Variable) asks whether x is a tensor."""

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor)


class Variable(metaclass=AnyTensor):
    """PyTorch's old wrapper, now the Tensor itself: Variable(x, requires_grad=True) shares x's memory.

    data       the tensor
    volatile   True: outside the graph, as no_grad has it now
    """

    def __new__(cls, data, requires_grad=False, volatile=False):
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {data.__class__.__name__}")
        if volatile:
            notice("volatile was removed and has no effect: compute under `with no_grad():` instead.")
        return data.detach().requires_grad_() if requires_grad else data


def set_default_tensor_type(t):
    """The old set_default_dtype and _device, by the type t: FloatTensor, DoubleTensor, HalfTensor, cuda.FloatTensor.

    Its name does too. Raises TypeError for others.
    """
    kind = table_of(t).get(t.rpartition(".")[2]) if isinstance(t, str) else t
    if not isinstance(kind, TypedTensor) or not kind.kind.is_floating_point:
        raise TypeError(f"set_default_tensor_type needs FloatTensor, DoubleTensor or HalfTensor, not {t!r}.")
    if kind.place == "cuda":
        backend.gpu()                                    # raises if there is none
    dtypes.set_default_dtype(kind.kind)
    backend.set_default_device(kind.place)


@clear_errors
def range(start, end=None, step=1, **settings):
    """The old arange, from start to end by step, the end in it: range(0, 3) is 0., 1., 2., 3. Always floats.

    Raises RuntimeError where step leads away from the end.
    """
    start, end = (0, start) if end is None else (start, end)
    if step == 0 or (end - start) * step < 0:
        raise RuntimeError(f"range: upper bound and lower bound inconsistent with step sign: {start}, {end}, {step}.")
    settings["dtype"] = settings.get("dtype") or dtypes.default
    return arange(math.floor((end - start) / step) + 1, **settings) * step + start


OLD = {**CPU, "range": range, "set_default_tensor_type": set_default_tensor_type}


@method
def new(self, *data, device=None):
    """An old way to a tensor of the same dtype and device: x.new(2, 3), all zero, or x.new([1, 2])."""
    return Tensor(*data).to(self.dtype).to(self.device if device is None else device)


@method
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """`tensor(data)` with the dtype and device of this one."""
    return tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


@method
def storage_offset(self):
    """How many elements into its memory a view begins."""
    base = self.array
    while isinstance(base.base, backend.np.ndarray):
        base = base.base
    return (address(self.array) - address(base)) // self.array.itemsize


@method
def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Look at the memory of `source` from now on, in place: no number is copied. Returns self.

    source           a Tensor, or what storage() gives; None: the tensor is empty then
    storage_offset   with a size: how many elements into that memory it begins
    size, stride     as of as_strided; without stride, rows lie one after another

    Raises RuntimeError for a source of another dtype, and for a leaf that requires a gradient outside of no_grad.
    """
    check_writable(self, "set_")
    if source is None:
        source = self.detach().new_empty(0)
    elif isinstance(source, Storage):
        found = plain(source.array.reshape(-1).view(self.array.dtype))
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


def table_of(name):
    """The typed tensors of the CPU, or those of a GPU where the name says cuda."""
    return CUDA if "cuda" in name.split(".") else CPU


@method
def type(self, dtype=None, non_blocking=False):
    """The old name of the dtype, or the tensor in another: a dtype, FloatTensor, "torch.FloatTensor". Or ValueError."""
    if dtype is None:
        return name_of(self.dtype, self.device.type)
    if isinstance(dtype, str):
        name, table = dtype.rpartition(".")[2], table_of(dtype)
        if name not in table:
            raise ValueError(f"invalid type: {dtype!r}; there are {', '.join(CPU)}, and the same under cuda.")
        dtype = table[name]
    return self.to(dtype.place).to(dtype.kind) if isinstance(dtype, TypedTensor) else self.to(dtype)
