"""Convert parameters to one vector, and a vector to parameters."""

from ...runtime import bump, functions
from ...tensors import Tensor

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """Return all parameters, one after the other, as one vector. Gradients flow back to them."""
    return functions["cat"]([p.reshape(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    """Copy the elements of the vector vec into the parameters, one after the other. TypeError if vec is no Tensor."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"vector_to_parameters needs one vector, a Tensor, not {type(vec).__name__}: "
                        "see parameters_to_vector.")
    start = 0
    for p in parameters:
        p.array[...] = vec.array[start:start + p.numel()].reshape(p.array.shape)
        bump(p)
        start += p.numel()
