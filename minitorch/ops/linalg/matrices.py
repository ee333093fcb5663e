"""Functions of torch.linalg's over stacks of square matrices and their factors, from the ops that compute them."""

import math

from ...backend import META
from ...engine import dispatch
from ...runtime import Tensor, functions, one_node
from ..elementwise.comparison import select
from ..named_results import named
from . import decompositions, determinant, spectrum
from .declare import linalg, names
from .norms import matrix_norm

QR = named("linalg_qr", "Q R")
SVD = named("linalg_svd", "U S Vh")
EigResult = named("linalg_eig", "eigenvalues eigenvectors")
EighResult = named("linalg_eigh", "eigenvalues eigenvectors")
Slogdet = named("linalg_slogdet", "sign logabsdet")
names["LinAlgError"] = decompositions.LinAlgError


def identity(A):
    """Return the identity matrix of the size and dtype of A."""
    return functions["eye"](A.shape[-1], dtype=A.dtype, device=A.device)


@linalg(out=True)
def inv(A: Tensor):
    """The inverse of each square matrix of a stack."""
    return decompositions.inv.function(A)


@linalg(out=True)
@one_node
def solve(A: Tensor, B: Tensor, *, left: bool = True):
    """The X with A @ X = B, a vector B giving a vector; or X @ A = B with left=False, RuntimeError for a vector."""
    column = decompositions.as_column(B, A)
    if not left:
        if column:
            raise RuntimeError(f"linalg.solve: Incompatible shapes of A {tuple(A.shape)} and B {tuple(B.shape)} for "
                               "the equation XA = B: B is a matrix there.")
        return solve(A.mT, B.mT).mT
    out = decompositions.solve.function(A, B.unsqueeze(-1) if column else B)
    return out.squeeze(-1) if column else out


@linalg(out=True)
def solve_triangular(A: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False):
    """The X with A @ X = B, or X @ A = B with left=False: (*, n, n), (*, n, k) -> (*, n, k).

    upper           whether A is upper triangular, or lower
    unitriangular   whether its diagonal is taken to be of ones

    Raises RuntimeError for shapes that do not fit.
    """
    for own, x in (("A", A), ("B", B)):
        if x.ndim < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {own} must have at least 2 dimensions, not "
                               f"{x.ndim}: a vector is a matrix of one column, B.unsqueeze(-1).")
    if not left:
        return solve_triangular(A.mT, B.mT, upper=not upper, unitriangular=unitriangular).mT
    return decompositions.solve_triangular.function(A, B, upper=upper, unit=unitriangular)


@linalg(out=True)
def det(A: Tensor):
    """The determinant of each square matrix."""
    return determinant.det.function(A)


@linalg(out=True)
def slogdet(A: Tensor) -> Slogdet:
    """The sign of the determinant and the logarithm of its size."""
    return Slogdet(*determinant.slogdet.function(A))


@linalg(out=True)
def cholesky(A: Tensor, *, upper: bool = False):
    """The triangular L, (*, n, n), with L @ Lᴴ = A, Hermitian (symmetric, if real), positive-definite; Lᴴ if upper."""
    out = decompositions.cholesky.function(A)
    return decompositions.adjoint(out) if upper else out


@linalg(out=True)
def qr(A: Tensor, mode: str = "reduced") -> QR:
    """A = Q @ R, Q with orthonormal columns, R upper triangular: (*, n, m) -> (*, n, k), (*, k, m), k = min(n, m).

    mode   "reduced"; "complete" for a square Q; "r" for R alone; RuntimeError for others
    """
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"linalg.qr: mode is 'reduced', 'complete' or 'r', not {mode!r}.")
    return QR(*decompositions.qr.function(A, mode=mode))


