"""Linear algebra beyond products: inverses, determinants and decompositions, each with its derivative.

Source of the derivatives: M. Giles, Collected matrix derivative results (2008); for qr and
cholesky M. Seeger et al., Auto-differentiating linear algebra (2017).
"""

from ..backend import NOWHERE
from ..graph import derivative_of, op
from .arithmetic import like_zero
from .compare import select
from .copies import tril, triu
from .create import like_eye
from .linalg import matmul, turned
from .shape import unsqueeze
from .split import diagonal, put_diagonal


def square(x, name):
    """Refuse what is no stack of square matrices."""
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are {x.shape}.")


def asked_to_fail(xp):
    """In this block a matrix that has no inverse is an error: CuPy goes on with any numbers unless it is asked."""
    if xp.__name__ == "numpy":
        return NOWHERE
    import cupyx
    return cupyx.errstate(linalg="raise")


def factor(xp, call, x, name):
    """Run a decomposition; say which input it refused and why."""
    if name != "svd":
        square(x, name)
    try:
        with asked_to_fail(xp):
            return call()
    except xp.linalg.LinAlgError as reason:
        raise RuntimeError(f"linalg.{name}: {reason}: the input is singular, or not positive-definite where "
                           "that is needed.") from None


@op(keeps="out", takes="f", hidden=True)
def inv(xp, x):
    """The inverse of each square matrix."""
    return factor(xp, lambda: xp.linalg.inv(x), x, "inv")


@derivative_of(inv)
def inv_derivative(grad, out, x):
    back = turned(out)
    return -matmul(matmul(back, grad), back)


@op(keeps="x out", takes="f", hidden=True)
def solve(xp, x, y):
    """The Z with x @ Z = y."""
    return factor(xp, lambda: xp.linalg.solve(x, y), x, "solve")


@derivative_of(solve)
def solve_derivative(grad, out, x, y, needs):
    grad_y = solve(turned(x), grad)
    return -matmul(grad_y, turned(out)) if needs[0] else None, grad_y if needs[1] else None


@op(keeps="x out", takes="f", hidden=True)
def det(xp, x):
    """The determinant of each square matrix."""
    return factor(xp, lambda: xp.linalg.det(x), x, "det")


@derivative_of(det)
def det_derivative(grad, out, x):
    scale = unsqueeze(unsqueeze(grad * out, dim=-1), dim=-1)
    return scale * turned(inv(x))


@op(outputs=2, keeps="x", takes="f", hidden=True)
def slogdet(xp, x):
    """The sign of the determinant and the logarithm of its size."""
    return factor(xp, lambda: tuple(xp.linalg.slogdet(x)), x, "slogdet")


@derivative_of(slogdet)
def slogdet_derivative(grad, out, x):
    if grad[1] is None:
        return like_zero(x)
    return unsqueeze(unsqueeze(grad[1], dim=-1), dim=-1) * turned(inv(x))


@op(keeps="out", takes="f", hidden=True)
def cholesky(xp, x):
    """The lower triangle L with L @ L.mT = x, of a symmetric positive-definite matrix."""
    return factor(xp, lambda: xp.linalg.cholesky(x), x, "cholesky")


def half_lower(x):
    """The lower triangle with half the diagonal."""
    return tril(x, diagonal=0) - put_diagonal(diagonal(x, offset=0, dim1=-2, dim2=-1) * 0.5, shape=tuple(x.shape),
                                              offset=0, dim1=-2, dim2=-1)


@derivative_of(cholesky)
def cholesky_derivative(grad, out, x):
    upper_inverse = turned(inv(out))
    inner = half_lower(matmul(turned(out), grad))
    whole = matmul(matmul(upper_inverse, inner), turned(upper_inverse))
    return (whole + turned(whole)) * 0.5


@op(outputs=2, keeps="out", takes="f", hidden=True)
def qr(xp, x):
    """x = Q @ R: Q with orthonormal columns, R upper triangular."""
    if x.ndim < 2:
        raise RuntimeError("linalg.qr: The input tensor A must have at least 2 dimensions.")
    return tuple(xp.linalg.qr(x))


