"""The inverse of square matrices."""

from ....engine import derivative_of, op
from ....ops.linalg.lapack import run_lapack
from ....ops.linalg.products import matmul, transposed


@op(keeps="out", takes="fc", hidden=True)
def inv(xp, x):
    """Return the inverse of each square matrix."""
    return run_lapack(xp, lambda: xp.linalg.inv(x), x, "inv")


@derivative_of(inv)
def inv_derivative(grad, out, x):
    back = transposed(out)
    return -matmul(matmul(back, grad), back)
