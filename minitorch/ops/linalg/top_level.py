"""Functions of linear algebra that PyTorch has at its top level and on Tensor, by their older names."""

from ...runtime import Dim, Tensor, function
from ..named_results import named
from . import decompositions, lu, matrices, vectors
from .matrices import identity
from .pseudoinverse import pinv

QR, SVD, Slogdet = named("qr", "Q R"), named("svd", "U S V"), named("slogdet", "sign logabsdet")


@function(out=True)
def inverse(input: Tensor):
    """The inverse of each square matrix of a stack."""
    return matrices.inv(input)


@function(out=True)
def det(input: Tensor):
    """The determinant of each square matrix."""
    return matrices.det(input)


@function(out=True)
def slogdet(input: Tensor) -> Slogdet:
    """The sign of the determinant and the logarithm of its size."""
    return Slogdet(*matrices.slogdet(input))


@function(out=True)
def logdet(input: Tensor):
    """The logarithm of each determinant, (*, n, n) -> (*); nan where that is negative."""
    sign, size = matrices.slogdet(input)
    return sign.log() + size


@function(out=True)
def matrix_power(input: Tensor, n: int):
    """A matrix multiplied with itself n times; its inverse for negative n."""
    return matrices.matrix_power(input, n)


@function(one_node=True)
def matrix_exp(input: Tensor):
    """e to the power of each square matrix of a stack: I + A + A²/2 + …"""
    return matrices.matrix_exp(input)


@function(out=True)
def cholesky(input: Tensor, upper: bool = False):
    """The triangular L, (*, n, n), with L @ Lᴴ = input, Hermitian and positive-definite; Lᴴ if upper."""
    return matrices.cholesky(input, upper=upper)


@function(out=True)
def cholesky_solve(input: Tensor, input2: Tensor, upper: bool = False):
    """The X with A @ X = input, (*, n, k), where input2 (*, n, n) is A's Cholesky factor, lower or upper.

    Raises RuntimeError for tensors of fewer than two dimensions.
    """
    for name, x in (("b", input), ("u", input2)):
        if x.ndim < 2:
            raise RuntimeError(f"cholesky_solve: {name} should have at least 2 dimensions, but has {x.ndim} dimensions "
                               "instead: x[:, None] makes a column of a vector.")
    return decompositions.cholesky_solve.function(input, input2, upper=upper)


@function(out=True, one_node=True)
def cholesky_inverse(input: Tensor, upper: bool = False):
    """The inverse of A, (*, n, n), where `input` is its Cholesky factor, lower or upper."""
    return decompositions.cholesky_solve.function(identity(input), input, upper=upper)


@function(out=True)
def pinverse(input: Tensor, rcond: float = 1e-15):
    """The pseudo-inverse (n, m) -> (m, n): singular values up to rcond · the largest count as 0."""
    return pinv(input, rcond)


@function(out=True)
def qr(input: Tensor, some: bool = True) -> QR:
    """Q and R as of linalg.qr, (*, n, m) -> (*, n, k), (*, k, m); a square Q with some=False."""
    return QR(*matrices.qr(input, "reduced" if some else "complete"))


@function(out=True)
def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> SVD:
    """U, S and V, not its transpose as of linalg.svd: (*, n, m) -> (*, n, k), (*, k), (*, m, k), k = min(n, m).

    some         False: square U and V
    compute_uv   False: U and V are zeros
    """
    u, s, vh = matrices.svd(input, not (some and compute_uv))
    v = decompositions.adjoint(vh)
    return SVD(u, s, v) if compute_uv else SVD(u.new_zeros(u.shape), s, v.new_zeros(v.shape))


@function(same="input other", out=True, one_node=True)
def cross(input: Tensor, other: Tensor, dim: Dim = None):
    """The vector at right angles to both, along `dim` (the first of size 3, when None; else RuntimeError)."""
    if dim is None:
        dim = next((d for d, size in enumerate(input.shape) if size == 3), None)
    if dim is None:
        raise RuntimeError(f"cross: no dimension of size 3 in input of shape {tuple(input.shape)}")
    return vectors.cross(input, other, dim=dim)


@function(out=True, one_node=True)
def lu_solve(input: Tensor, LU_data: Tensor, LU_pivots: Tensor):
    """The x with A @ x = input, (*, n, k), from linalg.lu_factor's LU_data (*, n, n) and LU_pivots of A."""
    return lu.solve_by_lu(LU_data, LU_pivots, input)


@function(out=True)
def geqrf(input: Tensor) -> lu.Reflections:
    """R above, and the reflections that make Q below, of input (*, n, m); tau (*, k) are their factors; see orgqr.

    No gradient passes: linalg.qr has one.
    """
    return lu.Reflections(*lu.reflections.function(input))


@function(out=True, one_node=True)
def orgqr(input: Tensor, input2: Tensor):
    """linalg.householder_product: the Q of geqrf's results, input (*, n, m) and input2 (*, k)."""
    return lu.householder_product(input, input2)
