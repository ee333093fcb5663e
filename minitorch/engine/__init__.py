"""The engine: apply an op, record a node, run backward. minitorch/README.md says in which order to read the files."""

from .apply import apply, register_tensor, watchers, wrap
from .backward import accumulate, backward_order, sum_to
from .dispatch import dispatch, plain
from .grad_mode import enable_grad, is_grad_enabled, no_grad
from .node import Leaf, Node, Output, Spec, tensor_types
from .op import Op, derivative_of, op, registry
