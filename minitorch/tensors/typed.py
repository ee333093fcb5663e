"""PyTorch's old names: FloatTensor and its kind, and Variable."""

from .. import backend, dtypes
from .arrays import to_array
from .methods import method
from .tensor import Tensor, plain

NAMES = {"Float": dtypes.float32, "Double": dtypes.float64, "Half": dtypes.float16, "Long": dtypes.int64,
         "Int": dtypes.int32, "Short": dtypes.int16, "Char": dtypes.int8, "Byte": dtypes.uint8, "Bool": dtypes.bool}


class TypedTensor(type):
    """FloatTensor(2, 3) and FloatTensor([1, 2]) make tensors; isinstance asks for the dtype and the place."""

    kind: dtypes.dtype
    place: str

    def __call__(cls, *data):
        if len(data) == 1 and not isinstance(data[0], int):
            array = to_array(data[0]).astype(cls.kind.numpy)
        else:
            array = backend.np.zeros(data if data else 0, cls.kind.numpy)
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
    name = next((name for name, k in NAMES.items() if k is kind), kind.name)
    return f"minitorch.{'cuda.' if place == 'cuda' else ''}{name}Tensor"


class AnyTensor(type):
    """isinstance(x, Variable) asks whether x is a tensor."""

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor)


class Variable(metaclass=AnyTensor):
    """PyTorch's old wrapper, now the Tensor itself: Variable(x, requires_grad=True) shares x's memory."""

    def __new__(cls, data, requires_grad=False, volatile=False):
        if not isinstance(data, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {data.__class__.__name__}")
        if not requires_grad:
            return data
        return data.detach().requires_grad_()


@method
def type(self, dtype=None, non_blocking=False):
    """The old name of the dtype, or the tensor in another: a dtype, FloatTensor, or "torch.FloatTensor"."""
    if dtype is None:
        return name_of(self.dtype, self.device.type)
    if isinstance(dtype, str):
        parts = dtype.split(".")
        table = CUDA if "cuda" in parts else CPU
        if parts[-1] not in table:
            raise ValueError(f"invalid type: {dtype!r}; there are {', '.join(CPU)}, and the same under cuda.")
        dtype = table[parts[-1]]
    if isinstance(dtype, TypedTensor):
        return self.to(dtype.place).to(dtype.kind)
    return self.to(dtype)