@derivative_of(qr)
def qr_derivative(grad, out, x):
    grad_q, grad_r = grad
    q, r = out
    if x.shape[-2] < x.shape[-1]:
        raise NotImplementedError("qr: the derivative needs at least as many rows as columns; transpose first.")
    m = matmul(r, turned(grad_r)) if grad_r is not None else 0
    m = m - matmul(turned(grad_q), q) if grad_q is not None else m
    lower = tril(m, diagonal=-1)
    symmetric = lower + turned(lower) + put_diagonal(diagonal(m, offset=0, dim1=-2, dim2=-1), shape=tuple(m.shape),
                                                     offset=0, dim1=-2, dim2=-1)
    inner = matmul(q, symmetric)
    inner = inner + grad_q if grad_q is not None else inner
    return turned(solve(r, turned(inner)))


def gaps(values):
    """values_j − values_i for each pair, and 1 on the diagonal: what decompositions divide by."""
    apart = unsqueeze(values, dim=-2) - unsqueeze(values, dim=-1)
    same = like_eye(apart)
    return select(same == 1, 1.0, apart)


def diagonal_matrix(values):
    size = values.shape[-1]
    return put_diagonal(values, shape=(*values.shape, size), offset=0, dim1=-2, dim2=-1)


@op(outputs=2, keeps="out", takes="f", hidden=True)
def eigh(xp, x):
    """Eigenvalues, ascending, and eigenvectors (columns) of a symmetric matrix."""
    return factor(xp, lambda: tuple(xp.linalg.eigh(x)), x, "eigh")


@derivative_of(eigh)
def eigh_derivative(grad, out, x):
    grad_values, grad_vectors = grad
    values, vectors = out
    inner = 0
    if grad_vectors is not None:
        turn = matmul(turned(vectors), grad_vectors)
        inner = turn / gaps(values) * (1 - like_eye(turn))
    if grad_values is not None:
        inner = inner + diagonal_matrix(grad_values)
    return matmul(matmul(vectors, inner), turned(vectors))


@op(outputs=3, keeps="out", takes="f", hidden=True)
def svd(xp, x):
    """x = U @ diag(S) @ Vh: S descending; U and Vh with orthonormal columns and rows."""
    return factor(xp, lambda: tuple(xp.linalg.svd(x, full_matrices=False)), x, "svd")


@derivative_of(svd)
def svd_derivative(grad, out, x):
    grad_u, grad_s, grad_vh = grad
    u, s, vh = out
    v = turned(vh)
    row, column = unsqueeze(s, dim=-2), unsqueeze(s, dim=-1)
    inner = diagonal_matrix(grad_s) if grad_s is not None else 0
    if grad_u is not None:
        turn = matmul(turned(u), grad_u)
        inner = inner + (turn - turned(turn)) / gaps(s * s) * row
    if grad_vh is not None:
        grad_v = turned(grad_vh)
        turn = matmul(vh, grad_v)
        inner = inner + column * ((turn - turned(turn)) / gaps(s * s))
    whole = matmul(matmul(u, inner), vh) if not isinstance(inner, int) else 0
    if grad_u is not None and x.shape[-2] > x.shape[-1]:
        side = grad_u / row
        whole = whole + matmul(side - matmul(u, matmul(turned(u), side)), vh)
    if grad_vh is not None and x.shape[-1] > x.shape[-2]:
        side = grad_vh / column
        whole = whole + matmul(u, side - matmul(matmul(side, v), vh))
    return whole


@op(keeps="x out", takes="f", hidden=True)
def solve_triangular(xp, x, y, *, upper):
    """The Z with x @ Z = y, only one triangle of x being read."""
    return xp.linalg.solve(xp.triu(x) if upper else xp.tril(x), y)


@derivative_of(solve_triangular)
def solve_triangular_derivative(grad, out, x, y, needs, *, upper):
    grad_y = solve_triangular(turned(x), grad, upper=not upper)
    whole = -matmul(grad_y, turned(out)) if needs[0] else None
    if needs[0]:
        whole = triu(whole, diagonal=0) if upper else tril(whole, diagonal=0)
    return whole, grad_y if needs[1] else None


def as_column(y, x):
    """Whether y is a vector for each matrix of x, which `solve` takes as a column."""
    return y.ndim == 1 or (y.ndim == x.ndim - 1 and tuple(y.shape) == tuple(x.shape[:-1]))

