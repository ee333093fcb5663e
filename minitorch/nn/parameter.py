"""Parameter: a tensor that a Module trains. Buffer: one that it keeps but does not train."""

from ..graph import leaf_of
from ..tensors import Tensor
from ..tensors.printing import show


class Parameter(Tensor):
    """A leaf that a Module notices when it is assigned: `self.weight = Parameter(tensor)`.

    It shares the memory of `data`.
    """

    def __init__(self, data=None, requires_grad=True):
        if data is None:
            super().__init__()
        elif isinstance(data, Tensor):
            self.array = data.array
        else:
            raise TypeError(f"Parameter needs a Tensor, not {type(data).__name__}: Parameter(minitorch.tensor(...)).")
        if requires_grad:
            if self.array.dtype.kind not in "fc":
                raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients; this one "
                                   f"is {self.dtype}. Convert first, or pass requires_grad=False.")
            leaf_of(self)

    def __repr__(self):
        return f"Parameter containing:\n{show(self)}"


class Buffer(Tensor):
    """A tensor that a Module keeps in its state_dict and moves with itself, but does not train."""

    def __init__(self, data=None, *, persistent=True):
        if data is None:
            super().__init__()
        else:
            self.array = data.array
        self.persistent = persistent
