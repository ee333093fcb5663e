"""Eigenvalues and singular values, and the pseudo-inverse, which uses them.

Source of the derivatives: M. Giles, Collected matrix derivative results (2008); of the pseudo-inverse G. Golub and
V. Pereyra, The differentiation of pseudo-inverses (1973).
"""

from ....backend import holds
from ....engine import derivative_of, op
from ....ops.elementwise.comparison import select
from ....ops.index.getitem import narrow
from ....ops.linalg.inverse import run_lapack
from ....ops.linalg.products import adjoint, matmul
from ....ops.shape.copies import real_part
from ....ops.shape.creation import like_eye
from ....ops.shape.split import diagonal, put_diagonal
from ....ops.shape.views import unsqueeze
from ....runtime import Value, conjugated, is_complex
from .decompositions import solve


def pairwise_differences(values):
    """Return values_j − values_i for each i and j, but 1 on the diagonal, because derivatives divide by the result."""
    differences = unsqueeze(values, dim=-2) - unsqueeze(values, dim=-1)
    same = like_eye(differences)
    return select(same == 1, 1.0, differences)


def diagonal_matrix(values):
    size = values.shape[-1]
    return put_diagonal(values, shape=(*values.shape, size), offset=0, dim1=-2, dim2=-1)


def check_phase(name, turn):
    """Raise if the loss depends on the phase of complex singular vectors or eigenvectors: any phase is valid."""
    if is_complex(turn):
        array = getattr(turn, "array", turn)
        if holds((abs(array.diagonal(0, -2, -1).imag) > 1e-2).any()):
            raise RuntimeError(f"linalg.{name}: there is no derivative, because complex vectors are determined up to a "
                               "factor e^(iφ), and this loss depends on φ. Use their abs(), which does not.")


@op(outputs=2, keeps="out", takes="fc", hidden=True)
def eigh(xp, x, *, triangle="L"):
    """Return eigenvalues, ascending, and eigenvectors (columns) of a Hermitian matrix; only one triangle is read."""
    return run_lapack(xp, lambda: tuple(xp.linalg.eigh(x, triangle)), x, "eigh", finite=True)


@derivative_of(eigh)
def eigh_derivative(grad, out, x, *, triangle):
    grad_values, grad_vectors = grad
    values, vectors = out
    whole, back = 0, adjoint(vectors)
    if grad_vectors is not None:
        turn = matmul(back, conjugated(grad_vectors))
        check_phase("eigh", turn)
        whole = matmul(matmul(vectors, (turn - adjoint(turn)) * 0.5 / pairwise_differences(values)), back)
    if grad_values is not None:
        whole = whole + matmul(vectors * unsqueeze(grad_values, dim=-2), back)
    return conjugated(whole)


@op(outputs=2, keeps="out", takes="fc", hidden=True)
def eig(xp, x):
    """Return eigenvalues and eigenvectors (columns, of length 1) of a square matrix, always complex."""
    values, vectors = run_lapack(xp, lambda: tuple(xp.linalg.eig(x)), x, "eig", finite=True)
    kind = "complex64" if x.dtype.char in "fF" else "complex128"
    return values.astype(kind, copy=False), vectors.astype(kind, copy=False)


@derivative_of(eig)
def eig_derivative(grad, out, x):
    (grad_values, grad_vectors), (values, vectors) = [conjugated(g) for g in grad], out
    back, inner = adjoint(vectors), 0
    if grad_vectors is not None:
        turn = matmul(back, grad_vectors)
        check_phase("eig", turn)
        along = real_part(diagonal(turn, offset=0, dim1=-2, dim2=-1))    # remove changes of the norm, which is 1
        inner = (turn - matmul(back, vectors) * unsqueeze(along, dim=-2)) / conjugated(pairwise_differences(values))
        inner = inner * (1 - like_eye(inner))
    if grad_values is not None:
        inner = inner + diagonal_matrix(grad_values)
    return conjugated(solve(back, matmul(inner, back)))


@op(outputs=3, keeps="out", takes="fc", hidden=True)
def svd(xp, x, *, full=False):
    """Factorise x = U @ diag(S) @ Vh: S descending; U and Vh with orthonormal columns and rows (full=True: square)."""
    return run_lapack(xp, lambda: tuple(xp.linalg.svd(x, full_matrices=full)), x, "svd", finite=True)


@derivative_of(svd)
def svd_derivative(grad, out, x, *, full):
    grad_u, grad_s, grad_vh = [conjugated(g) for g in grad]
    u, s, vh = out
    if full:                                             # the additional vectors of full_matrices have no derivative
        k = min(x.shape[-2:])
        u, vh = narrow(u, -1, 0, k), narrow(vh, -2, 0, k)
        grad_u = narrow(grad_u, -1, 0, k) if grad_u is not None else None
        grad_vh = narrow(grad_vh, -2, 0, k) if grad_vh is not None else None
    row, column = unsqueeze(s, dim=-2), unsqueeze(s, dim=-1)
    turns = [None if g is None else matmul(adjoint(m), g) for m, g in (
        (u, grad_u), (adjoint(vh), None if grad_vh is None else adjoint(grad_vh)))]
    given = [turn for turn in turns if turn is not None]
    whole = 0
    if given:
        check_phase("svd", given[0] if len(given) == 1 else given[0] + given[1])
        by_u, by_v = [0 if turn is None else (turn - adjoint(turn)) / pairwise_differences(s * s) for turn in turns]
        inner = by_u * row + column * by_v
        if len(given) == 2 and is_complex(u):            # the phases of complex u and v may change differently
            inner = inner + diagonal_matrix(diagonal(by_u, offset=0, dim1=-2, dim2=-1) / (2 * s))
        whole = matmul(matmul(u, inner), vh)
    if grad_s is not None:
        whole = whole + matmul(u * unsqueeze(grad_s, dim=-2), vh)
    if grad_u is not None and x.shape[-2] > x.shape[-1]:
        side = grad_u / row
        whole = whole + matmul(side - matmul(u, matmul(adjoint(u), side)), vh)
    if grad_vh is not None and x.shape[-1] > x.shape[-2]:
        side = grad_vh / column
        whole = whole + matmul(u, side - matmul(matmul(side, adjoint(vh)), vh))
    return conjugated(whole)


@op(keeps="x out", promotes=False, takes="fc", hidden=True)
def pinv(xp, x, atol: Value, rtol: Value, *, hermitian=False):
    """Return the pseudo-inverse: singular values at most max(atol, rtol · the largest) count as 0."""
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
