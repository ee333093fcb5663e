"""The class Tensor, its methods, the functions that make tensors from data, and printing."""

from . import legacy, methods, printing, queries
from .printing import set_printoptions
from .creation import as_tensor, asarray, from_numpy, frombuffer, tensor
from .tensor import Size, Tensor, tensor_of
