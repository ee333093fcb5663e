"""The engine: apply an op, record a node, run backward. minitorch/README.md says in which order to read the files."""

from .apply import apply, register_tensor, watchers, wrap
from .backward import accumulate, backward_order, sum_to
from .dispatch import dispatch, plain
from .grad_mode import enable_grad, is_grad_enabled, no_grad
from .node import Leaf, Node, Output, Spec, tensor_types
from .op import Op, derivative_of, op, registry

__all__ = [
           "Leaf",
           "Node",
           "Op",
           "Output",
           "Spec",
           "accumulate",
           "apply",
           "backward_order",
           "derivative_of",
           "dispatch",
           "enable_grad",
           "is_grad_enabled",
           "no_grad",
           "op",
           "plain",
           "register_tensor",
           "registry",
           "sum_to",
           "tensor_types",
           "watchers",
           "wrap",
]
