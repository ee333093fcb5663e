"""Solve linear systems and compute triangular factors, each with its derivative.

Source of the derivatives: M. Giles, Collected matrix derivative results (2008); for qr and
cholesky M. Seeger et al., Auto-differentiating linear algebra (2017).
"""

from ....engine import derivative_of, op
from ....ops.elementwise.arithmetic import like_zero
from ....ops.index.getitem import narrow
from ....ops.linalg.determinant import per_matrix
from ....ops.linalg.inverse import inv, run_lapack
from ....ops.linalg.products import adjoint, matmul, transposed
from ....ops.shape.copies import cat, tril, triu
from ....ops.shape.split import diagonal, put_diagonal
from ....runtime import conjugated, is_complex


@op(keeps="x out", takes="fc", same="x y", hidden=True)
def solve(xp, x, y):
    """Return the Z with x @ Z = y."""
    return run_lapack(xp, lambda: xp.linalg.solve(x, y), x, "solve")


@derivative_of(solve)
def solve_derivative(grad, out, x, y, needs):
    grad_y = solve(transposed(x), grad)
    return -matmul(grad_y, transposed(out)) if needs[0] else None, grad_y if needs[1] else None


@op(keeps="out", takes="fc", hidden=True)
def cholesky(xp, x):
    """Return the lower triangle L with L @ Lᴴ = x, for a Hermitian positive-definite matrix."""
    return run_lapack(xp, lambda: xp.linalg.cholesky(x), x, "cholesky", finite=True)


def half_lower(x):
    """Return the lower triangle with half the diagonal."""
    return tril(x, diagonal=0) - put_diagonal(diagonal(x, offset=0, dim1=-2, dim2=-1) * 0.5, shape=tuple(x.shape),
                                              offset=0, dim1=-2, dim2=-1)


@derivative_of(cholesky)
def cholesky_derivative(grad, out, x):
    upper_inverse = adjoint(inv(out))
    inner = matmul(adjoint(out), conjugated(grad))
    inner = tril(inner, diagonal=0) + adjoint(tril(inner, diagonal=-1))
    return conjugated(matmul(matmul(upper_inverse, inner), adjoint(upper_inverse))) * 0.5


@op(outputs=2, keeps="x out", takes="fc", hidden=True)
def qr(xp, x, *, mode):
    """Factorise x = Q @ R: Q with orthonormal columns, R upper triangular."""
    if mode == "r":
        return xp.empty(0, x.dtype), run_lapack(xp, lambda: xp.linalg.qr(x, "r"), x, "qr")
    return run_lapack(xp, lambda: tuple(xp.linalg.qr(x, mode)), x, "qr")


@derivative_of(qr)
def qr_derivative(grad, out, x, *, mode):
    (grad_q, grad_r), (q, r), (m, n) = map(conjugated, grad), out, x.shape[-2:]
    if mode == "r" or mode == "complete" and m > n:
        raise RuntimeError(f"linalg.qr: mode={mode!r} has no derivative for a matrix with more rows than columns, or "
                           "without Q; use mode='reduced'.")
    if m >= n:
        return conjugated(tall_qr_derivative(grad_q, grad_r, q, r))
    first = r if grad_r is None else grad_r              # x = (x₁ x₂) = Q·(R₁ R₂) with R₂ = Qᴴ·x₂
    left, right = narrow(first, -1, 0, m), narrow(first, -1, m, n - m)
    if grad_r is None:
        left, right = None, right * 0
    by_q = matmul(narrow(x, -1, m, n - m), adjoint(right))
    grad_q = by_q if grad_q is None else grad_q + by_q
    return conjugated(cat(tall_qr_derivative(grad_q, left, q, narrow(r, -1, 0, m)), matmul(q, right), dim=-1))


def tall_qr_derivative(grad_q, grad_r, q, r):
    """Compute the gradient of x = Q @ R with at least as many rows as columns."""
    m = matmul(r, adjoint(grad_r)) if grad_r is not None else 0
    m = m - matmul(adjoint(grad_q), q) if grad_q is not None else m
    half = half_lower(m)
    inner = matmul(q, half + adjoint(half))
    inner = inner + grad_q if grad_q is not None else inner
    return transposed(solve(conjugated(r), transposed(inner)))


@op(keeps="x out", takes="fc", hidden=True)
def solve_triangular(xp, x, y, *, upper, unit=False):
    """Return the Z with x @ Z = y, reading only one triangle of x; unit=True: x's diagonal is taken as ones."""
    whole = xp.triu(x, int(unit)) if upper else xp.tril(x, -int(unit))
    if unit:
        whole = whole + xp.eye(x.shape[-1], dtype=x.dtype)
    return run_lapack(xp, lambda: xp.linalg.solve(whole, y), x, "solve_triangular")


@derivative_of(solve_triangular)
def solve_triangular_derivative(grad, out, x, y, needs, *, upper, unit):
    grad_y = solve_triangular(transposed(x), grad, upper=not upper, unit=unit)
    if not needs[0]:
        return None, grad_y
    whole = -matmul(grad_y, transposed(out))
    whole = triu(whole, diagonal=int(unit)) if upper else tril(whole, diagonal=-int(unit))
    return whole, grad_y if needs[1] else None


@op(keeps="y out", takes="fc", same="x y", hidden=True)
def cholesky_solve(xp, x, y, *, upper):
    """Return the Z with A @ Z = x, where y is A's Cholesky factor."""
    lower = adjoint(y) if upper else y
    middle = solve_triangular.forward(xp, lower, x, upper=False)
    return solve_triangular.forward(xp, adjoint(lower), middle, upper=True)


@derivative_of(cholesky_solve)
def cholesky_solve_derivative(grad, out, x, y, needs, *, upper):
    grad_x = cholesky_solve(conjugated(grad), y, upper=upper)
    if not needs[1]:
        return conjugated(grad_x), None
    both = matmul(grad_x, adjoint(out))
    both = both + adjoint(both)
    return conjugated(grad_x) if needs[0] else None, conjugated(-matmul(y, both) if upper else -matmul(both, y))


def as_column(y, x):
    """Return whether y contains vectors, one for each matrix of x; `solve` then uses each vector as a column."""
    return y.ndim == 1 or (y.ndim == x.ndim - 1 and tuple(y.shape) == tuple(x.shape[:-1]))


@op(outputs=2, keeps="x", takes="fc", hidden=True)
def slogdet(xp, x):
    """Return the sign of the determinant and the logarithm of its absolute value."""
    sign, size = run_lapack(xp, lambda: tuple(xp.linalg.slogdet(x)), x, "slogdet")
    return sign, xp.where(xp.isnan(x).any(axis=(-2, -1)), size.dtype.type("nan"), size)


@derivative_of(slogdet)
def slogdet_derivative(grad, out, x):
    slope = grad[1]
    if grad[0] is not None and is_complex(x):            # a complex determinant has a phase e^(iφ) as its sign
        turn = grad[0] * slogdet(x)[0]
        turn = (turn - conjugated(turn)) * 0.5
        slope = turn if slope is None else slope + turn
    return like_zero(x) if slope is None else per_matrix(slope) * transposed(inv(x))
