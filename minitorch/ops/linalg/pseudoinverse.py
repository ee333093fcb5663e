"""The pseudo-inverse, and what goes by the same tolerances: rank and least squares."""

from ...dtypes import as_dtype, finfo, int64
from ...engine import dispatch
from ...runtime import Tensor, Value, function
from ..elementwise.comparison import select
from ..named_results import named
from .declare import linalg
from .decompositions import adjoint, as_column
from .norms import norm_of_vectors
from .spectrum import eigh, pinv as pinv_op, svd

Lstsq = named("linalg_lstsq", "solution residuals rank singular_values")


def tolerances(A, atol, rtol):
    """Below which singular values count as 0: a number, and a part of the largest."""
    if rtol is None:
        rtol = 0.0 if type(atol) in (int, float) and atol > 0 else max(A.shape[-2:]) * finfo(A.dtype).eps
        if hasattr(atol, "array"):
            rtol = dispatch(select, (atol > 0, 0.0, atol.new_full(atol.shape, rtol)))
    return 0.0 if atol is None else atol, rtol


@linalg(out=True)
def pinv(A: Tensor, rcond: Value = None, hermitian: bool = False, *, atol: Value = None, rtol: Value = None):
    """The pseudo-inverse (*, n, m) -> (*, m, n): singular values up to max(atol, rtol · the largest) count as 0.

    rcond       rtol's old name
    hermitian   whether A is Hermitian, and only one triangle of it is read
    """
    atol, rtol = tolerances(A, atol, rcond if rtol is None else rtol)
    return dispatch(pinv_op, (A, atol, rtol), {"hermitian": hermitian})


@linalg(out=True)
def matrix_rank(A: Tensor, tol: Value = None, hermitian: bool = False, *, atol: Value = None, rtol: Value = None):
    """How many singular values of A are above max(atol, rtol · the largest): (*, n, m) -> (*).

    tol         atol's old name
    hermitian   whether A is Hermitian, and only one triangle of it is read
    """
    atol, rtol = tolerances(A, tol if atol is None else atol, rtol)
    s = dispatch(eigh, (A,))[0].abs() if hermitian else dispatch(svd, (A,))[1]
    if not s.shape[-1]:
        return s.sum(-1).long()
    least, part = s.new_zeros(s.shape[:-1]) + atol, s.amax(-1) * rtol
    return (s > least.maximum(part).unsqueeze(-1)).sum(-1)


@linalg(out=True)
def lstsq(A: Tensor, B: Tensor, rcond: float | None = None, *, driver: str | None = None) -> Lstsq:
    """The X that brings A @ X nearest to B, and of several the smallest: (*, n, m), (*, n, k) -> (*, m, k).

    rcond    singular values up to rcond · the largest count as 0; None: as the dtype has it
    driver   "gelsy" (None), "gels", "gelsd" or "gelss": which of the other results are filled, as in PyTorch

    Raises RuntimeError for another driver.
    """
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError(f"linalg.lstsq: driver is 'gels', 'gelsy', 'gelsd' or 'gelss', not {driver!r}.")
    column = as_column(B, A)
    solution = pinv(A, rcond) @ (B.unsqueeze(-1) if column else B)
    solution = solution.squeeze(-1) if column else solution
    nothing, ints = A.new_empty((0,), dtype=as_dtype(finfo(A.dtype).dtype)), A.new_empty((0,), dtype=int64)
    rank = ints if driver == "gels" else matrix_rank(A, rtol=rcond)
    residuals, tall = nothing, A.shape[-2] > A.shape[-1]
    if tall and driver in ("gels", "gelsd", "gelss") and (driver == "gels" or bool((rank == A.shape[-1]).all())):
        residual = A @ solution - B
        axis = -1 if column else -2
        residuals = norm_of_vectors(residual, 2, axis) ** 2 if residual.dtype.is_complex else (residual ** 2).sum(axis)
    singular = dispatch(svd, (A.detach(),))[1] if driver in ("gelsd", "gelss") else nothing
    return Lstsq(solution, residuals, rank, singular)


@function(method=False)
def svd_lowrank(A: Tensor, q: int = 6, niter: int = 2, M: Tensor = None) -> tuple:
    """The q largest singular values of A (less M), and their vectors: (*, n, m) -> (*, n, q), (*, q), (*, m, q).

    niter   taken as PyTorch does, which comes near them by so many random projections: here they are exact

    Raises ValueError for a q that is not between 0 and min(n, m), RuntimeError for whole numbers.
    """
    if not (A.is_floating_point() or A.is_complex()):
        raise RuntimeError(f"svd_lowrank: a matrix of fractions is needed, not of {A.dtype}: convert first, as in "
                           "A.float().")
    if not 0 <= q <= min(A.shape[-2:]):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(A.shape[-2:])}")
    u, s, vh = dispatch(svd, (A if M is None else A - M,))
    return u[..., :q], s[..., :q], adjoint(vh)[..., :q]


@function(method=False)
def pca_lowrank(A: Tensor, q: int | None = None, center: bool = True, niter: int = 2) -> tuple:
    """Principal components of n rows of m numbers: svd_lowrank of A, (*, n, m), less its mean row.

    q        how many; None: 6, or as many as there are
    center   False: the mean is 0 already

    Raises ValueError as svd_lowrank does, and for niter below 0; niter as there.
    """
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    q = min(6, *A.shape[-2:]) if q is None else q
    return svd_lowrank(A - A.mean(-2, keepdim=True) if center else A, q, niter)
