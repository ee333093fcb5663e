# Written by `python -m minitorch.tools.stubs`.
# mypy: disable-error-code="override, misc, assignment, valid-type, overload-overlap, type-arg, no-redef"
from builtins import bool as _bool, complex as _complex, float as _float, int as _int
from collections.abc import Callable, Iterator, Sequence
from types import EllipsisType
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, Self, SupportsIndex, overload

import numpy as np
from typing_extensions import TypeVar

from minitorch.backend import device as _device
from minitorch.dtypes import dtype as _dtype
from minitorch.random import Generator as _Generator

from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, _ATau, _EigenvaluesEigenvectors, _HistBinEdges, _InverseInfo, _LInfo, _LuPivots, _LuPivotsInfo, _MantissaExponent, _MinMax, _PLU, _QR, _ResultInfo, _SignLogabsdet, _SolutionResidualsRankSingularValues, _USV, _USVh, _ValuesIndices)
from minitorch.ops.linalg.inverse import LinAlgError as LinAlgError

__all__ = ['LinAlgError', 'cholesky', 'cholesky_ex', 'cond', 'cross', 'det', 'diagonal', 'eig', 'eigh', 'eigvals',
           'eigvalsh', 'householder_product', 'inv', 'inv_ex', 'lstsq', 'lu', 'lu_factor', 'lu_factor_ex', 'lu_solve',
           'matrix_exp', 'matrix_norm', 'matrix_power', 'matrix_rank', 'multi_dot', 'norm', 'pinv', 'qr', 'slogdet',
           'solve', 'solve_ex', 'solve_triangular', 'svd', 'svdvals', 'tensordot', 'tensorinv', 'tensorsolve', 'vander',
           'vecdot', 'vector_norm']

def cholesky(A: Tensor, *, upper: _bool = False, out: Tensor | None = None) -> Tensor:
    """Return the triangular L, (*, n, n), with L @ Lᴴ = A (Hermitian, positive-definite); Lᴴ if upper."""

def cholesky_ex(A: Tensor, *, upper: _bool = False, check_errors: _bool = False) -> _LInfo:
    """Return linalg.cholesky's L, (*, n, n), and info, (*) int32: 0, or the order of the minor that is not positive.

    upper          Lᴴ instead of L
    check_errors   whether to raise for a matrix that is not positive-definite; else its L is nan

    Raises LinAlgError if check_errors, RuntimeError for matrices that are not square.
    """

def cond(A: Tensor, p: Any = None, *, out: Tensor | None = None) -> Tensor:
    """Return the condition number, how much A can magnify an error: the largest singular value / the smallest (p 2 or
    None; −2: the reciprocal), else norm(A) · norm(A⁻¹); inf without an inverse.
    """

def cross(input: Tensor, other: Tensor, *, dim: _int = -1, out: Tensor | None = None) -> Tensor:
    """Return the cross product along `dim`, which has size 3. RuntimeError for other sizes."""

