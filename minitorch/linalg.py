"""torch.linalg's names: inverses, determinants, decompositions and norms of stacks of matrices."""

import math

from .graph import function, functions
from .ops import decompose as d
from .ops.einsum import tensordot as tensordot_function
from .ops.linalg import matmul as matmul_op
from .ops.named import named
from .ops.outs import with_out
from .ops.statistics import vector_norm as vector_norm_op

QR = named("qr", "Q R")
SVD = named("svd", "U S Vh")
SVDSome = named("svd", "U S V")
EighResult = named("eigh", "eigenvalues eigenvectors")
Slogdet = named("slogdet", "sign logabsdet")
Lstsq = named("lstsq", "solution residuals rank singular_values")
WITH_OUT = """cholesky cond cross det eigh eigvalsh inv matrix_norm matrix_power matrix_rank multi_dot norm pinv qr
    slogdet solve solve_triangular svd svdvals vector_norm""".split()
matmul = matmul_op.function
tensordot = tensordot_function


def inv(A):
    """The inverse of each square matrix of a stack."""
    return d.inv.function(A)


def solve(A, B):
    """The X with A @ X = B; a vector B gives a vector."""
    column = d.as_column(B, A)
    out = d.solve.function(A, B.unsqueeze(-1) if column else B)
    return out.squeeze(-1) if column else out


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    """The X with A @ X = B (or X @ A = B), A being triangular."""
    if not left:
        return solve_triangular(A.mT, B.mT, upper=not upper).mT
    return d.solve_triangular.function(A, B, upper=upper)


def det(A):
    """The determinant of each square matrix."""
    return d.det.function(A)


def slogdet(A):
    """The sign of the determinant and the logarithm of its size."""
    return Slogdet(*d.slogdet.function(A))


def cholesky(A, *, upper=False):
    """The triangular L with L @ L.mT = A, A symmetric and positive-definite."""
    out = d.cholesky.function(A)
    return out.mT if upper else out


def qr(A, mode="reduced"):
    """A = Q @ R, Q with orthonormal columns, R upper triangular."""
    if mode != "reduced":
        raise NotImplementedError("linalg.qr: mode is 'reduced' here.")
    return QR(*d.qr.function(A))


def eigh(A, UPLO="L"):
    """Eigenvalues, ascending, and eigenvectors of symmetric matrices."""
    return EighResult(*d.eigh.function(A))


def eigvalsh(A, UPLO="L"):
    """The eigenvalues of symmetric matrices, ascending."""
    return eigh(A).eigenvalues


def svd(A, full_matrices=False):
    """A = U @ diag(S) @ Vh, S descending."""
    if full_matrices and A.shape[-1] != A.shape[-2]:
        raise NotImplementedError("linalg.svd: full_matrices=True is left out; pass full_matrices=False.")
    return SVD(*d.svd.function(A))


def svdvals(A):
    """The singular values, descending."""
    return svd(A, False).S


def pinv(A, rcond=1e-15):
    """The pseudo-inverse, by the singular values above rcond times the largest."""
    u, s, vh = svd(A, False)
    small = s <= rcond * s.max(-1, keepdim=True).values
    return (vh.mT * (1 / s).masked_fill(small, 0.0).unsqueeze(-2)) @ u.mT


def lstsq(A, B, rcond=1e-15):
    """The X that brings A @ X nearest to B."""
    solution = pinv(A, rcond) @ B
    return Lstsq(solution, ((A @ solution - B) ** 2).sum(-2), matrix_rank(A), svdvals(A))


def matrix_rank(A, tol=None):
    """The number of singular values above the tolerance."""
    s = svdvals(A)
    tol = s.max(-1, keepdim=True).values * max(A.shape[-2:]) * _eps(A) if tol is None else tol
    return (s > tol).sum(-1)


def _eps(A):
    from .dtypes import finfo
    return finfo(A.dtype).eps


def logdet(A):
    """The logarithm of each determinant; nan where that is negative."""
    sign, size = slogdet(A)
    return sign.log() + size


def matrix_exp(A):
    """I + A + A²/2 + …: halved until it is small, summed, and squared as often."""
    halvings = max(0, 6 + math.ceil(math.log2(max(float(A.detach().abs().sum(-1).max()) if A.numel() else 1.0, 1e-30))))
    small = A / 2 ** halvings
    term = out = A * 0 + functions["eye"](A.shape[-1], dtype=A.dtype, device=A.device)
    for n in range(1, 13):
        term = term @ small / n
        out = out + term
    for _ in range(halvings):
        out = out @ out
    return out


