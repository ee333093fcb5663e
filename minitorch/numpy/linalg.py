"""numpy.linalg's functions with gradients; integers are converted to float64.

Arguments that mean the same in every function:

    x1, x2    two tensors, arrays, lists or numbers
"""

import numpy as np

from ..rare import linalg as engine
from . import products
from .arrays import as_floating, as_tensor, axes_of, in_common_type, mt
from .products import vecdot
from .shapes import matrix_transpose

LinAlgError = np.linalg.LinAlgError
__all__ = ["LinAlgError", "cholesky", "cond", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "lstsq", "matmul",
           "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "multi_dot", "norm", "outer", "pinv", "qr",
           "slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm"]


def cross(x1, x2, /, *, axis=-1):
    """Return the cross product of vectors of three numbers along axis; the other axes broadcast."""
    return products.cross(x1, x2, axis)


def matmul(x1, x2, /):
    """Return x1 @ x2: (*, n, m) and (*, m, k) -> (*, n, k)."""
    return products.matmul(x1, x2)


def outer(x1, x2, /):
    """Return each element of a vector times each element of another: (n, m). ValueError unless both are vectors."""
    x1, x2 = in_common_type(x1, x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer: both must be vectors, not of {x1.ndim} and {x2.ndim} dimensions")
    return products.outer(x1, x2)


def tensordot(x1, x2, /, *, axes=2):
    """Return products summed over the last `axes` axes of x1 and the first of x2, or over the axes in two lists."""
    return products.tensordot(x1, x2, axes)


def diagonal(x, /, *, offset=0):
    """Return the diagonals of matrices (*, n, m), `offset` above the main diagonal, along the last axis."""
    return mt.diagonal(as_tensor(x), offset, -2, -1)


def trace(x, /, *, offset=0):
    """Return the sums of the diagonals of matrices (*, n, m): (*)."""
    return products.trace(x, offset, -2, -1)


def norm(x, ord=None, axis=None, keepdims=False):
    """Return the norm of vectors or matrices.

    ord    2 or None: the root of the sum of squares; 1, inf, "fro", "nuc", … as numpy.linalg.norm
    axis   the axis of the vectors, or the two axes of the matrices; None: all axes
    """
    x = as_floating(x)
    if axis is None and ord is None:
        return engine.vector_norm(x, 2, tuple(range(x.ndim)) or None, keepdims)
    return engine.norm(x, ord, axis, keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """Return the norm of vectors along axis, a number or several. Arguments as in norm."""
    x = as_floating(x)
    return engine.vector_norm(x, ord, axes_of(axis, x.ndim) or None, keepdims)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """Return the norm of matrices (*, n, m). Arguments as in norm."""
    return engine.matrix_norm(as_floating(x), ord, keepdim=keepdims)


def solve(a, b):
    """Solve a @ x = b for x: (*, n, n), and (n,) or (*, n, k). Raises LinAlgError if a has no inverse."""
    return engine.solve(*in_common_type(as_floating(a), as_floating(b)))


def lstsq(a, b, rcond=None):
    """Return (x with the least |a @ x − b|, squared distances, rank of a, its singular values); b is (n,) or (n, k).

    rcond   singular values below rcond · the largest count as 0; None: NumPy's default
    """
    a, b = in_common_type(as_floating(a), as_floating(b))
    columns = b if b.ndim > 1 else b.unsqueeze(-1)
    if rcond is None:
        rcond = float(np.finfo(a.array.dtype).eps * max(a.shape))
    values = engine.svdvals(a)
    rank = int((values > rcond * values[0]).sum())
    x = mt.matmul(engine.pinv(a, rcond), columns)
    full = rank == a.shape[1] < a.shape[0]
    left = mt.sum(mt.square(mt.matmul(a, x) - columns), 0) if full else a.new_zeros(0)
    return x if b.ndim > 1 else x.squeeze(-1), left, rank, values


def svd(a, full_matrices=True, compute_uv=True):
    """Return (U, S, Vh) of (*, n, m), or with compute_uv=False S alone.

    full_matrices   whether U is (n, n) and Vh (m, m); else they are (n, k) and (k, m), with k = min(n, m)
    """
    return engine.svd(as_floating(a), full_matrices) if compute_uv else engine.svdvals(as_floating(a))


def qr(a, mode="reduced"):
    """Return (Q, R) of (*, n, m): mode is "reduced" or "complete", or "r" for R alone."""
    found = engine.qr(as_floating(a), mode)
    return found[1] if mode == "r" else found


def eigh(a, UPLO="L"):
    """Return (eigenvalues in ascending order, eigenvectors) of symmetric matrices (*, n, n).

    UPLO   which triangle is read: "L", the lower, or "U", the upper
    """
    return engine.eigh(as_floating(a), UPLO)


def eigvalsh(a, UPLO="L"):
    """Return the eigenvalues of symmetric matrices (*, n, n) in ascending order. Arguments as in eigh."""
    return engine.eigvalsh(as_floating(a), UPLO)


def cholesky(a, /, *, upper=False):
    """Return L with a = L @ L.T, for symmetric positive-definite matrices a; upper: return L.T."""
    return engine.cholesky(as_floating(a), upper=upper)


def pinv(a, rcond=None, hermitian=False):
    """Return the pseudo-inverse of (*, n, m): (*, m, n). rcond as in lstsq; hermitian: whether a is symmetric."""
    return engine.pinv(as_floating(a), 1e-15 if rcond is None else rcond, hermitian)


def matrix_rank(A, tol=None, hermitian=False):
    """Return how many singular values of (*, n, m) are larger than tol; hermitian as in pinv."""
    return engine.matrix_rank(as_floating(A), tol, hermitian)


def matrix_power(a, n):
    """Return the n-th power of matrices a (*, k, k); for n below 0, of their inverses."""
    return engine.matrix_power(as_tensor(a) if n >= 0 else as_floating(a), n)


def multi_dot(arrays):
    """Return the matrix product of several matrices, computed in the cheapest order."""
    return engine.multi_dot(in_common_type(*arrays))


def cond(x, p=None):
    """Return the condition number of each matrix in (*, n, n); p selects the norm, as `ord` does in norm()."""
    return engine.cond(as_floating(x), p)


def slogdet(a):
    """Return (sign, log |determinant|) of (*, n, n)."""
    return engine.slogdet(as_floating(a))


def det(a):
    """Return the determinant of (*, n, n): (*)."""
    return engine.det(as_floating(a))


def inv(a):
    """Return the inverse of (*, n, n). Raises LinAlgError if there is none."""
    return engine.inv(as_floating(a))


def svdvals(x, /):
    """Return the singular values of (*, n, m) in descending order."""
    return engine.svdvals(as_floating(x))
