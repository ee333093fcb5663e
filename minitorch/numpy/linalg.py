"""numpy.linalg's names over the engine; integers count as float64.

Arguments that mean the same wherever they occur:

    x1, x2    two tensors, arrays, lists or numbers
"""

import numpy as np

from .. import linalg as engine
from . import products
from .arrays import as_tensor, axes_of, floating, mt, together
from .products import vecdot
from .shapes import matrix_transpose

LinAlgError = np.linalg.LinAlgError
__all__ = ["LinAlgError", "cholesky", "cond", "cross", "det", "diagonal", "eigh", "eigvalsh", "inv", "lstsq", "matmul",
           "matrix_norm", "matrix_power", "matrix_rank", "matrix_transpose", "multi_dot", "norm", "outer", "pinv", "qr",
           "slogdet", "solve", "svd", "svdvals", "tensordot", "trace", "vecdot", "vector_norm"]


def cross(x1, x2, /, *, axis=-1):
    """The cross product of vectors of three, along axis; the other axes broadcast."""
    return products.cross(x1, x2, axis)


def matmul(x1, x2, /):
    """x1 @ x2: (*, n, m) and (*, m, k) -> (*, n, k)."""
    return products.matmul(x1, x2)


def outer(x1, x2, /):
    """Every element of a vector times every element of another: (n, m). Raises ValueError for what is no vector."""
    x1, x2 = together(x1, x2)
    if x1.ndim != 1 or x2.ndim != 1:
        raise ValueError(f"outer: both must be vectors, not of {x1.ndim} and {x2.ndim} dimensions")
    return products.outer(x1, x2)


def tensordot(x1, x2, /, *, axes=2):
    """Σ over the last `axes` axes of x1 and the first of x2, or over the axes in a pair of lists."""
    return products.tensordot(x1, x2, axes)


def diagonal(x, /, *, offset=0):
    """The diagonals of matrices (*, n, m), as the last axis; offset places above it."""
    return mt.diagonal(as_tensor(x), offset, -2, -1)


def trace(x, /, *, offset=0):
    """The sums of the diagonals of matrices (*, n, m): (*)."""
    return products.trace(x, offset, -2, -1)


def norm(x, ord=None, axis=None, keepdims=False):
    """The length of vectors or the norm of matrices.

    ord    2 or None: the root of the sum of squares; 1, inf, "fro", "nuc", … as numpy.linalg.norm
    axis   of the vectors, or two of the matrices; None: all
    """
    x = floating(x)
    if axis is None and ord is None:
        return engine.vector_norm(x, 2, tuple(range(x.ndim)) or None, keepdims)
    return engine.norm(x, ord, axis, keepdims)


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norm of vectors along axis, a number or several. Arguments as norm's."""
    x = floating(x)
    return engine.vector_norm(x, ord, axes_of(axis, x.ndim) or None, keepdims)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """The norm of matrices (*, n, m). Arguments as norm's."""
    return engine.matrix_norm(floating(x), ord, keepdim=keepdims)


def solve(a, b):
    """x of a @ x = b: (*, n, n), and (n,) or (*, n, k). Raises where a has no inverse."""
    return engine.solve(*together(floating(a), floating(b)))


def lstsq(a, b, rcond=None):
    """(x of the least |a @ x − b|, the squared distances, the rank of a, its singular values): (n, m), (n,) or (n, k).

    rcond   singular values below this share of the largest count as 0; None: as numpy's
    """
    a, b = together(floating(a), floating(b))
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
    """(U, S, Vh) of (*, n, m), or without compute_uv S alone.

    full_matrices   U is (n, n) and Vh (m, m), else as small as S allows
    """
    return engine.svd(floating(a), full_matrices) if compute_uv else engine.svdvals(floating(a))


def qr(a, mode="reduced"):
    """(Q, R) of (*, n, m): mode is "reduced" or "complete", or "r" for R alone."""
    found = engine.qr(floating(a), mode)
    return found[1] if mode == "r" else found


def eigh(a, UPLO="L"):
    """(eigenvalues rising, eigenvectors) of symmetric matrices (*, n, n).

    UPLO   which half is read: "L", the lower, or "U", the upper
    """
    return engine.eigh(floating(a), UPLO)


def eigvalsh(a, UPLO="L"):
    """The eigenvalues that eigh gives, rising. Arguments as eigh's."""
    return engine.eigvalsh(floating(a), UPLO)


def cholesky(a, /, *, upper=False):
    """L of a = L @ L.T, symmetric and positive; upper: its transpose."""
    return engine.cholesky(floating(a), upper=upper)


def pinv(a, rcond=None, hermitian=False):
    """The pseudo-inverse of (*, n, m): (*, m, n). rcond as lstsq's; hermitian: whether a is symmetric."""
    return engine.pinv(floating(a), 1e-15 if rcond is None else rcond, hermitian)


def matrix_rank(A, tol=None, hermitian=False):
    """How many singular values of (*, n, m) are above tol; hermitian as pinv's."""
    return engine.matrix_rank(floating(A), tol, hermitian)


def matrix_power(a, n):
    """a (*, k, k) times itself, n times; below 0 its inverse."""
    return engine.matrix_power(as_tensor(a) if n >= 0 else floating(a), n)


def multi_dot(arrays):
    """The product of several matrices, in the order that costs least."""
    return engine.multi_dot(together(*arrays))


def cond(x, p=None):
    """The condition number of (*, n, n); p is norm's ord."""
    return engine.cond(floating(x), p)


def slogdet(a):
    """(sign, log |determinant|) of (*, n, n)."""
    return engine.slogdet(floating(a))


def det(a):
    """The determinant of (*, n, n): (*)."""
    return engine.det(floating(a))


def inv(a):
    """The inverse of (*, n, n). Raises where there is none."""
    return engine.inv(floating(a))


def svdvals(x, /):
    """The singular values of (*, n, m), falling."""
    return engine.svdvals(floating(x))
