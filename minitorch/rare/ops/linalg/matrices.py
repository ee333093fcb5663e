"""torch.linalg's functions of square matrices and their factors, composed of ops."""

import math

from ....backend import META
from ....engine import dispatch
from ....ops.elementwise.comparison import select
from ....ops.linalg import determinant, inverse
from ....ops.linalg.declare import linalg, names
from ....ops.linalg.norms import INF, check_wide, norm_of_vectors
from ....ops.linalg.products import adjoint
from ....ops.named_results import named
from ....runtime import Dims, Tensor, check_dims, functions, one_node
from . import decompositions, spectrum

QR = named("linalg_qr", "Q R")
SVD = named("linalg_svd", "U S Vh")
EigResult = named("linalg_eig", "eigenvalues eigenvectors")
EighResult = named("linalg_eigh", "eigenvalues eigenvectors")
Slogdet = named("linalg_slogdet", "sign logabsdet")
names["LinAlgError"] = inverse.LinAlgError


def identity(A):
    """Return the identity matrix of the size and dtype of A."""
    return functions["eye"](A.shape[-1], dtype=A.dtype, device=A.device)


@linalg(out=True)
def inv(A: Tensor):
    """Return the inverse of each square matrix of a stack."""
    return inverse.inv.function(A)


@linalg(out=True)
@one_node
def solve(A: Tensor, B: Tensor, *, left: bool = True):
    """Return the X with A @ X = B, B a matrix or a vector; left=False: X @ A = B, RuntimeError for a vector B."""
    column = decompositions.as_column(B, A)
    if not left:
        if column:
            raise RuntimeError(f"linalg.solve: Incompatible shapes of A {tuple(A.shape)} and B {tuple(B.shape)} for "
                               "the equation XA = B: B must be a matrix.")
        return solve(A.mT, B.mT).mT
    out = decompositions.solve.function(A, B.unsqueeze(-1) if column else B)
    return out.squeeze(-1) if column else out


@linalg(out=True)
def solve_triangular(A: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False):
    """Return the X with A @ X = B, or X @ A = B with left=False: (*, n, n), (*, n, k) -> (*, n, k).

    upper           whether A is upper triangular, or lower
    unitriangular   whether A's diagonal is taken as ones

    Raises RuntimeError for shapes that do not fit.
    """
    for own, x in (("A", A), ("B", B)):
        if x.ndim < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {own} must have at least 2 dimensions, not "
                               f"{x.ndim}: turn a vector into one column by B.unsqueeze(-1).")
    if not left:
        return solve_triangular(A.mT, B.mT, upper=not upper, unitriangular=unitriangular).mT
    return decompositions.solve_triangular.function(A, B, upper=upper, unit=unitriangular)


@linalg(out=True)
def det(A: Tensor):
    """Return the determinant of each square matrix."""
    return determinant.det.function(A)


@linalg(out=True)
def slogdet(A: Tensor) -> Slogdet:
    """Return the sign of each matrix's determinant and the logarithm of its absolute value."""
    return Slogdet(*decompositions.slogdet.function(A))


@linalg(out=True)
def cholesky(A: Tensor, *, upper: bool = False):
    """Return the triangular L, (*, n, n), with L @ Lᴴ = A (Hermitian, positive-definite); Lᴴ if upper."""
    out = decompositions.cholesky.function(A)
    return adjoint(out) if upper else out


@linalg(out=True)
def qr(A: Tensor, mode: str = "reduced") -> QR:
    """Factorise A = Q @ R, Q with orthonormal columns, R upper triangular: (*, n, m) -> (*, n, k), (*, k, m).

    mode   "reduced"; "complete" for a square Q; "r" for R alone; RuntimeError for others
    """
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"linalg.qr: mode must be 'reduced', 'complete' or 'r', not {mode!r}.")
    return QR(*decompositions.qr.function(A, mode=mode))


@linalg(out=True)
def eig(A: Tensor) -> EigResult:
    """Return eigenvalues (*, n) and eigenvectors (*, n, n), columns of norm 1, of square matrices: complex, unsorted.

    Raises RuntimeError for inf or nan, and in backward if the loss depends on the vectors' phase. Matrices with
    equal eigenvalues have no derivative: it is inf or nan.

    >>> minitorch.linalg.eig(minitorch.tensor([[0.0, 1.0], [-1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])
    """
    return EigResult(*spectrum.eig.function(A))


@linalg(out=True)
def eigvals(A: Tensor):
    """Return the eigenvalues of square matrices, complex, in any order: (*, n, n) -> (*, n). RuntimeError for inf."""
    return eig(A).eigenvalues


@linalg(out=True)
def eigh(A: Tensor, UPLO: str = "L") -> EighResult:
    """Return eigenvalues (*, n), ascending, and eigenvectors (*, n, n) of Hermitian matrices.

    UPLO   "L" or "U": the triangle that is read; RuntimeError for others
    """
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"linalg.eigh: Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return EighResult(*spectrum.eigh.function(A, triangle=UPLO.upper()))


@linalg(out=True)
def eigvalsh(A: Tensor, UPLO: str = "L"):
    """Return the eigenvalues of Hermitian matrices, ascending: (*, n, n) -> (*, n). UPLO: see eigh."""
    return eigh(A, UPLO).eigenvalues


@linalg(out=True)
def svd(A: Tensor, full_matrices: bool = True) -> SVD:
    """Factorise A = U @ diag(S) @ Vh, S descending; U and Vh are square unless full_matrices is False."""
    return SVD(*spectrum.svd.function(A, full=bool(full_matrices)))


