"""Factors of matrices of any shape: LU with row exchanges, Householder reflections, and solving by them.

Source of the derivative of LU: F. de Hoog, R. Anderssen and M. Lukas, Differentiation of matrix functionals using
triangular factorization (2011).
"""

from math import prod

from ....backend import META, META_LIBRARY, holds
from ....engine import derivative_of, dispatch, op
from ....ops.index.getitem import narrow
from ....ops.linalg.declare import linalg
from ....ops.linalg.inverse import run_lapack, square
from ....ops.linalg.products import adjoint as conjugate_transpose, matmul, transposed
from ....ops.named_results import named
from ....ops.shape.copies import cat, cat_function, tril, triu
from ....ops.shape.creation import like_eye
from ....runtime import Tensor, forward_for, function
from .decompositions import solve_triangular

Factor = named("linalg_lu_factor", "LU pivots")
FactorEx = named("linalg_lu_factor_ex", "LU pivots info")
LU = named("linalg_lu", "P L U")
Unpacked = named("lu_unpack", "P L U")
Reflections = named("geqrf", "a tau")


@op(outputs=2, keeps="out", takes="fc", hidden=True)
def lu(xp, x):
    """Factorise x = P @ L @ U; return L (without its diagonal of ones) and U in one matrix, and pivots (*, k) int32:
    row j was exchanged with row pivots[j] − 1."""
    run_lapack(xp, lambda: None, x, "lu_factor")
    (*stack, m, n), k = x.shape, min(x.shape[-2:])
    packed = x.reshape(prod(stack), m, n).copy()
    pivots, each = xp.empty((len(packed), k), "int32"), xp.arange(len(packed))
    for j in range(k):
        column = packed[:, j:, j]
        best = j + (abs(column.real) + abs(column.imag) if x.dtype.kind == "c" else abs(column)).argmax(1)
        swap_rows(packed, each, j, best)
        pivots[:, j] = best + 1
        pivot = packed[:, j, j, None]
        packed[:, j + 1:, j] /= xp.where(pivot == 0, 1, pivot)
        packed[:, j + 1:, j + 1:] -= packed[:, j + 1:, j, None] * packed[:, j, None, j + 1:]
    return packed.reshape(x.shape), pivots.reshape(*stack, k)


@forward_for(META_LIBRARY, lu)
def lu_on_meta(xp, x):
    run_lapack(xp, lambda: None, x, "lu_factor")
    return xp.empty(x.shape, x.dtype), xp.empty((*x.shape[:-2], min(x.shape[-2:])), "int32")


def swap_rows(arrays, each, j, other):
    """Exchange row j with row `other` in each array of a stack."""
    row = arrays[each, other]
    arrays[each, other] = arrays[:, j]
    arrays[:, j] = row


def corners(packed):
    """Return square L and U from the first min(n, m) rows and columns."""
    k = min(packed.shape[-2:])
    corner = narrow(narrow(packed, -2, 0, k), -1, 0, k)
    return tril(corner, diagonal=-1) + like_eye(corner), triu(corner, diagonal=0)


def divide_by(x, upper):
    """Return x @ upper⁻ᵀ."""
    return transposed(solve_triangular(upper, transposed(x), upper=True))


@derivative_of(lu)
def lu_derivative(grad, out, x):
    grad, (packed, pivots), (m, n) = grad[0], out, x.shape[-2:]
    k = min(m, n)
    lower, upper = corners(packed)
    corner = narrow(narrow(grad, -2, 0, k), -1, 0, k)
    grad_lower, grad_upper = tril(corner, diagonal=-1), triu(corner, diagonal=0)
    rest = None
    if n > k:                                            # x = (x₁ x₂) = P·L·(U₁ U₂), so U₂ = L⁻¹·Pᵀ·x₂
        rest = solve_triangular(transposed(lower), narrow(grad, -1, k, n - k), upper=True, unit=True)
        grad_lower = grad_lower - matmul(rest, transposed(narrow(packed, -1, k, n - k)))
    elif m > k:                                          # for more rows than columns, x = P·(L₁; L₂)·U
        rest = divide_by(narrow(grad, -2, k, m - k), upper)
        grad_upper = grad_upper - matmul(transposed(narrow(packed, -2, k, m - k)), rest)
    inner = (tril(matmul(transposed(lower), grad_lower), diagonal=-1)
             + triu(matmul(grad_upper, transposed(upper)), diagonal=0))
    whole = divide_by(solve_triangular(transposed(lower), inner, upper=True, unit=True), upper)
    if rest is not None:
        whole = cat(whole, rest, dim=-1 if n > k else -2)
    return matmul(row_exchanges(pivots, packed), whole)


