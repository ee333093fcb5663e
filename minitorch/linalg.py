"""torch.linalg's names: inverses, determinants, decompositions and norms of stacks of matrices."""

import math
from types import FunctionType

from .graph import Dim, Tensor, Tensors, apply, function, functions
from .graph.arguments import checked, clear_errors
from .graph.variants import with_out
from .ops.elementwise.comparison import select
from .ops.linalg import decompositions as d, determinant, spectrum
from .ops.linalg.einsum import tensordot as tensordot_function
from .ops.linalg.norms import linalg_norm as norm, matrix_norm, norm_of_vectors as vector_norm  # noqa: F401
from .ops.linalg.products import matmul as matmul_op
from .ops.linalg.pseudoinverse import lstsq, matrix_rank, pinv  # noqa: F401
from .ops.named_results import named

QR = named("qr", "Q R")
SVD = named("svd", "U S Vh")
SVDSome = named("svd", "U S V")
EighResult = named("eigh", "eigenvalues eigenvectors")
Slogdet = named("slogdet", "sign logabsdet")
WITH_OUT = """cholesky cond cross det eigh eigvalsh inv matrix_norm matrix_power matrix_rank multi_dot norm pinv qr
    slogdet solve solve_triangular svd svdvals vector_norm""".split()
matmul = matmul_op.function
tensordot = tensordot_function


def inv(A: Tensor):
    """The inverse of each square matrix of a stack."""
    return d.inv.function(A)


def solve(A: Tensor, B: Tensor):
    """The X with A @ X = B; a vector B gives a vector."""
    column = d.as_column(B, A)
    out = d.solve.function(A, B.unsqueeze(-1) if column else B)
    return out.squeeze(-1) if column else out


def solve_triangular(A: Tensor, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False):
    """The X with A @ X = B (or X @ A = B), A being triangular (with a diagonal of ones, if unitriangular)."""
    for own, x in (("A", A), ("B", B)):
        if x.ndim < 2:
            raise RuntimeError(f"linalg.solve_triangular: The input tensor {own} must have at least 2 dimensions, not "
                               f"{x.ndim}: a vector is a matrix of one column, B.unsqueeze(-1).")
    if not left:
        return solve_triangular(A.mT, B.mT, upper=not upper, unitriangular=unitriangular).mT
    return d.solve_triangular.function(A, B, upper=upper, unit=unitriangular)


def det(A: Tensor):
    """The determinant of each square matrix."""
    return determinant.det.function(A)


def slogdet(A: Tensor):
    """The sign of the determinant and the logarithm of its size."""
    return Slogdet(*determinant.slogdet.function(A))


def cholesky(A: Tensor, *, upper: bool = False):
    """The triangular L with L @ L.mT = A, A symmetric and positive-definite."""
    out = d.cholesky.function(A)
    return out.mT if upper else out


def qr(A: Tensor, mode: str = "reduced"):
    """A = Q @ R, Q with orthonormal columns, R upper triangular.

    mode   "reduced"; "complete" for a square Q; "r" for R alone
    """
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"linalg.qr: mode is 'reduced', 'complete' or 'r', not {mode!r}.")
    return QR(*d.qr.function(A, mode=mode))


def eigh(A: Tensor, UPLO: str = "L"):
    """Eigenvalues, ascending, and eigenvectors of symmetric matrices, of which the lower (or "U"pper) half is read."""
    if UPLO.upper() not in ("L", "U"):
        raise RuntimeError(f"linalg.eigh: Expected UPLO argument to be 'L' or 'U', but got {UPLO}")
    return EighResult(*spectrum.eigh.function(A, triangle=UPLO.upper()))


def eigvalsh(A: Tensor, UPLO: str = "L"):
    """The eigenvalues of symmetric matrices, ascending."""
    return eigh(A, UPLO).eigenvalues


def svd(A: Tensor, full_matrices: bool = True):
    """A = U @ diag(S) @ Vh, S descending; U and Vh are square unless full_matrices is False."""
    return SVD(*spectrum.svd.function(A, full=bool(full_matrices)))


def svdvals(A: Tensor):
    """The singular values, descending."""
    return svd(A, False).S


def logdet(A: Tensor):
    """The logarithm of each determinant; nan where that is negative."""
    sign, size = slogdet(A)
    return sign.log() + size


def matrix_exp(A: Tensor):
    """I + A + A²/2 + …: halved until it is small, summed, and squared as often."""
    d.square(A, "matrix_exp")
    size = float(A.detach().abs().sum(-1).max()) if A.numel() else 1.0
    if not math.isfinite(size):
        return A + float("nan")
    halvings = max(0, 6 + math.ceil(math.log2(max(size, 1e-30))))
    small = A / 2 ** halvings
    term = out = A * 0 + identity(A)
    for n in range(1, 13):
        term = term @ small / n
        out = out + term
    for _ in range(halvings):
        out = out @ out
    return out


def vecdot(x: Tensor, y: Tensor, *, dim: Dim = -1):
    """The inner product of vectors along `dim`; the first is conjugated."""
    return (x.conj() * y).sum(dim)