@linalg(out=True)
def svdvals(A: Tensor):
    """Return the singular values, descending: (*, n, m) -> (*, min(n, m))."""
    return svd(A, False).S


@linalg
@one_node
def matrix_exp(A: Tensor):
    """I + A + A²/2 + …, (*, n, n), same shape out: halve A k times, add up the series, square the sum k times."""
    inverse.square(A, "matrix_exp")
    size = float(A.detach().abs().sum(-1).max()) if A.numel() and A.device is not META else 1.0
    if not math.isfinite(size):
        return A + float("nan")
    halvings = max(0, 1 + math.ceil(math.log2(max(size, 1e-30))))
    small = A / 2 ** halvings
    term = out = A * 0 + identity(A)
    for n in range(1, 18):              # 17 terms, since 0.5¹⁸/18! is negligible; each squaring doubles rounding errors
        term = term @ small / n
        out = out + term
    for _ in range(halvings):
        out = out @ out
    return out


@linalg(out=True)
def matrix_power(A: Tensor, n: int):
    """Return Aⁿ, the product of n factors A, (*, n, n), same shape out; for negative n, of factors A⁻¹."""
    inverse.square(A, "matrix_power")
    if n < 0:
        return matrix_power(inv(A), -n)
    if n < 2:
        return A.clone() if n else dispatch(select, (A.new_ones(A.shape).bool(), identity(A), A))
    out = None
    while n:                                             # compute the power by squaring
        if n % 2:
            out = A if out is None else out @ A
        A, n = (A @ A, n // 2) if n > 1 else (A, 0)
    return out


@linalg(out=True)
def matrix_norm(A: Tensor, ord="fro", dim: Dims = (-2, -1), keepdim: bool = False, *, dtype=None):
    """Return a norm of each matrix, by ord: "fro", "nuc", 1, −1, 2, −2, inf or −inf. RuntimeError for others.

    dim   the dimensions of rows and of columns
    """
    if ord not in ("fro", "nuc", 1, -1, 2, -2, INF, -INF):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported; use 'fro', 'nuc', ±1, ±2 or ±inf.")
    if not isinstance(dim, tuple | list):
        raise TypeError(f"linalg.matrix_norm(): argument 'dim' must be a tuple of two ints, not {type(dim).__name__}.")
    if A.ndim < 2 or len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple, of an input of 2 dimensions or more. Got {dim} "
                           f"of {tuple(A.shape)}.")
    check_dims("linalg.matrix_norm", dim, A.ndim)
    check_wide("linalg.matrix_norm", A.dtype, dtype)
    A = A if dtype is None else A.to(dtype)
    rows, columns = (d % A.ndim for d in dim)
    if ord == "fro":
        return norm_of_vectors(A, 2, (rows, columns), keepdim)
    if ord in ("nuc", 2, -2):
        values = dispatch(spectrum.svd, (A.movedim((rows, columns), (-2, -1)),), {})[1]
        out = values.sum(-1) if ord == "nuc" else extreme_or_zero(values, ord, -1)
        return out.unsqueeze(min(rows, columns)).unsqueeze(max(rows, columns)) if keepdim else out
    folded, last = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = norm_of_vectors(A, 1, folded, True)
    out = extreme_or_zero(sums, ord, last, True)
    return out if keepdim else out.squeeze((rows, columns))


def extreme_or_zero(x, ord, dim, keepdim=False):
    """Return the maximum along `dim` if ord > 0, else the minimum; 0 if there are no elements."""
    if not x.shape[dim]:
        return x.sum(dim, keepdim)
    return x.amax(dim, keepdim) if ord > 0 else x.amin(dim, keepdim)


@linalg(name="norm", out=True)
def linalg_norm(A: Tensor, ord=None, dim: Dims = None, keepdim: bool = False, *, dtype=None):
    """Return a matrix norm if `dim` has two dimensions, or if A is a matrix and `ord` is given; else a vector norm.

    Raises RuntimeError for other dims.
    """
    if ord is not None and (isinstance(ord, str) or dim is None and A.ndim == 2
                            or isinstance(dim, tuple | list) and len(dim) == 2):
        dim = (-2, -1) if dim is None else dim
        return matrix_norm(A, ord, dim if isinstance(dim, tuple | list) else (dim,), keepdim, dtype=dtype)
    if ord is not None and dim is None and A.ndim > 2:
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                           f"Got {A.ndim}D.")
    if isinstance(dim, tuple | list) and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}.")
    return norm_of_vectors(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


@linalg(out=True)
def cond(A: Tensor, p=None):
    """Return the condition number, how much A can magnify an error: the largest singular value / the smallest (p 2 or
    None; −2: the reciprocal), else norm(A) · norm(A⁻¹); inf without an inverse."""
    if p in (None, 2, -2):
        s = svdvals(A)
        if not s.shape[-1]:
            return s.sum(-1)
        large, small = s.select(-1, 0), s.select(-1, -1)
        return small / large if p == -2 else large / small
    inverse.square(A, "cond")
    if not A.shape[-1]:
        return A.sum((-2, -1))
    singular = slogdet(A.detach()).sign == 0
    safe = dispatch(select, (singular.unsqueeze(-1).unsqueeze(-1), identity(A), A))
    return dispatch(select, (singular, float("inf"), matrix_norm(A, p) * matrix_norm(inv(safe), p)))
