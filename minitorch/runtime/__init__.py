"""The layers around the engine: checks, errors, views, writes in place, hooks, public functions, gradients."""

from . import accumulate, detached, errors, hooks, promotion, second_order, version_counter, views
from .arguments import tensors_of
from .functions import aliases, function, functions, methods
from .gradients import backward, backward_from, deposit, derivatives, grad, leaf_of
from .inplace import in_place, set_item
from .kinds import Device, Dim, Dims, DType, Free, Ints, NewDim, Number, Tensor, Tensors, Value
from .version_counter import touch

__all__ = ["DType", "Device", "Dim", "Dims", "Free", "Ints", "NewDim", "Number", "Tensor", "Tensors", "Value",
           "accumulate", "aliases", "backward", "backward_from", "deposit", "derivatives", "detached", "errors",
           "function", "functions", "grad", "hooks", "in_place", "leaf_of", "methods", "promotion", "second_order",
           "set_item", "tensors_of", "touch", "version_counter", "views"]
