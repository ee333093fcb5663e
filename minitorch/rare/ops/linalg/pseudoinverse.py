"""The pseudo-inverse, and functions with the same tolerances: rank and least squares."""

from ....dtypes import as_dtype, finfo, int64
from ....engine import dispatch
from ....ops.elementwise.comparison import select
from ....ops.linalg.declare import linalg
from ....ops.linalg.norms import norm_of_vectors
from ....ops.linalg.products import adjoint
from ....ops.named_results import named
from ....runtime import Tensor, Value, function
from .decompositions import as_column
from .spectrum import eigh, pinv as pinv_op, svd

Lstsq = named("linalg_lstsq", "solution residuals rank singular_values")


def tolerances(A, atol, rtol):
    """Return (atol, rtol): singular values up to max(atol, rtol · the largest) count as 0."""
    if rtol is None:
        rtol = 0.0 if type(atol) in (int, float) and atol > 0 else max(A.shape[-2:]) * finfo(A.dtype).eps
        if hasattr(atol, "array"):
            rtol = dispatch(select, (atol > 0, 0.0, atol.new_full(atol.shape, rtol)))
    return 0.0 if atol is None else atol, rtol


@linalg(out=True)
def pinv(A: Tensor, rcond: Value = None, hermitian: bool = False, *, atol: Value = None, rtol: Value = None):
    """Return the pseudo-inverse (*, n, m) -> (*, m, n): singular values up to max(atol, rtol · the largest) count as 0.

    rcond       the old name of rtol
    hermitian   whether A is Hermitian; then only one triangle of it is read
    """
    atol, rtol = tolerances(A, atol, rcond if rtol is None else rtol)
    return dispatch(pinv_op, (A, atol, rtol), {"hermitian": hermitian})


@linalg(out=True)
def matrix_rank(A: Tensor, tol: Value = None, hermitian: bool = False, *, atol: Value = None, rtol: Value = None):
    """Return how many singular values of A are larger than max(atol, rtol · the largest): (*, n, m) -> (*).

    tol         the old name of atol
    hermitian   whether A is Hermitian; then only one triangle of it is read
    """
    atol, rtol = tolerances(A, tol if atol is None else atol, rtol)
    s = dispatch(eigh, (A,))[0].abs() if hermitian else dispatch(svd, (A,))[1]
    if not s.shape[-1]:
        return s.sum(-1).long()
    least, part = s.new_zeros(s.shape[:-1]) + atol, s.amax(-1) * rtol
    return (s > least.maximum(part).unsqueeze(-1)).sum(-1)


@linalg(out=True)
def lstsq(A: Tensor, B: Tensor, rcond: float | None = None, *, driver: str | None = None) -> Lstsq:
    """Return the X of least norm for which A @ X is nearest to B: (*, n, m), (*, n, k) -> (*, m, k).

    rcond    singular values up to rcond · the largest count as 0; None: by the dtype's precision
    driver   "gelsy" (None), "gels", "gelsd" or "gelss": it decides which of the other results are empty, as in PyTorch

    Raises RuntimeError for another driver.
    """
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(f"linalg.lstsq: driver must be 'gels', 'gelsy', 'gelsd' or 'gelss', not {driver!r}.")
    column = as_column(B, A)
    solution = pinv(A, rcond) @ (B.unsqueeze(-1) if column else B)
    solution = solution.squeeze(-1) if column else solution
    nothing, ints = A.new_empty((0,), dtype=as_dtype(finfo(A.dtype).dtype)), A.new_empty((0,), dtype=int64)
    rank = ints if driver == "gels" else matrix_rank(A, rtol=rcond)
    residuals, tall = solution.reshape(-1)[:0].abs(), A.shape[-2] > A.shape[-1]      # an empty tensor, but in the graph
    if tall and driver in ("gels", "gelsd", "gelss") and (driver == "gels" or bool((rank == A.shape[-1]).all())):
        residual = A @ solution - B
        axis = -1 if column else -2
        residuals = norm_of_vectors(residual, 2, axis) ** 2 if residual.dtype.is_complex else (residual ** 2).sum(axis)
    singular = dispatch(svd, (A.detach(),))[1] if driver in ("gelsd", "gelss") else nothing
    return Lstsq(solution, residuals, rank, singular)


@function(method=False)
def svd_lowrank(A: Tensor, q: int = 6, niter: int = 2, M: Tensor = None) -> tuple:
    """Return the q largest singular values of A (minus M) and their vectors: (*, n, m) -> (*, n, q), (*, q), (*, m, q).

    niter   accepted, without effect: the number of PyTorch's random projections; here the values are exact

    Raises ValueError for a q that is not between 0 and min(n, m), RuntimeError for integers.
    """
    if not (A.is_floating_point() or A.is_complex()):
        raise RuntimeError(f"svd_lowrank: the matrix must be floating point or complex, not {A.dtype}: convert first, "
                           "as in A.float().")
    if not 0 <= q <= min(A.shape[-2:]):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(A.shape[-2:])}")
    u, s, vh = dispatch(svd, (A if M is None else A - M,))
    return u[..., :q], s[..., :q], adjoint(vh)[..., :q]


@function(method=False)
def pca_lowrank(A: Tensor, q: int | None = None, center: bool = True, niter: int = 2) -> tuple:
    """Return the principal components of n samples with m features: svd_lowrank of A, (*, n, m), minus its mean row.

    q        number of components; None: min(6, n, m)
    center   False: do not subtract the mean

    Raises ValueError as svd_lowrank does, and for niter below 0.
    """
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    q = min(6, *A.shape[-2:]) if q is None else q
    return svd_lowrank(A - A.mean(-2, keepdim=True) if center else A, q, niter)