@linalg(out=True)
def eig(A: Tensor) -> EigResult:
    """Eigenvalues (*, n) and eigenvectors (*, n, n), columns of length 1, of square matrices; complex, in any order.

    Raises RuntimeError for inf or nan, and in backward for a loss that depends on the vectors' phase. Matrices with
    equal eigenvalues have no derivative: it is inf or nan.

    >>> minitorch.linalg.eig(minitorch.tensor([[0.0, 1.0], [-1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])
    """
    return EigResult(*spectrum.eig.function(A))


@linalg(out=True)
def eigvals(A: Tensor):
    """The eigenvalues of square matrices, complex, in any order: (*, n, n) -> (*, n). RuntimeError for inf or nan."""
    return eig(A).eigenvalues


@linalg(out=True)
def eigh(A: Tensor, UPLO: str = "L") -> EighResult:
    """Eigenvalues (*, n), ascending, and eigenvectors (*, n, n) of Hermitian matrices.

    UPLO   "L" or "U": which half of them is read; RuntimeError for others
    """
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"linalg.eigh: Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return EighResult(*spectrum.eigh.function(A, triangle=UPLO.upper()))


@linalg(out=True)
def eigvalsh(A: Tensor, UPLO: str = "L"):
    """The eigenvalues of Hermitian matrices, ascending: (*, n, n) -> (*, n). UPLO as eigh's."""
    return eigh(A, UPLO).eigenvalues


@linalg(out=True)
def svd(A: Tensor, full_matrices: bool = True) -> SVD:
    """A = U @ diag(S) @ Vh, S descending; U and Vh are square unless full_matrices is False."""
    return SVD(*spectrum.svd.function(A, full=bool(full_matrices)))


@linalg(out=True)
def svdvals(A: Tensor):
    """The singular values, descending: (*, n, m) -> (*, min(n, m))."""
    return svd(A, False).S


@linalg
@one_node
def matrix_exp(A: Tensor):
    """I + A + A²/2 + …, (*, n, n) -> the same: halved until it is small, summed, and squared as often."""
    decompositions.square(A, "matrix_exp")
    size = float(A.detach().abs().sum(-1).max()) if A.numel() and A.device is not META else 1.0
    if not math.isfinite(size):
        return A + float("nan")
    halvings = max(0, 1 + math.ceil(math.log2(max(size, 1e-30))))
    small = A / 2 ** halvings
    term = out = A * 0 + identity(A)
    for n in range(1, 18):                               # 0.5¹⁸/18! is nothing; a squaring doubles what was rounded
        term = term @ small / n
        out = out + term
    for _ in range(halvings):
        out = out @ out
    return out


@linalg(out=True)
def matrix_power(A: Tensor, n: int):
    """A multiplied with itself n times, (*, n, n) -> the same; its inverse for negative n."""
    decompositions.square(A, "matrix_power")
    if n < 0:
        return matrix_power(inv(A), -n)
    if n < 2:
        return A.clone() if n else dispatch(select, (A.new_ones(A.shape).bool(), identity(A), A))
    out = None
    while n:                                             # square and multiply
        if n % 2:
            out = A if out is None else out @ A
        A, n = (A @ A, n // 2) if n > 1 else (A, 0)
    return out


@linalg(out=True)
def cond(A: Tensor, p=None):
    """How much a matrix can magnify an error: the ratio of its largest and smallest singular value (p 2 or None; the
    reciprocal for −2), or its norm times that of its inverse, inf where it has none."""
    if p in (None, 2, -2):
        s = svdvals(A)
        if not s.shape[-1]:
            return s.sum(-1)
        large, small = s.select(-1, 0), s.select(-1, -1)
        return small / large if p == -2 else large / small
    decompositions.square(A, "cond")
    if not A.shape[-1]:
        return A.sum((-2, -1))
    singular = slogdet(A.detach()).sign == 0
    safe = dispatch(select, (singular.unsqueeze(-1).unsqueeze(-1), identity(A), A))
    return dispatch(select, (singular, float("inf"), matrix_norm(A, p) * matrix_norm(inv(safe), p)))
