"""Linear algebra under the older names at PyTorch's top level."""

from ....ops.linalg.products import adjoint
from ....ops.named_results import named
from ....runtime import Dim, Tensor, function
from . import decompositions, lu, matrices, vectors
from .matrices import identity
from .pseudoinverse import pinv

QR, SVD, Slogdet = named("qr", "Q R"), named("svd", "U S V"), named("slogdet", "sign logabsdet")


@function(out=True)
def slogdet(input: Tensor) -> Slogdet:
    """Return the sign of each matrix's determinant and the logarithm of its absolute value."""
    return Slogdet(*matrices.slogdet(input))


@function(out=True)
def logdet(input: Tensor):
    """Return the logarithm of each determinant, (*, n, n) -> (*); nan if the determinant is negative."""
    sign, size = matrices.slogdet(input)
    return sign.log() + size


@function(out=True)
def matrix_power(input: Tensor, n: int):
    """Return Aⁿ, the product of n factors A, (*, m, m), same shape out; for negative n, of factors A⁻¹."""
    return matrices.matrix_power(input, n)


@function(one_node=True)
def matrix_exp(input: Tensor):
    """Return the exponential of each square matrix A: I + A + A²/2 + …"""
    return matrices.matrix_exp(input)


@function(out=True)
def cholesky(input: Tensor, upper: bool = False):
    """Return the triangular L, (*, n, n), with L @ Lᴴ = input, Hermitian and positive-definite; Lᴴ if upper."""
    return matrices.cholesky(input, upper=upper)


@function(out=True)
def cholesky_solve(input: Tensor, input2: Tensor, upper: bool = False):
    """Return the X with A @ X = input, (*, n, k), where input2 (*, n, n) is A's Cholesky factor, lower or upper.

    Raises RuntimeError for tensors of fewer than two dimensions.
    """
    for name, x in (("b", input), ("u", input2)):
        if x.ndim < 2:
            raise RuntimeError(f"cholesky_solve: {name} should have at least 2 dimensions, but has {x.ndim} dimensions "
                               "instead: x[:, None] makes a column of a vector.")
    return decompositions.cholesky_solve.function(input, input2, upper=upper)


@function(out=True, one_node=True)
def cholesky_inverse(input: Tensor, upper: bool = False):
    """Return the inverse of A, (*, n, n), where `input` is its Cholesky factor, lower or upper."""
    return decompositions.cholesky_solve.function(identity(input), input, upper=upper)


@function(out=True)
def pinverse(input: Tensor, rcond: float = 1e-15):
    """Return the pseudo-inverse (n, m) -> (m, n): singular values up to rcond · the largest count as 0."""
    return pinv(input, rcond)


@function(out=True)
def qr(input: Tensor, some: bool = True) -> QR:
    """Return linalg.qr's Q and R, (*, n, m) -> (*, n, k), (*, k, m); a square Q with some=False."""
    return QR(*matrices.qr(input, "reduced" if some else "complete"))


@function(out=True)
def svd(input: Tensor, some: bool = True, compute_uv: bool = True) -> SVD:
    """Return U, S and V (not Vh, as linalg.svd does): (*, n, m) -> (*, n, k), (*, k), (*, m, k), k = min(n, m).

    some         False: square U and V
    compute_uv   False: U and V are zeros
    """
    u, s, vh = matrices.svd(input, not (some and compute_uv))
    v = adjoint(vh)
    return SVD(u, s, v) if compute_uv else SVD(u.new_zeros(u.shape), s, v.new_zeros(v.shape))


@function(same="input other", out=True, one_node=True)
def cross(input: Tensor, other: Tensor, dim: Dim = None):
    """Return the cross product along `dim` (None: the first dimension of size 3; RuntimeError if there is none)."""
    if dim is None:
        dim = next((d for d, size in enumerate(input.shape) if size == 3), None)
    if dim is None:
        raise RuntimeError(f"cross: no dimension of size 3 in input of shape {tuple(input.shape)}")
    return vectors.cross(input, other, dim=dim)


@function(name="lu", one_node=True)
def packed_lu(input: Tensor, pivot: bool = True, get_infos: bool = False) -> tuple:
    """Return L and U in one matrix, (*, n, m), and pivots (*, k), for lu_solve and lu_unpack; see linalg.lu_factor.

    pivot       must be True: rows are always exchanged
    get_infos   whether to return also, for each matrix, 0 or the first j (from 1) for which U[j, j] is 0
    """
    factors = lu.lu_factor_ex(input, pivot=pivot)
    return tuple(factors) if get_infos else tuple(factors[:2])


@function(out=True, one_node=True)
def lu_solve(input: Tensor, LU_data: Tensor, LU_pivots: Tensor):
    """Return the x with A @ x = input, (*, n, k), from linalg.lu_factor's LU_data (*, n, n) and LU_pivots of A."""
    return lu.solve_by_lu(LU_data, LU_pivots, input)


@function(out=True)
def geqrf(input: Tensor) -> lu.Reflections:
    """Return R and, below it, the reflections that give Q, of input (*, n, m); and factors tau (*, k); see orgqr.

    It has no gradient: linalg.qr has one.
    """
    return lu.Reflections(*lu.reflections.function(input))


@function(out=True, one_node=True)
def orgqr(input: Tensor, input2: Tensor):
    """Call linalg.householder_product: the Q of geqrf's results, input (*, n, m) and input2 (*, k)."""
    return lu.householder_product(input, input2)