def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the determinant of each square matrix."""

def diagonal(A: Tensor, *, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    """Return the diagonal of each matrix (dimensions dim1, dim2), `offset` diagonals above the main one. A view."""

def eig(A: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _EigenvaluesEigenvectors:
    """Return eigenvalues (*, n) and eigenvectors (*, n, n), columns of norm 1, of square matrices: complex, unsorted.

    Raises RuntimeError for inf or nan, and in backward if the loss depends on the vectors' phase. Matrices with
    equal eigenvalues have no derivative: it is inf or nan.

    >>> minitorch.linalg.eig(minitorch.tensor([[0.0, 1.0], [-1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])
    """

def eigh(A: Tensor, UPLO: str = 'L', *, out: tuple[Tensor, ...] | None = None) -> _EigenvaluesEigenvectors:
    """Return eigenvalues (*, n), ascending, and eigenvectors (*, n, n) of Hermitian matrices.

    UPLO   "L" or "U": the triangle that is read; RuntimeError for others
    """

def eigvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the eigenvalues of square matrices, complex, in any order: (*, n, n) -> (*, n). RuntimeError for inf."""

def eigvalsh(A: Tensor, UPLO: str = 'L', *, out: Tensor | None = None) -> Tensor:
    """Return the eigenvalues of Hermitian matrices, ascending: (*, n, n) -> (*, n). UPLO: see eigh."""

def householder_product(A: Tensor, tau: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the first columns of a product of reflections 1 − tau·v·vᴴ: (*, n, m), (*, k) -> (*, n, m), n ≥ m ≥ k.

    Each column of A gives one v: 0 above the diagonal, 1 on it, A's elements below it. RuntimeError for other shapes.
    """

def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse of each square matrix of a stack."""

def inv_ex(A: Tensor, *, check_errors: _bool = False) -> _InverseInfo:
    """Return the inverses of square matrices, (*, n, n), and info, (*) int32: 0, or the number of the pivot that is 0.

    check_errors   whether to raise for a matrix without an inverse; else its inverse is nan

    Raises LinAlgError if check_errors, RuntimeError for matrices that are not square.
    """

def lstsq(A: Tensor, B: Tensor, rcond: _float | None = None, *, driver: str | None = None, out: tuple[Tensor, ...] | None = None) -> _SolutionResidualsRankSingularValues:
    """Return the X of least norm for which A @ X is nearest to B: (*, n, m), (*, n, k) -> (*, m, k).

    rcond    singular values up to rcond · the largest count as 0; None: by the dtype's precision
    driver   "gelsy" (None), "gels", "gelsd" or "gelss": it decides which of the other results are empty, as in PyTorch

    Raises RuntimeError for another driver.
    """

def lu(A: Tensor, *, pivot: _bool = True, out: tuple[Tensor, ...] | None = None) -> _PLU:
    """Factorise A = P @ L @ U: (*, n, m) -> (*, n, n), (*, n, k), (*, k, m) with k = min(n, m).

    P permutes rows, L is lower triangular with ones on its diagonal, U is upper triangular.
    pivot   must be True: rows are always exchanged; NotImplementedError for float16
    """

def lu_factor(A: Tensor, *, pivot: _bool = True, out: tuple[Tensor, ...] | None = None) -> _LuPivots:
    """Return A's L and U in one matrix, (*, n, m), and the row exchanges, (*, k), for lu_solve and lu_unpack.

    pivot   must be True: rows are always exchanged

    Raises RuntimeError if U has a 0 on its diagonal.
    """

def lu_factor_ex(A: Tensor, *, pivot: _bool = True, check_errors: _bool = False, out: tuple[Tensor, ...] | None = None) -> _LuPivotsInfo:
    """Return lu_factor's LU and pivots, and info (*), int32: 0, or the first j (from 1) for which U[j, j] is 0.

    check_errors   whether to raise RuntimeError if info is not 0; for pivot see lu_factor
    """

def lu_solve(LU: Tensor, pivots: Tensor, B: Tensor, *, left: _bool = True, adjoint: _bool = False, out: Tensor | None = None) -> Tensor:
    """Return the X with A @ X = B, (*, n, k), from lu_factor's LU, (*, n, n), and pivots of A.

    left      False: X @ A = B
    adjoint   True: Aᴴ instead of A

    Raises RuntimeError for other shapes, and pivots that are not int32.
    """

def matrix_exp(A: Tensor) -> Tensor:
    """I + A + A²/2 + …, (*, n, n), same shape out: halve A k times, add up the series, square the sum k times."""

def matrix_norm(A: Tensor, ord: Any = 'fro', dim: _Dims = (-2, -1), keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return a norm of each matrix, by ord: "fro", "nuc", 1, −1, 2, −2, inf or −inf. RuntimeError for others.

    dim   the dimensions of rows and of columns
    """

def matrix_power(A: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """Return Aⁿ, the product of n factors A, (*, n, n), same shape out; for negative n, of factors A⁻¹."""

def matrix_rank(A: Tensor, tol: _Value | None = None, hermitian: _bool = False, *, atol: _Value | None = None, rtol: _Value | None = None, out: Tensor | None = None) -> Tensor:
    """Return how many singular values of A are larger than max(atol, rtol · the largest): (*, n, m) -> (*).

    tol         the old name of atol
    hermitian   whether A is Hermitian; then only one triangle of it is read
    """

def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Return the matrix product of several matrices; the first and the last may be vectors.

    Raises RuntimeError for other tensors.
    """

def norm(A: Tensor, ord: Any = None, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return a matrix norm if `dim` has two dimensions, or if A is a matrix and `ord` is given; else a vector norm.

    Raises RuntimeError for other dims.
    """

def pinv(A: Tensor, rcond: _Value | None = None, hermitian: _bool = False, *, atol: _Value | None = None, rtol: _Value | None = None, out: Tensor | None = None) -> Tensor:
    """Return the pseudo-inverse (*, n, m) -> (*, m, n): singular values up to max(atol, rtol · the largest) count as 0.

    rcond       the old name of rtol
    hermitian   whether A is Hermitian; then only one triangle of it is read
    """

def qr(A: Tensor, mode: str = 'reduced', *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """Factorise A = Q @ R, Q with orthonormal columns, R upper triangular: (*, n, m) -> (*, n, k), (*, k, m).

    mode   "reduced"; "complete" for a square Q; "r" for R alone; RuntimeError for others
    """

def slogdet(A: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """Return the sign of each matrix's determinant and the logarithm of its absolute value."""

def solve(A: Tensor, B: Tensor, *, left: _bool = True, out: Tensor | None = None) -> Tensor:
    """Return the X with A @ X = B, B a matrix or a vector; left=False: X @ A = B, RuntimeError for a vector B."""

def solve_ex(A: Tensor, B: Tensor, *, left: _bool = True, check_errors: _bool = False) -> _ResultInfo:
    """Return the X with A @ X = B, and info, (*) int32: 0, or the number of the pivot of A that is 0.

    left           False: X @ A = B
    check_errors   whether to raise for a matrix without an inverse; else its X is nan

    Raises LinAlgError if check_errors, RuntimeError for matrices that are not square.
    """

def solve_triangular(A: Tensor, B: Tensor, *, upper: _bool, left: _bool = True, unitriangular: _bool = False, out: Tensor | None = None) -> Tensor:
    """Return the X with A @ X = B, or X @ A = B with left=False: (*, n, n), (*, n, k) -> (*, n, k).

    upper           whether A is upper triangular, or lower
    unitriangular   whether A's diagonal is taken as ones

    Raises RuntimeError for shapes that do not fit.
    """

def svd(A: Tensor, full_matrices: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USVh:
    """Factorise A = U @ diag(S) @ Vh, S descending; U and Vh are square unless full_matrices is False."""

def svdvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Return the singular values, descending: (*, n, m) -> (*, min(n, m))."""

def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """Return products summed over the last `dims` dimensions of a and the first of b, or over two lists of dimensions.

    Raises RuntimeError if their sizes differ.
    """

def tensorinv(A: Tensor, ind: _int = 2, *, out: Tensor | None = None) -> Tensor:
    """Return the inverse of A as a matrix: A's first `ind` dimensions are the rows, the other dimensions the columns.

    A   (*rows, *columns), as many elements in the rows as in the columns
    returns   (*columns, *rows)

    Raises RuntimeError for an ind below 1, and if the numbers of elements differ.
    """

def tensorsolve(A: Tensor, B: Tensor, dims: _Sizes | None = None, *, out: Tensor | None = None) -> Tensor:
    """Return the X with tensordot(A, X, X.ndim) = B.

    A      (*B.shape, *X.shape), as many elements in X as in B
    dims   dimensions of A that are first moved to its end
    returns   X

    Raises RuntimeError if the numbers of elements differ.
    """

def vander(x: Tensor, *, N: _int | None = None, out: Tensor | None = None) -> Tensor:
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

def vecdot(x: Tensor, y: Tensor, *, dim: _int = -1, out: Tensor | None = None) -> Tensor:
    """Return the inner product of the vectors of x (conjugated) and y along `dim`. RuntimeError for integers."""

def vector_norm(x: Tensor, ord: _float = 2, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """Return the norm of order ord of x's elements over `dim` (all, if None). TypeError unless ord is a number."""