def vecdot(x, y, *, dim=-1):
    """The inner product of vectors along `dim`."""
    return (x * y).sum(dim)


def cholesky_solve(B, L, upper=False):
    """The X with A @ X = B, where L is A's Cholesky factor."""
    lower = L.mT if upper else L
    return solve_triangular(lower.mT, solve_triangular(lower, B, upper=False), upper=True)


def cholesky_inverse(L, upper=False):
    """The inverse of A, where L is its Cholesky factor."""
    return cholesky_solve(functions["eye"](L.shape[-1], dtype=L.dtype, device=L.device), L, upper)


def matrix_power(A, n):
    """A multiplied with itself n times; its inverse for negative n."""
    if n < 0:
        return matrix_power(inv(A), -n)
    if n == 1:
        return A.clone()
    if n == 0:
        return A * 0 + functions["eye"](A.shape[-1], dtype=A.dtype, device=A.device)
    out = None
    while n:                                             # square and multiply
        if n % 2:
            out = A if out is None else out @ A
        A, n = (A @ A, n // 2) if n > 1 else (A, 0)
    return out


def multi_dot(tensors):
    """The product of several matrices."""
    out = tensors[0]
    for tensor in tensors[1:]:
        out = out @ tensor
    return out


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """The norm of the elements over `dim` (all, when None)."""
    dim = tuple(dim) if isinstance(dim, list) else dim
    return vector_norm_op.function(x if dtype is None else x.to(dtype), ord=ord, dim=dim, keepdim=keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False):
    """A norm of each matrix: "fro", "nuc", 1, −1, 2, −2, inf or −inf."""
    if ord == "fro":
        return vector_norm(A, 2, tuple(dim), keepdim)
    if ord in ("nuc", 2, -2):
        s = svdvals(A)
        out = s.sum(-1) if ord == "nuc" else s.amax(-1) if ord == 2 else s.amin(-1)
    else:
        sums = A.abs().sum(-2 if abs(ord) == 1 else -1)
        out = sums.amax(-1) if ord > 0 else sums.amin(-1)
    return out.unsqueeze(-1).unsqueeze(-1) if keepdim else out


def norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """A vector norm, or a matrix norm where two dims or a matrix and an `ord` are given."""
    matrix = isinstance(dim, tuple | list) and len(dim) == 2 or dim is None and ord is not None and A.ndim == 2
    if matrix and ord is not None:
        return matrix_norm(A, ord, dim or (-2, -1), keepdim)
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


def cond(A, p=None):
    """How much a matrix can magnify an error: the ratio of its largest and smallest singular value."""
    if p in (None, 2):
        s = svdvals(A)
        return s.amax(-1) / s.amin(-1)
    return matrix_norm(A, p) * matrix_norm(inv(A), p)


def cross(input, other, *, dim=-1):
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


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonal of each matrix. A view."""
    return A.diagonal(offset, dim1, dim2)


def _share():
    """The names that torch has at its top level and on Tensor too."""
    for shared in (slogdet, cholesky, matrix_power, pinv, qr, det, inv, svd_some, logdet, cholesky_solve,
                   cholesky_inverse):
        name = {"pinv": "pinverse", "inv": "inverse", "svd_some": "svd"}.get(shared.__name__, shared.__name__)
        function(with_out(name, shared), name=name)
    function(with_out("cross", cross_of_three), name="cross", takes="iuf", same="input other")


def cross_of_three(input, other, dim=None):
    """The vector at right angles to both, along `dim` (the first of size 3, when None)."""
    if dim is None:
        dim = next((d for d, size in enumerate(input.shape) if size == 3), None)
    if dim is None:
        raise RuntimeError(f"cross: no dimension of size 3 in input of shape {tuple(input.shape)}")
    return cross(input, other, dim=dim)


def svd_some(input, some=True, compute_uv=True):
    """torch.svd: like linalg.svd, with V in the place of Vh."""
    u, s, vh = svd(input, False)
    return SVDSome(u, s, vh.mT)


_share()
for _name in WITH_OUT:
    globals()[_name] = with_out(_name, globals()[_name])
