"""Linear algebra that PyTorch also has outside of torch.linalg, as functions and methods: inverse and det."""

from ...runtime import Tensor, function
from .determinant import det as determinant
from .inverse import inv


@function(out=True)
def inverse(input: Tensor):
    """Return the inverse of a square matrix, or of each matrix in a batch."""
    return inv.function(input)


@function(out=True)
def det(input: Tensor):
    """Return the determinant of each square matrix."""
    return determinant.function(input)
