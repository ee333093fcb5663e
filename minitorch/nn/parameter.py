"""Parameter: a tensor that a Module trains. Buffer: a tensor that a Module stores but does not train."""

from weakref import ref

import numpy as np

from .. import backend, dtypes
from ..engine import Leaf
from ..ops.shape.creation import empty, zeros
from ..runtime import leaf_of
from ..runtime.version_counter import check_inference
from ..tensors import Tensor, tensor_of
from ..tensors.printing import show


class Parameter(Tensor):
    """A leaf that a Module registers when it is assigned: `self.weight = Parameter(tensor)`.

    data            a tensor, whose memory is shared; None: an empty one
    requires_grad   whether it is trained; RuntimeError for a dtype that is not floating or complex

    Raises TypeError if data is not a Tensor.
    """

    def __init__(self, data=None, requires_grad=True):
        if data is None:
            super().__init__()
        elif isinstance(data, Tensor):
            self.array, self._counter = data.array, data._counter
        else:
            raise TypeError(f"Parameter needs a Tensor, not {type(data).__name__}: Parameter(minitorch.tensor(...)).")
        if requires_grad:
            if self.array.dtype.kind not in "fc":
                raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients; this one "
                                   f"is {self.dtype}. Convert first, or pass requires_grad=False.")
            check_inference(self, "Setting requires_grad=True on")
            leaf_of(self)

    def __repr__(self):
        return f"Parameter containing:\n{show(self)}"


def add_parameter(module, name, shape, device=None, dtype=None, wanted=True):
    """Register a Parameter of a shape, with values to be set later; register None if it is not wanted."""
    module.register_parameter(name, Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None)


class Uninitialized:
    """A tensor whose shape is not known yet: a lazy layer learns it from its first input.

    `.array` raises until `materialize` is called; then this is an ordinary Parameter or Buffer.
    """

    def __init__(self, requires_grad=False, device=None, dtype=None):
        empty = np.zeros(0, (dtype or dtypes.default).numpy)
        self._empty = empty if device is None else backend.move(empty, device)
        if requires_grad:
            self._node = Leaf(tensor_of(empty))
            self._node.tensor = ref(self)

    @property
    def array(self):
        raise ValueError("Attempted to use an uninitialized parameter: its lazy layer learns its shape from the first "
                         "input. Call the network on one batch before you use, initialise or count its parameters.")

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer: its lazy layer learns it "
                           "from the first input. Call the network on one batch first.")

    @property
    def dtype(self):
        return dtypes.BY_NUMPY[self._empty.dtype]

    @property
    def device(self):
        return backend.device_of(self._empty)

    def move(self, fn):
        """Apply .to() to a tensor that has no shape yet: it keeps the dtype and the device."""
        self._empty = fn(tensor_of(self._empty)).array

    def materialize(self, shape, device=None, dtype=None):
        """Allocate the shape, with values to be set later, and become an ordinary tensor."""
        empty = vars(self).pop("_empty")
        self.__class__ = self.becomes
        self.data = zeros(shape, dtype=dtype or dtypes.BY_NUMPY[empty.dtype],
                          device=device or backend.device_of(empty))

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self._node is not None, self.device, self.dtype)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return rebuild, (type(self), self._node is not None, str(self.device), self.dtype)

    def __repr__(self):
        return f"<{type(self).__name__}>"


def rebuild(kind, requires_grad, device, dtype):
    """Create an uninitialised tensor from its pickle."""
    return kind(requires_grad, backend.reachable(device), dtype)


class UninitializedParameter(Uninitialized, Parameter):      # type: ignore[override]
    """A Parameter whose shape is not known yet."""

    becomes = Parameter

    def __init__(self, requires_grad=True, device=None, dtype=None):
        super().__init__(requires_grad, device, dtype)


class Buffer(Tensor):
    """A tensor that a Module stores in its state_dict and moves with itself, but does not train.

    data         a tensor, whose memory is shared
    persistent   whether it is in the state_dict
    """

    def __init__(self, data=None, *, persistent=True):
        if data is None:
            super().__init__()
        else:
            self.array = data.array
        self.persistent = persistent


class UninitializedBuffer(Uninitialized, Buffer):            # type: ignore[override]
    """A Buffer whose shape is not known yet."""

    becomes = Buffer
    persistent = True
