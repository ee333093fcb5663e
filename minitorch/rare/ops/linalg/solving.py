"""Rare functions of torch.linalg: with names in _ex, which report failures instead of raising them; on tensors that
are used as matrices; and vander, the powers of a vector.
"""

from math import prod

from ....engine import dispatch
from ....ops.elementwise.comparison import select
from ....ops.linalg.declare import linalg
from ....ops.linalg.inverse import LinAlgError, square
from ....ops.named_results import named
from ....ops.shape.copies import cat_function
from ....runtime import Ints, Tensor, functions
from . import matrices
from .lu import lu

InvEx = named("linalg_inv_ex", "inverse info")
CholeskyEx = named("linalg_cholesky_ex", "L info")
SolveEx = named("linalg_solve_ex", "result info")


def zero_pivots(A):
    """Return the number (from 1) of the first pivot of each matrix that is 0; 0 if none is: (*, n, n) -> (*) int32."""
    none = (lu.function(A.detach())[0].diagonal(dim1=-2, dim2=-1) == 0).int()
    return numbers_of_first(none)


def numbers_of_first(failed):
    """Return the number (from 1) of the first True in each row; 0 if a row has no True: (*, n) -> (*) int32."""
    if not failed.shape[-1]:
        return failed.sum(-1).int()
    return ((failed.argmax(-1) + 1) * failed.amax(-1)).int()


def indefinite_minors(A):
    """Return the order of each matrix's first leading minor that is not positive, else 0: (*, n, n) -> (*) int32."""
    A = A.detach()
    failed = [not_positive(A[..., :k, :k]) for k in range(1, A.shape[-1] + 1)]
    stacked = functions["stack"](failed, -1) if failed else A.new_zeros((*A.shape[:-2], 0))
    return numbers_of_first(stacked.int())


def not_positive(A):
    """Return whether each leading minor is not positive, if all smaller ones are positive: (*, k, k) -> (*) bool."""
    size = matrices.slogdet(A)
    return (size.sign.real <= 0) | size.logabsdet.isnan() if A.is_complex() else (size.sign <= 0) | size.sign.isnan()


def report(name, run, A, info_of, check_errors):
    """Return (run(A), info_of(A)); matrices for which info is not 0 have nan as result."""
    square(A, name)
    try:
        out = run(A)
        info = A.detach().new_zeros(A.shape[:-2]).real.int()
    except LinAlgError:
        info = info_of(A)
        if check_errors or not bool(info.any()):
            raise
        sound = info.reshape((*info.shape, 1, 1)) == 0
        out = run(dispatch(select, (sound, A, matrices.identity(A))))
        out = dispatch(select, (sound if out.ndim >= A.ndim else sound.squeeze(-1), out, float("nan")))
    return out, info


@linalg
def inv_ex(A: Tensor, *, check_errors: bool = False) -> InvEx:
    """Return the inverses of square matrices, (*, n, n), and info, (*) int32: 0, or the number of the pivot that is 0.

    check_errors   whether to raise for a matrix without an inverse; else its inverse is nan

    Raises LinAlgError if check_errors, RuntimeError for matrices that are not square.
    """
    return InvEx(*report("inv_ex", matrices.inv, A, zero_pivots, check_errors))


@linalg
def cholesky_ex(A: Tensor, *, upper: bool = False, check_errors: bool = False) -> CholeskyEx:
    """Return linalg.cholesky's L, (*, n, n), and info, (*) int32: 0, or the order of the minor that is not positive.

    upper          Lᴴ instead of L
    check_errors   whether to raise for a matrix that is not positive-definite; else its L is nan

    Raises LinAlgError if check_errors, RuntimeError for matrices that are not square.
    """
    return CholeskyEx(*report("cholesky_ex", lambda A: matrices.cholesky(A, upper=upper), A, indefinite_minors,
                              check_errors))


@linalg
def solve_ex(A: Tensor, B: Tensor, *, left: bool = True, check_errors: bool = False) -> SolveEx:
    """Return the X with A @ X = B, and info, (*) int32: 0, or the number of the pivot of A that is 0.

    left           False: X @ A = B
    check_errors   whether to raise for a matrix without an inverse; else its X is nan

    Raises LinAlgError if check_errors, RuntimeError for matrices that are not square.
    """
    return SolveEx(*report("solve_ex", lambda A: matrices.solve(A, B, left=left), A, zero_pivots, check_errors))


@linalg(out=True)
def vander(x: Tensor, *, N: int | None = None):
    """Return the powers 0 to N − 1 of each element, the lowest first.

    x         (*, n)  numbers of any dtype but bool
    N         how many powers; default n
    returns   (*, n, N)

    Raises RuntimeError for bools, and for an N below 2.

    >>> minitorch.linalg.vander(minitorch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """
    if not x.dtype.rank:
        raise RuntimeError("linalg.vander supports floating point, complex, and integer tensors, but got bools: "
                           "convert first, as in x.int().")
    count = (x.shape[-1] if x.ndim else 1) if N is None else N
    if count < 2:
        raise RuntimeError(f"linalg.vander: N must be greater than 1, not {count}.")
    column = (x if x.ndim else x.reshape(1)).unsqueeze(-1)
    return cat_function([column.new_ones(column.shape), column.expand(*column.shape[:-1], count - 1)], -1).cumprod(-1)


@linalg(out=True)
def tensorinv(A: Tensor, ind: int = 2):
    """Return the inverse of A as a matrix: A's first `ind` dimensions are the rows, the other dimensions the columns.

    A   (*rows, *columns), as many elements in the rows as in the columns
    returns   (*columns, *rows)

    Raises RuntimeError for an ind below 1, and if the numbers of elements differ.
    """
    if ind < 1:
        raise RuntimeError(f"linalg.tensorinv: Expected a strictly positive integer for 'ind', but got {ind}")
    rows, columns = tuple(A.shape[:ind]), tuple(A.shape[ind:])
    if prod(rows) != prod(columns):
        raise RuntimeError("linalg.tensorinv: Expected self to satisfy the requirement prod(self.shape[ind:]) == "
                           f"prod(self.shape[:ind]), but got {prod(columns)} != {prod(rows)}")
    return matrices.inv(A.reshape(prod(rows), prod(columns))).reshape((*columns, *rows))


@linalg(out=True)
def tensorsolve(A: Tensor, B: Tensor, dims: Ints = None):
    """Return the X with tensordot(A, X, X.ndim) = B.

    A      (*B.shape, *X.shape), as many elements in X as in B
    dims   dimensions of A that are first moved to its end
    returns   X

    Raises RuntimeError if the numbers of elements differ.
    """
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A.ndim - len(dims), A.ndim)))
    shape = tuple(A.shape[B.ndim:])
    if prod(shape) != B.numel() or prod(A.shape[:B.ndim]) != B.numel():
        raise RuntimeError("linalg.tensorsolve: Expected self to satisfy the requirement prod(self.shape[other.ndim:]) "
                           f"== prod(self.shape[:other.ndim]), but got {prod(shape)} != {prod(A.shape[:B.ndim])}")
    return matrices.solve(A.reshape(B.numel(), prod(shape)), B.reshape(-1)).reshape(shape)
