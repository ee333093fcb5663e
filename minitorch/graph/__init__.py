"""The graph: what was computed, in what order, and the walk back through it."""

from .arguments import tensors_of
from .backward import backward, backward_from, grad, leaf_of
from .arrive import Part, deposit, wrap
from .door import apply, register_tensor, watchers
from .inplace import in_place, set_item, touch
from .kinds import Device, Dim, Dims, DType, Free, Ints, NewDim, Number, Tensor, Tensors, Value
from .modes import (enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad,
                    set_grad_enabled)
from .node import Leaf, Node, Spec, tensor_types
from .op import Op, aliases, derivative_of, function, functions, methods, op, registry
from .walk import accumulate, backward_order, derivatives, sum_to

__all__ = ["DType", "Device", "Dim", "Dims", "Free", "Ints", "Leaf", "NewDim", "Node", "Number", "Op", "Part", "Spec",
           "Tensor", "Tensors", "Value", "accumulate", "aliases", "apply", "backward", "backward_from",
           "backward_order", "deposit", "derivative_of", "derivatives", "enable_grad", "function", "functions", "grad",
           "in_place", "inference_mode", "is_grad_enabled", "is_inference_mode_enabled", "leaf_of", "methods",
           "no_grad", "op", "register_tensor", "registry", "set_grad_enabled", "set_item", "sum_to", "tensor_types",
           "tensors_of", "touch", "watchers", "wrap"]
