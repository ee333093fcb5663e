"""Determinants; rare/ops/linalg/cofactors.py has their derivatives."""

from ...engine import derivative_of, op, registry
from ...runtime import Tensor, function
from ..shape.views import unsqueeze
from .lapack import run_lapack


@op(keeps="x", takes="fc", hidden=True, name="det")
def determinant(xp, x):
    """Return the determinant of each square matrix."""
    return run_lapack(xp, lambda: xp.linalg.det(x), x, "det")


@derivative_of(determinant)
def det_derivative(grad, out, x):
    return per_matrix(grad) * registry["cofactors"](x)


def per_matrix(x):
    """Reshape one number per matrix so that it broadcasts over the matrix."""
    return unsqueeze(unsqueeze(x, dim=-1), dim=-1)


@function(out=True)
def det(input: Tensor):
    """Return the determinant of each square matrix."""
    return determinant.function(input)