@op(promotes=False, hidden=True)
def row_exchanges(xp, pivots, like):
    """Return the permutation matrix P of pivots: (*, k) and an (*, n, m) -> (*, n, n) of its dtype."""
    (*stack, k), n = pivots.shape, like.shape[-2]
    if holds(((pivots < 1) | (pivots > n)).any()):
        raise RuntimeError(f"pivots must be between 1 and LU.size(-2), {n}: pass those of linalg.lu_factor.")
    flat, count = pivots.reshape(prod(stack), k), prod(stack)
    order, each = xp.broadcast_to(xp.arange(n), (count, n)).copy(), xp.arange(count)
    for j in range(min(k, n)):
        swap_rows(order, each, j, flat[:, j] - 1)
    return (xp.arange(n)[:, None] == order[:, None, :]).astype(like.dtype).reshape(*stack, n, n)


@forward_for(META_LIBRARY, row_exchanges)
def row_exchanges_on_meta(xp, pivots, like):
    return xp.empty((*pivots.shape[:-1], like.shape[-2], like.shape[-2]), like.dtype)


@op(outputs=2, takes="fc", hidden=True)
def reflections(xp, x):
    """Return LAPACK's form of a qr: R, with Q's Householder vectors below the diagonal; and their factors tau."""
    h, tau = run_lapack(xp, lambda: xp.linalg.qr(x, "raw"), x, "qr")
    return xp.swapaxes(h, -1, -2).copy(), tau


def need_pivots(pivot):
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")


@linalg(out=True)
def lu_factor_ex(A: Tensor, *, pivot: bool = True, check_errors: bool = False) -> FactorEx:
    """Return lu_factor's LU and pivots, and info (*), int32: 0, or the first j (from 1) for which U[j, j] is 0.

    check_errors   whether to raise RuntimeError if info is not 0; for pivot see lu_factor
    """
    need_pivots(pivot)
    packed, pivots = lu.function(A)
    if A.device is META:
        return FactorEx(packed, pivots, pivots.new_empty(A.shape[:-2]))
    zero = packed.detach().diagonal(0, -2, -1) == 0
    info = (zero.int().argmax(-1) + 1) * zero.any(-1) if zero.shape[-1] else zero.sum(-1)
    if check_errors and info.numel() and bool(info.any()):
        j = int(info.max())
        raise RuntimeError(f"torch.linalg.lu_factor: U[{j},{j}] is zero and using it on lu_solve would result in a "
                           "division by zero. If you still want to perform the factorization, consider calling "
                           "linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)")
    return FactorEx(packed, pivots, info.int())


@linalg(out=True)
def lu_factor(A: Tensor, *, pivot: bool = True) -> Factor:
    """Return A's L and U in one matrix, (*, n, m), and the row exchanges, (*, k), for lu_solve and lu_unpack.

    pivot   must be True: rows are always exchanged

    Raises RuntimeError if U has a 0 on its diagonal.
    """
    return Factor(*lu_factor_ex(A, pivot=pivot, check_errors=True)[:2])


@linalg(name="lu", out=True)
def lu_of(A: Tensor, *, pivot: bool = True) -> LU:
    """Factorise A = P @ L @ U: (*, n, m) -> (*, n, n), (*, n, k), (*, k, m) with k = min(n, m).

    P permutes rows, L is lower triangular with ones on its diagonal, U is upper triangular.
    pivot   must be True: rows are always exchanged; NotImplementedError for float16
    """
    return LU(*lu_unpack(*lu_factor_ex(A, pivot=pivot)[:2]))


