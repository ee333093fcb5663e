"""PyTorch's old names: FloatTensor and similar types, and Variable."""

import math

from .. import backend, dtypes
from ..runtime import clear_errors, functions, notice
from .arrays import legacy_array
from .creation import tensor
from .methods import method
from .tensor import Tensor, tensor_of

NAMES = {"Float": dtypes.float32, "Double": dtypes.float64, "Half": dtypes.float16, "Long": dtypes.int64,
         "Int": dtypes.int32, "Short": dtypes.int16, "Char": dtypes.int8, "Byte": dtypes.uint8, "Bool": dtypes.bool}
COMPLEX = {"ComplexFloat": dtypes.complex64, "ComplexDouble": dtypes.complex128}      # only `.type()` knows these names


def from_old_arguments(data, kind, place):
    """Return an old constructor's tensor; for a tensor, return a view, or raise TypeError if its dtype differs."""
    if len(data) != 1 or not isinstance(data[0], Tensor):
        return tensor_of(backend.move(legacy_array(data, kind.numpy), place))
    if data[0].dtype is not kind:
        raise TypeError(f"expected a tensor of {kind}, not of {data[0].dtype}: an old constructor shares memory. "
                        f"To convert it, use x.to({kind}).")
    return Tensor(*data).to(place)


class TypedTensor(type):
    """The type of FloatTensor and others: FloatTensor(2, 3) makes a tensor, isinstance tests dtype and device."""

    kind: dtypes.dtype
    place: str

    def __call__(cls, *data, device=None):
        return from_old_arguments(data, cls.kind, device or cls.place)

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and x.dtype is cls.kind and x.device.type == cls.place

    def __repr__(cls):
        return f"<class '{name_of(cls.kind, cls.place)}'>"


def typed(name, place):
    return TypedTensor(f"{name}Tensor", (), {
        "kind": NAMES[name], "place": place,
        "__doc__": f"PyTorch's old way to make {NAMES[name].name} tensors on {place}; use tensor(data, dtype=...)."})


CPU = {f"{name}Tensor": typed(name, "cpu") for name in NAMES}
CUDA = {f"{name}Tensor": typed(name, "cuda") for name in NAMES}


def name_of(kind, place):
    """Return 'minitorch.FloatTensor', or another old name, for a dtype and a device type."""
    name = next((name for name, k in (NAMES | COMPLEX).items() if k is kind), kind.name)
    return f"minitorch.{'' if place == 'cpu' else place + '.'}{name}Tensor"


class AnyTensor(type):
    """The type of Variable: isinstance(x, Variable) tests whether x is a tensor."""

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor)


class Variable(metaclass=AnyTensor):
    """PyTorch's old wrapper of a Tensor, which now returns a Tensor: Variable(x, requires_grad=True) shares x's memory.

    data       the tensor
    volatile   accepted with a warning, without effect; use no_grad instead
    """

    def __new__(cls, data, requires_grad=False, volatile=False):
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {data.__class__.__name__}")
        if volatile:
            notice("volatile was removed and has no effect: compute under `with no_grad():` instead.")
        return data.detach().requires_grad_() if requires_grad else data


def set_default_tensor_type(t):
    """Set the default dtype and device by an old type t: FloatTensor, DoubleTensor, HalfTensor, cuda.FloatTensor.

    t may also be the name of the type. Raises TypeError for other types.
    """
    kind = table_of(t).get(t.rpartition(".")[2]) if isinstance(t, str) else t
    if not isinstance(kind, TypedTensor) or not kind.kind.is_floating_point:
        raise TypeError(f"set_default_tensor_type needs FloatTensor, DoubleTensor or HalfTensor, not {t!r}.")
    if kind.place == "cuda":
        backend.gpu()                                    # this raises an error if there is no GPU
    dtypes.set_default_dtype(kind.kind)
    backend.set_default_device(kind.place)


@clear_errors
def range(start, end=None, step=1, **settings):
    """Return the numbers from start to end by step, end included, as floats: range(0, 3) is 0., 1., 2., 3.

    An old form of arange. Raises RuntimeError if step leads away from the end.
    """
    start, end = (0, start) if end is None else (start, end)
    if step == 0 or (end - start) * step < 0:
        raise RuntimeError(f"range: upper bound and lower bound inconsistent with step sign: {start}, {end}, {step}.")
    settings["dtype"] = settings.get("dtype") or dtypes.default
    return functions["arange"](math.floor((end - start) / step) + 1, **settings) * step + start


OLD = {**CPU, "range": range, "set_default_tensor_type": set_default_tensor_type}


@method
def new(self, *data, device=None):
    """Return a tensor of the same dtype and device: x.new(2, 3), of zeros, or x.new([1, 2]). An old name."""
    return from_old_arguments(data, self.dtype, self.device if device is None else device)


@method
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """Return `tensor(data)` with the dtype and device of this tensor."""
    return tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


def table_of(name):
    """Return the table of typed tensors on the CPU, or on a GPU if the name contains cuda."""
    return CUDA if "cuda" in name.split(".") else CPU


@method
def type(self, dtype=None, non_blocking=False):
    """Return the dtype's old name, or the tensor as `dtype`: a dtype, a type, or a name; ValueError if unknown."""
    if dtype is None:
        return name_of(self.dtype, self.device.type)
    if isinstance(dtype, str):
        name, table = dtype.rpartition(".")[2], table_of(dtype)
        if name not in table:
            raise ValueError(f"invalid type: {dtype!r}; there are {', '.join(CPU)}, and the same under cuda.")
        dtype = table[name]
    return self.to(dtype.place).to(dtype.kind) if isinstance(dtype, TypedTensor) else self.to(dtype)