def identity(A: Tensor):
    """The identity matrix of the size and dtype of A."""
    return functions["eye"](A.shape[-1], dtype=A.dtype, device=A.device)


def cholesky_solve(B: Tensor, L: Tensor, upper: bool = False):
    """The X with A @ X = B, where L is A's Cholesky factor."""
    return d.cholesky_solve.function(B, L, upper=upper)


def cholesky_inverse(L: Tensor, upper: bool = False):
    """The inverse of A, where L is its Cholesky factor."""
    return cholesky_solve(identity(L), L, upper)


def matrix_power(A: Tensor, n: int):
    """A multiplied with itself n times; its inverse for negative n."""
    d.square(A, "matrix_power")
    if n < 0:
        return matrix_power(inv(A), -n)
    if n < 2:
        return A.clone() if n else apply(select, (A.new_ones(A.shape).bool(), identity(A), A))
    out = None
    while n:                                             # square and multiply
        if n % 2:
            out = A if out is None else out @ A
        A, n = (A @ A, n // 2) if n > 1 else (A, 0)
    return out


def multi_dot(tensors: Tensors):
    """The product of several matrices."""
    out = tensors[0]
    for tensor in tensors[1:]:
        out = out @ tensor
    return out


def cond(A: Tensor, p=None):
    """How much a matrix can magnify an error: the ratio of its largest and smallest singular value (p 2 or None; the
    other way round for −2), or its norm times that of its inverse, inf where it has none."""
    if p in (None, 2, -2):
        s = svdvals(A)
        if not s.shape[-1]:
            return s.sum(-1)
        large, small = s.select(-1, 0), s.select(-1, -1)
        return small / large if p == -2 else large / small
    d.square(A, "cond")
    if not A.shape[-1]:
        return A.sum((-2, -1))
    singular = slogdet(A.detach()).sign == 0
    safe = apply(select, (singular.unsqueeze(-1).unsqueeze(-1), identity(A), A))
    return apply(select, (singular, float("inf"), matrix_norm(A, p) * matrix_norm(inv(safe), p)))


def cross(input: Tensor, other: Tensor, *, dim: Dim = -1):
    """The vector at right angles to both, in three dimensions."""
    if input.ndim != other.ndim:
        raise RuntimeError(f"linalg.cross: inputs must have the same number of dimensions, not {input.ndim} and "
                           f"{other.ndim}.")
    if input.shape[dim] != 3 or other.shape[dim] != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {input.shape[dim]} and "
                           f"{other.shape[dim]}")
    a, b = input.unbind(dim), other.unbind(dim)
    parts = [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)]
    return functions["stack"](parts, dim)


def diagonal(A: Tensor, *, offset: int = 0, dim1: Dim = -2, dim2: Dim = -1):
    """The diagonal of each matrix. A view."""
    return A.diagonal(offset, dim1, dim2)


def _share():
    """The names that torch has at its top level and on Tensor too."""
    for shared in (slogdet, cholesky, matrix_power, pinverse, qr_some, det, inv, svd_some, logdet, cholesky_solve,
                   cholesky_inverse):
        name = {"qr_some": "qr", "inv": "inverse", "svd_some": "svd"}.get(shared.__name__, shared.__name__)
        function(with_out(name, shared), name=name)
    function(with_out("cross", cross_of_three), name="cross", takes="iuf", same="input other")


def cross_of_three(input: Tensor, other: Tensor, dim: Dim = None):
    """The vector at right angles to both, along `dim` (the first of size 3, when None)."""
    if dim is None:
        dim = next((d for d, size in enumerate(input.shape) if size == 3), None)
    if dim is None:
        raise RuntimeError(f"cross: no dimension of size 3 in input of shape {tuple(input.shape)}")
    return cross(input, other, dim=dim)


def pinverse(input: Tensor, rcond=1e-15):
    """The pseudo-inverse: singular values up to rcond · the largest count as 0."""
    return pinv(input, rcond)


def qr_some(input: Tensor, some: bool = True):
    """torch.qr: like linalg.qr; a square Q with some=False."""
    return qr(input, some if type(some) is str else "reduced" if some else "complete")


def svd_some(input: Tensor, some: bool = True, compute_uv: bool = True):
    """torch.svd: like linalg.svd, with V in the place of Vh; both are zeros with compute_uv=False."""
    u, s, vh = svd(input, not (some and compute_uv))
    return SVDSome(u, s, vh.mT) if compute_uv else SVDSome(u.new_zeros(u.shape), s, vh.new_zeros(vh.mT.shape))


_share()
_HELPERS = {"apply", "checked", "clear_errors", "function", "named", "select", "with_out"}
for _name, _value in list(globals().items()):
    if type(_value) is FunctionType and _name not in _HELPERS:
        globals()[_name] = clear_errors(_value) if hasattr(_value, "__wrapped__") else checked(_value, _name)
for _name in WITH_OUT:
    globals()[_name] = with_out(_name, globals()[_name])