@function(one_node=True)
def lu_unpack(LU_data: Tensor, LU_pivots: Tensor, unpack_data: bool = True, unpack_pivots: bool = True) -> Unpacked:
    """Return P, L and U from linalg.lu_factor's results: (*, n, m), (*, k) -> (*, n, n), (*, n, k), (*, k, m).

    LU_data, LU_pivots           lu_factor's results
    unpack_data, unpack_pivots   False: L and U, or P, are empty

    Raises RuntimeError for pivots that are not int32.
    """
    if LU_data.ndim < 2:
        raise RuntimeError(f"torch.lu_unpack: Expected tensor with 2 or more dimensions. Got size: "
                           f"{list(LU_data.shape)} instead")
    nothing = LU_data.new_empty(0)
    if unpack_pivots and LU_pivots.dtype.name != "int32":
        raise RuntimeError("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype, as "
                           "linalg.lu_factor gives.")
    if unpack_pivots and LU_pivots.shape[:-1] != LU_data.shape[:-2]:
        raise RuntimeError(f"torch.lu_unpack: LU_pivots of {tuple(LU_pivots.shape)} must have one row for each matrix "
                           f"of LU_data, {tuple(LU_data.shape)}.")
    p = dispatch(row_exchanges, (LU_pivots, LU_data.detach())) if unpack_pivots else nothing
    if not unpack_data:
        return Unpacked(p, nothing, nothing)
    (m, n), (lower, upper) = LU_data.shape[-2:], corners(LU_data)
    k = min(m, n)
    if m > k:
        lower = cat_function([lower, LU_data[..., k:, :]], -2)
    elif n > k:
        upper = cat_function([upper, LU_data[..., :, k:]], -1)
    return Unpacked(p, lower, upper)


@linalg(name="lu_solve", out=True)
def solve_by_lu(LU: Tensor, pivots: Tensor, B: Tensor, *, left: bool = True, adjoint: bool = False):
    """Return the X with A @ X = B, (*, n, k), from lu_factor's LU, (*, n, n), and pivots of A.

    left      False: X @ A = B
    adjoint   True: Aᴴ instead of A

    Raises RuntimeError for other shapes, and pivots that are not int32.
    """
    square(LU, "lu_solve")
    if pivots.dtype.name != "int32":
        raise RuntimeError("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    if B.ndim < 2:
        raise RuntimeError("linalg.lu_solve: The input tensor B must have at least 2 dimensions, not shape "
                           f"{tuple(B.shape)}: turn a vector into a column by x[:, None].")
    if pivots.shape[-1] != LU.shape[-1]:
        raise RuntimeError("linalg.lu_solve: Number of pivots per batch should be same as the dimension of the matrix")
    if pivots.shape != LU.shape[:-1]:
        raise RuntimeError("linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots "
                           f"with shape {list(pivots.shape)} instead")
    if not left:
        return conjugate_transpose(solve_by_lu(LU, pivots, conjugate_transpose(B), adjoint=not adjoint))
    p, (lower, upper), solved = dispatch(row_exchanges, (pivots, LU.detach())), corners(LU), solve_triangular.function
    if adjoint:
        middle = solved(conjugate_transpose(upper), B, upper=False)
        return p @ solved(conjugate_transpose(lower), middle, upper=True, unit=True)
    return solved(upper, solved(lower, p.mT @ B, upper=False, unit=True), upper=True)


@linalg(out=True)
def householder_product(A: Tensor, tau: Tensor):
    """Return the first columns of a product of reflections 1 − tau·v·vᴴ: (*, n, m), (*, k) -> (*, n, m), n ≥ m ≥ k.

    Each column of A gives one v: 0 above the diagonal, 1 on it, A's elements below it. RuntimeError for other shapes.
    """
    if not tau.ndim:
        raise IndexError("linalg.householder_product: Dimension specified as -1 but tau has no dimensions")
    if A.ndim < 2 or tau.ndim != A.ndim - 1:
        raise RuntimeError(f"torch.linalg.householder_product: Expected tau to have one dimension less than input, but "
                           f"got tau.ndim equal to {tau.ndim} and input.ndim is equal to {A.ndim}")
    (m, n), k = A.shape[-2:], tau.shape[-1]
    for own, large, other, small in (("shape[-2]", m, "input.shape[-1]", n), ("shape[-1]", n, "tau.shape[-1]", k)):
        if large < small:
            raise RuntimeError(f"torch.linalg.householder_product: input.{own} must be greater than or equal to "
                               f"{other}")
    if A.dtype.rank < 2 or A.dtype.itemsize < 4:
        raise NotImplementedError(f'"linalg.householder_product" not implemented for {A.dtype}: use x.float().')
    if A.dtype is not tau.dtype:
        raise RuntimeError(f"torch.linalg.householder_product: tau dtype {tau.dtype} does not match input dtype "
                           f"{A.dtype}")
    directions = A.tril(-1) + like_eye(A)
    out = directions * 0 + like_eye(A)                   # `* 0` keeps A in the graph even if k is 0
    for i in reversed(range(k)):
        v = directions[..., i:i + 1]
        out = out - tau[..., i, None, None] * (v @ (conjugate_transpose(v) @ out))
    return out
