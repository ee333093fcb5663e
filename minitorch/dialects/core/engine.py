"""The engine's functions, by name: all that a dialect computes with."""

from types import SimpleNamespace

from ...engine import registry
from ...nn import functional
from ...runtime import functions
from ...tensors import Tensor, as_tensor, tensor

mt = SimpleNamespace(**{name: op.function for name, op in registry.items()}, nn=functional, tensor=tensor,
                     as_tensor=as_tensor, Tensor=Tensor)
vars(mt).update(functions)
