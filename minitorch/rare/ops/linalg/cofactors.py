"""The derivatives of determinants, also for matrices without an inverse.

A determinant is a polynomial of the elements, so it has derivatives everywhere. They are computed from singular values
without a division, because singular values may be 0.
"""

from ....backend import holds
from ....engine import derivative_of, op
from ....ops.linalg.determinant import determinant, per_matrix
from ....ops.linalg.lapack import run_lapack
from ....ops.linalg.products import matmul, transposed
from ....ops.reduce.reductions import sum
from ....ops.shape.split import diagonal
from .decompositions import inv


@op(keeps="x", takes="fc", hidden=True)
def cofactors(xp, x):
    """Return the derivatives of the determinant: det(x)·(x⁻¹)ᵀ if x is invertible."""
    size = run_lapack(xp, lambda: xp.linalg.det(x), x, "det")
    if not holds(~size.all()):
        return size[..., None, None] * xp.swapaxes(xp.linalg.inv(x), -1, -2)
    _, u, s, vh = signed_svd(xp, x)
    return (u * products_of_others(xp, s)[..., None, :]) @ vh


@derivative_of(cofactors)
def cofactors_derivative(grad, out, x):
    return cofactor_gradient(grad, x)


@op(keeps="x y", takes="fc", hidden=True)
def cofactor_gradient(xp, x, y):
    """Return the gradient with respect to y, if x is the gradient with respect to `cofactors(y)`.

    In the basis of the singular vectors of y, cofactor (i, i) is Π s_k over k ≠ i. Its derivative by element (j, j) is
    Π s_k over k ≠ i, j; the derivative of cofactor (i, j) by element (j, i) is minus that.
    """
    u, signed, s, vh = signed_svd(xp, y)
    inner = xp.swapaxes(u, -1, -2) @ x @ xp.swapaxes(vh, -1, -2)
    out = xp.zeros_like(inner)
    for i in range(s.shape[-1]):
        others = s.copy()
        others[..., i] = 1
        others = products_of_others(xp, others)
        others[..., i] = 0
        out[..., :, i] -= others * inner[..., i, :]
        out += others[..., None] * xp.eye(s.shape[-1], dtype=s.dtype) * inner[..., i, i][..., None, None]
    return signed @ out @ vh


@derivative_of(cofactor_gradient)
def cofactor_gradient_derivative(grad, out, x, y, needs):
    by_x = cofactor_gradient(grad, y) if needs[0] else None
    if not needs[1]:
        return by_x, None
    back = inv(y)                                        # for third derivatives, y must be invertible
    one, other = matmul(back, x), matmul(back, grad)
    first, second = (per_matrix(sum(diagonal(m, offset=0, dim1=-2, dim2=-1), dim=-1)) for m in (one, other))
    both = matmul(one, other)
    scale = first * second - per_matrix(sum(diagonal(both, offset=0, dim1=-2, dim2=-1), dim=-1))
    whole = scale * back - matmul(first * other + second * one - both - matmul(other, one), back)
    return by_x, per_matrix(determinant(y)) * transposed(whole)


def signed_svd(xp, x):
    """Return for x = U @ diag(S) @ Vh: conj(U), conj(U) times the determinants of U and Vh, S, conj(Vh)."""
    u, s, vh = run_lapack(xp, lambda: xp.linalg.svd(x), x, "det", finite=True)
    sign = (xp.linalg.det(u) * xp.linalg.det(vh))[..., None, None]
    return u.conj(), u.conj() * sign, s, vh.conj()


def products_of_others(xp, s):
    """Return for each element of s the product of all others along the last dimension."""
    return xp.where(xp.eye(s.shape[-1], dtype=bool), 1, s[..., None, :]).prod(-1).astype(s.dtype, copy=False)
