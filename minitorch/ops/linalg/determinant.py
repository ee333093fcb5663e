"""Determinants, and their derivatives where the matrix has no inverse, too.

A determinant is a sum of products, smooth everywhere: its derivatives are found from singular values, any of which
may be 0, without a division.
"""

from ...backend import holds
from ...engine import derivative_of, op
from ...runtime import conjugated, is_complex
from ..elementwise.arithmetic import like_zero
from ..reduce.reductions import sum
from ..shape.split import diagonal
from ..shape.views import unsqueeze
from .decompositions import inv, run_lapack
from .products import matmul, transposed


@op(keeps="x", takes="fc", hidden=True)
def det(xp, x):
    """The determinant of each square matrix."""
    return run_lapack(xp, lambda: xp.linalg.det(x), x, "det")


@derivative_of(det)
def det_derivative(grad, out, x):
    return per_matrix(grad) * cofactors(x)


def per_matrix(x):
    """Reshape one number per matrix so that it broadcasts over the matrix."""
    return unsqueeze(unsqueeze(x, dim=-1), dim=-1)


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
    """What reaches y from the gradient x of `cofactors(y)`.

    Between the singular vectors of y, element (i, i) of the cofactors is Π s_k over k ≠ i; how much it grows with
    element (j, j), and (i, j) falls with (j, i), is Π s_k over k ≠ i, j.
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
    back = inv(y)                                        # of third derivatives the inverse is asked
    one, other = matmul(back, x), matmul(back, grad)
    first, second = (per_matrix(sum(diagonal(m, offset=0, dim1=-2, dim2=-1), dim=-1)) for m in (one, other))
    both = matmul(one, other)
    scale = first * second - per_matrix(sum(diagonal(both, offset=0, dim1=-2, dim2=-1), dim=-1))
    whole = scale * back - matmul(first * other + second * one - both - matmul(other, one), back)
    return by_x, per_matrix(det(y)) * transposed(whole)


def signed_svd(xp, x):
    """Return of x = U @ diag(S) @ Vh: the conjugate of U, it times the determinants of U and Vh, S, Vh's conjugate."""
    u, s, vh = run_lapack(xp, lambda: xp.linalg.svd(x), x, "det", finite=True)
    sign = (xp.linalg.det(u) * xp.linalg.det(vh))[..., None, None]
    return u.conj(), u.conj() * sign, s, vh.conj()


def products_of_others(xp, s):
    """Multiply, for each of s along the last dimension, all others."""
    return xp.where(xp.eye(s.shape[-1], dtype=bool), 1, s[..., None, :]).prod(-1).astype(s.dtype, copy=False)


@op(outputs=2, keeps="x", takes="fc", hidden=True)
def slogdet(xp, x):
    """The sign of the determinant and the logarithm of its size."""
    sign, size = run_lapack(xp, lambda: tuple(xp.linalg.slogdet(x)), x, "slogdet")
    return sign, xp.where(xp.isnan(x).any(axis=(-2, -1)), size.dtype.type("nan"), size)


@derivative_of(slogdet)
def slogdet_derivative(grad, out, x):
    slope = grad[1]
    if grad[0] is not None and is_complex(x):            # the sign turns with the determinant's phase
        turn = grad[0] * slogdet(x)[0]
        turn = (turn - conjugated(turn)) * 0.5
        slope = turn if slope is None else slope + turn
    return like_zero(x) if slope is None else per_matrix(slope) * transposed(inv(x))
