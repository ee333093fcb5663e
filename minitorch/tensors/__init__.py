"""The class Tensor, its methods, the functions that make tensors from data, and printing."""

from . import legacy, methods, printing, queries
from .printing import set_printoptions
from .creation import as_tensor, asarray, broadcast_shapes, from_numpy, frombuffer, result_type, tensor
from .queries import from_dlpack
from .tensor import Size, Tensor, tensor_of

__all__ = [
           "Size",
           "Tensor",
           "as_tensor",
           "asarray",
           "broadcast_shapes",
           "from_dlpack",
           "from_numpy",
           "frombuffer",
           "legacy",
           "methods",
           "printing",
           "queries",
           "result_type",
           "set_printoptions",
           "tensor",
           "tensor_of",
]
