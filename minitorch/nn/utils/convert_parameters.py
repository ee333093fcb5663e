"""All parameters as one vector, and back."""

from ...runtime import bump, functions
from ...tensors import Tensor

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters):
    """All parameters, one after the other, as one vector. Gradients flow back to them."""
    return functions["cat"]([p.reshape(-1) for p in parameters])


def vector_to_parameters(vec, parameters):
    """Write the elements of the vector vec over the parameters, one after the other. TypeError if vec is no Tensor."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"vector_to_parameters needs one vector, a Tensor, not {type(vec).__name__}: "
                        "see parameters_to_vector.")
    start = 0
    for p in parameters:
        p.array[...] = vec.array[start:start + p.numel()].reshape(p.array.shape)
        bump(p)
        start += p.numel()
