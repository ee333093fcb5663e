"""keras.ops of matrices as NumPy has them: products, triangles, diagonals, solutions."""

from ...core.engine import mt
from ...core.lift import function
from ...functions.table import floats, promoted


@function("x1 | x2")
def matmul(x1, x2):
    """Multiply matrices, or vectors."""
    return mt.matmul(*promoted(x1, x2))


@function("x1 | x2")
def dot(x1, x2):
    """Multiply vectors, matrices, or more axes: the last one with the last but one."""
    x1, x2 = promoted(x1, x2)
    if not x1.ndim or not x2.ndim:
        return x1 * x2
    return mt.tensordot(x1, x2, ([-1], [-2 if x2.ndim > 1 else -1]))


@function("x1 | x2")
def outer(x1, x2):
    """Multiply each of one with each of the other."""
    return mt.outer(x1.reshape(-1), x2.reshape(-1))


@function("x")
def tril(x, k=0):
    """Put zeros above a diagonal."""
    return mt.tril(x, k)


@function("x")
def triu(x, k=0):
    """Put zeros below a diagonal."""
    return mt.triu(x, k)


@function("x")
def diag(x, k=0):
    """Take the diagonal of a matrix, or make the matrix of a diagonal."""
    return mt.diag(x, k)


@function("x")
def diagonal(x, offset=0, axis1=0, axis2=1):
    """Take a diagonal."""
    return mt.diagonal(x, offset, axis1, axis2)


@function("x")
def trace(x, offset=0, axis1=0, axis2=1):
    """Add up along a diagonal."""
    return mt.sum(mt.diagonal(x, offset, axis1, axis2), -1)


@function("x")
def logdet(x):
    """Compute the logarithm of the determinant of each matrix, which is positive."""
    return mt.logdet(floats(x))


@function("x")
def cholesky(x, upper=False):
    """Find the lower triangular matrix whose product with its transpose is x; upper: return its transpose."""
    made = mt.cholesky(floats(x))
    return mt.transpose(made, -1, -2) if upper else made


@function("x")
def qr(x, mode="reduced"):
    """Find (a matrix of orthogonal columns, a triangular one) whose product is x.

    mode   "reduced", or "complete": as many columns as rows
    """
    return tuple(mt.qr(floats(x), mode == "reduced"))


def solved(solve, a, b):
    """Find what a times it is b, which is a vector (n,) or a matrix."""
    vector = b.ndim == a.ndim - 1
    made = solve(a, b.unsqueeze(-1) if vector else b)
    return made.squeeze(-1) if vector else made


@function("a b")
def solve(a, b):
    """Find what a times it is b: b is a vector (n,) or a matrix."""
    return solved(mt.solve, a, b)


@function("a b")
def solve_triangular(a, b, lower=False):
    """Find what a times it is b, for a triangular matrix a; lower: whether the numbers stand below the diagonal."""
    return solved(lambda a, b: mt.solve_triangular(a, b, upper=not lower), a, b)


table = {name: value for name, value in globals().items() if hasattr(value, "function")}
