"""Tensors: what users hold. The class, its methods, its printing."""

from . import facts, methods, printing, typed
from .printing import set_printoptions
from .make import as_tensor, asarray, broadcast_shapes, from_numpy, result_type, tensor
from .tensor import Size, Tensor, plain

__all__ = ["Size", "Tensor", "as_tensor", "asarray", "broadcast_shapes", "facts", "from_numpy", "methods", "plain",
           "printing", "result_type", "set_printoptions", "tensor", "typed"]
