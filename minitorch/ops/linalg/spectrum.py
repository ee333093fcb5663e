"""Eigenvalues and singular values, and what they tell: the pseudo-inverse.

Source of the derivatives: M. Giles, Collected matrix derivative results (2008); of the pseudo-inverse G. Golub and
V. Pereyra, The differentiation of pseudo-inverses (1973).
"""

from ...engine import derivative_of, op
from ...runtime import Value, conjugated
from ..elementwise.comparison import select
from ..index.getitem import narrow
from ..shape.creation import like_eye
from ..shape.split import put_diagonal
from ..shape.views import unsqueeze
from .decompositions import run_lapack
from .products import matmul, transposed


def pairwise_differences(values):
    """Return values_j − values_i for each i and j, with 1 on the diagonal: what derivatives divide by."""
    differences = unsqueeze(values, dim=-2) - unsqueeze(values, dim=-1)
    same = like_eye(differences)
    return select(same == 1, 1.0, differences)


def diagonal_matrix(values):
    size = values.shape[-1]
    return put_diagonal(values, shape=(*values.shape, size), offset=0, dim1=-2, dim2=-1)


@op(outputs=2, keeps="out", takes="f", hidden=True)
def eigh(xp, x, *, triangle="L"):
    """Eigenvalues, ascending, and eigenvectors (columns) of a symmetric matrix, of which one triangle is read."""
    return run_lapack(xp, lambda: tuple(xp.linalg.eigh(x, triangle)), x, "eigh", finite=True)


@derivative_of(eigh)
def eigh_derivative(grad, out, x, *, triangle):
    grad_values, grad_vectors = grad
    values, vectors = out
    inner = 0
    if grad_vectors is not None:
        turn = matmul(transposed(vectors), grad_vectors)
        inner = (turn - transposed(turn)) * 0.5 / pairwise_differences(values)
    if grad_values is not None:
        inner = inner + diagonal_matrix(grad_values)
    return matmul(matmul(vectors, inner), transposed(vectors))


@op(outputs=3, keeps="out", takes="f", hidden=True)
def svd(xp, x, *, full=False):
    """x = U @ diag(S) @ Vh: S descending; U and Vh with orthonormal columns and rows (square with full=True)."""
    return run_lapack(xp, lambda: tuple(xp.linalg.svd(x, full_matrices=full)), x, "svd", finite=True)


@derivative_of(svd)
def svd_derivative(grad, out, x, *, full):
    grad_u, grad_s, grad_vh = grad
    u, s, vh = out
    if full:                                             # what completes the squares has no derivative
        k = min(x.shape[-2:])
        u, vh = narrow(u, -1, 0, k), narrow(vh, -2, 0, k)
        grad_u = narrow(grad_u, -1, 0, k) if grad_u is not None else None
        grad_vh = narrow(grad_vh, -2, 0, k) if grad_vh is not None else None
    v = transposed(vh)
    row, column = unsqueeze(s, dim=-2), unsqueeze(s, dim=-1)
    inner = diagonal_matrix(grad_s) if grad_s is not None else 0
    if grad_u is not None:
        turn = matmul(transposed(u), grad_u)
        inner = inner + (turn - transposed(turn)) / pairwise_differences(s * s) * row
    if grad_vh is not None:
        grad_v = transposed(grad_vh)
        turn = matmul(vh, grad_v)
        inner = inner + column * ((turn - transposed(turn)) / pairwise_differences(s * s))
    whole = matmul(matmul(u, inner), vh) if not isinstance(inner, int) else 0
    if grad_u is not None and x.shape[-2] > x.shape[-1]:
        side = grad_u / row
        whole = whole + matmul(side - matmul(u, matmul(transposed(u), side)), vh)
    if grad_vh is not None and x.shape[-1] > x.shape[-2]:
        side = grad_vh / column
        whole = whole + matmul(u, side - matmul(matmul(side, v), vh))
    return conjugated(whole)


@op(keeps="x out", promotes=False, takes="f", hidden=True)
def pinv(xp, x, atol: Value, rtol: Value, *, hermitian=False):
    """The pseudo-inverse: singular values at most max(atol, rtol · the largest) count as 0."""
    if hermitian:
        s, u = run_lapack(xp, lambda: xp.linalg.eigh(x), x, "eigh", finite=True)
        vh = xp.swapaxes(u, -1, -2).conj()
    else:
        u, s, vh = run_lapack(xp, lambda: xp.linalg.svd(x, full_matrices=False), x, "pinv", finite=True)
    if not s.size:
        return xp.zeros((*x.shape[:-2], x.shape[-1], x.shape[-2]), x.dtype)
    size = xp.abs(s)
    least = xp.maximum(xp.asarray(atol)[..., None], xp.asarray(rtol)[..., None] * size.max(-1, keepdims=True))
    kept = size > least
    inverse = xp.where(kept, 1 / xp.where(kept, s, 1), 0).astype(x.dtype, copy=False)
    return (xp.swapaxes(vh, -1, -2).conj() * inverse[..., None, :]) @ xp.swapaxes(u, -1, -2).conj()


def adjoint(x):
    """Swap the last two dimensions and conjugate."""
    return conjugated(transposed(x))


@derivative_of(pinv)
def pinv_derivative(grad, out, x, atol, rtol, *, hermitian):
    back, across = adjoint(out), adjoint(conjugated(grad))
    if x.shape[-2] <= x.shape[-1]:
        inner = matmul(across, out)
        right = matmul(inner, back)
        whole = (right - adjoint(matmul(out, inner)) - matmul(matmul(x, out), right)
                 + matmul(matmul(back, out), across - matmul(inner, x)))
    else:
        inner = matmul(out, across)
        left = matmul(back, inner)
        whole = (left - adjoint(matmul(inner, out)) - matmul(matmul(left, out), x)
                 + matmul(matmul(across - matmul(x, inner), out), back))
    return conjugated(whole), None, None
