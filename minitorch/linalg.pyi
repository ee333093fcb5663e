# Written by `python -m minitorch.stubs`.
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
from minitorch.ops.linalg.decompositions import LinAlgError as LinAlgError

__all__ = ['LinAlgError', 'cholesky', 'cholesky_ex', 'cond', 'cross', 'det', 'diagonal', 'eig', 'eigh', 'eigvals',
           'eigvalsh', 'householder_product', 'inv', 'inv_ex', 'lstsq', 'lu', 'lu_factor', 'lu_factor_ex', 'lu_solve',
           'matrix_exp', 'matrix_norm', 'matrix_power', 'matrix_rank', 'multi_dot', 'norm', 'pinv', 'qr', 'slogdet',
           'solve', 'solve_ex', 'solve_triangular', 'svd', 'svdvals', 'tensordot', 'tensorinv', 'tensorsolve', 'vander',
           'vecdot', 'vector_norm']

def cholesky(A: Tensor, *, upper: _bool = False, out: Tensor | None = None) -> Tensor:
    """The triangular L, (*, n, n), with L @ Lᴴ = A, Hermitian (symmetric, if real), positive-definite; Lᴴ if upper."""

def cholesky_ex(A: Tensor, *, upper: _bool = False, check_errors: _bool = False) -> _LInfo:
    """The L of linalg.cholesky, (*, n, n), and info, (*) int32: 0, or the order of the minor that is not positive.

    upper          Lᴴ in the place of L
    check_errors   whether to raise for a matrix that is not positive-definite; else its L is nan

    Raises LinAlgError where it is asked to, RuntimeError for what is not square.
    """

def cond(A: Tensor, p: Any = None, *, out: Tensor | None = None) -> Tensor:
    """How much a matrix can magnify an error: the ratio of its largest and smallest singular value (p 2 or None; the
    reciprocal for −2), or its norm times that of its inverse, inf where it has none.
    """

def cross(input: Tensor, other: Tensor, *, dim: _int = -1, out: Tensor | None = None) -> Tensor:
    """The vector at right angles to both, along `dim`, of size 3. RuntimeError for other sizes."""

def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The determinant of each square matrix."""

def diagonal(A: Tensor, *, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    """The diagonal of each matrix, of dimensions dim1 and dim2; offset: so far above the main one. A view."""

def eig(A: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _EigenvaluesEigenvectors:
    """Eigenvalues (*, n) and eigenvectors (*, n, n), columns of length 1, of square matrices; complex, in any order.

    Raises RuntimeError for inf or nan, and in backward for a loss that depends on the vectors' phase. Matrices with
    equal eigenvalues have no derivative: it is inf or nan.

    >>> minitorch.linalg.eig(minitorch.tensor([[0.0, 1.0], [-1.0, 0.0]])).eigenvalues
    tensor([0.+1.j, 0.-1.j])
    """

def eigh(A: Tensor, UPLO: str = 'L', *, out: tuple[Tensor, ...] | None = None) -> _EigenvaluesEigenvectors:
    """Eigenvalues (*, n), ascending, and eigenvectors (*, n, n) of Hermitian matrices.

    UPLO   "L" or "U": which half of them is read; RuntimeError for others
    """

def eigvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The eigenvalues of square matrices, complex, in any order: (*, n, n) -> (*, n). RuntimeError for inf or nan."""

def eigvalsh(A: Tensor, UPLO: str = 'L', *, out: Tensor | None = None) -> Tensor:
    """The eigenvalues of Hermitian matrices, ascending: (*, n, n) -> (*, n). UPLO as eigh's."""

def householder_product(A: Tensor, tau: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The first columns of a product of reflections 1 − tau·v·vᴴ: (*, n, m), (*, k) -> (*, n, m), n ≥ m ≥ k.

    A column's v is 0 above the diagonal and 1 on it, and A's numbers below. RuntimeError for other shapes and dtypes.
    """

def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of each square matrix of a stack."""

def inv_ex(A: Tensor, *, check_errors: _bool = False) -> _InverseInfo:
    """The inverse of each square matrix, (*, n, n), and info, (*) int32: 0, or the number of the pivot that was 0.

    check_errors   whether to raise for a matrix without an inverse; else its inverse is nan

    Raises LinAlgError where it is asked to, RuntimeError for what is not square.
    """

def lstsq(A: Tensor, B: Tensor, rcond: _float | None = None, *, driver: str | None = None, out: tuple[Tensor, ...] | None = None) -> _SolutionResidualsRankSingularValues:
    """The X that brings A @ X nearest to B, and of several the smallest: (*, n, m), (*, n, k) -> (*, m, k).

    rcond    singular values up to rcond · the largest count as 0; None: as the dtype has it
    driver   "gelsy" (None), "gels", "gelsd" or "gelss": which of the other results are filled, as in PyTorch

    Raises RuntimeError for another driver.
    """

def lu(A: Tensor, *, pivot: _bool = True, out: tuple[Tensor, ...] | None = None) -> _PLU:
    """A = P @ L @ U: (*, n, m) -> (*, n, n), (*, n, k), (*, k, m) with k = min(n, m).

    P permutes rows, L is lower triangular with ones on its diagonal, U is upper triangular.
    pivot   False is refused: rows are exchanged always; NotImplementedError for float16
    """

def lu_factor(A: Tensor, *, pivot: _bool = True, out: tuple[Tensor, ...] | None = None) -> _LuPivots:
    """A's L and U in one matrix, (*, n, m), and which rows were exchanged, (*, k): what lu_solve and lu_unpack take.

    pivot   False is refused: rows are exchanged always

    Raises RuntimeError where U has a 0 on its diagonal.
    """

def lu_factor_ex(A: Tensor, *, pivot: _bool = True, check_errors: _bool = False, out: tuple[Tensor, ...] | None = None) -> _LuPivotsInfo:
    """lu_factor's LU and pivots, and info (*), int32: 0, or the first j (from 1) for which U[j, j] is 0.

    check_errors   whether that is a RuntimeError; pivot is as lu_factor's
    """

def lu_solve(LU: Tensor, pivots: Tensor, B: Tensor, *, left: _bool = True, adjoint: _bool = False, out: Tensor | None = None) -> Tensor:
    """The X with A @ X = B, (*, n, k), from lu_factor's LU, (*, n, n), and pivots of A.

    left      False: X @ A = B
    adjoint   True: Aᴴ in the place of A

    Raises RuntimeError for other shapes, and pivots that are not int32.
    """

def matrix_exp(A: Tensor) -> Tensor:
    """I + A + A²/2 + …, (*, n, n) -> the same: halved until it is small, summed, and squared as often."""

def matrix_norm(A: Tensor, ord: Any = 'fro', dim: _Dims = (-2, -1), keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """A norm of each matrix, by ord: "fro", "nuc", 1, −1, 2, −2, inf or −inf. RuntimeError for others.

    dim   the dimensions of rows and of columns
    """

def matrix_power(A: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """A multiplied with itself n times, (*, n, n) -> the same; its inverse for negative n."""

def matrix_rank(A: Tensor, tol: _Value | None = None, hermitian: _bool = False, *, atol: _Value | None = None, rtol: _Value | None = None, out: Tensor | None = None) -> Tensor:
    """How many singular values of A are above max(atol, rtol · the largest): (*, n, m) -> (*).

    tol         atol's old name
    hermitian   whether A is Hermitian, and only one triangle of it is read
    """

def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The product of several matrices, the first and the last of which may be vectors.

    Raises RuntimeError for other tensors.
    """

def norm(A: Tensor, ord: Any = None, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """A vector norm, or a matrix norm where two dims or a matrix and an `ord` are given.

    Raises RuntimeError for other dims.
    """

def pinv(A: Tensor, rcond: _Value | None = None, hermitian: _bool = False, *, atol: _Value | None = None, rtol: _Value | None = None, out: Tensor | None = None) -> Tensor:
    """The pseudo-inverse (*, n, m) -> (*, m, n): singular values up to max(atol, rtol · the largest) count as 0.

    rcond       rtol's old name
    hermitian   whether A is Hermitian, and only one triangle of it is read
    """

def qr(A: Tensor, mode: str = 'reduced', *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """A = Q @ R, Q with orthonormal columns, R upper triangular: (*, n, m) -> (*, n, k), (*, k, m), k = min(n, m).

    mode   "reduced"; "complete" for a square Q; "r" for R alone; RuntimeError for others
    """

def slogdet(A: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """The sign of the determinant and the logarithm of its size."""

def solve(A: Tensor, B: Tensor, *, left: _bool = True, out: Tensor | None = None) -> Tensor:
    """The X with A @ X = B, a vector B giving a vector; or X @ A = B with left=False, RuntimeError for a vector."""

def solve_ex(A: Tensor, B: Tensor, *, left: _bool = True, check_errors: _bool = False) -> _ResultInfo:
    """The X with A @ X = B, and info, (*) int32: 0, or the number of the pivot of A that was 0.

    left           False: X @ A = B
    check_errors   whether to raise for a matrix without an inverse; else its X is nan

    Raises LinAlgError where it is asked to, RuntimeError for what is not square.
    """

def solve_triangular(A: Tensor, B: Tensor, *, upper: _bool, left: _bool = True, unitriangular: _bool = False, out: Tensor | None = None) -> Tensor:
    """The X with A @ X = B, or X @ A = B with left=False: (*, n, n), (*, n, k) -> (*, n, k).

    upper           whether A is upper triangular, or lower
    unitriangular   whether its diagonal is taken to be of ones

    Raises RuntimeError for shapes that do not fit.
    """

def svd(A: Tensor, full_matrices: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USVh:
    """A = U @ diag(S) @ Vh, S descending; U and Vh are square unless full_matrices is False."""

def svdvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The singular values, descending: (*, n, m) -> (*, min(n, m))."""

def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """Products summed over the last `dims` of a and the first of b, or over two lists of dimensions.

    Raises RuntimeError where their sizes differ.
    """

def tensorinv(A: Tensor, ind: _int = 2, *, out: Tensor | None = None) -> Tensor:
    """The inverse of A as a matrix whose rows are its first `ind` dimensions: with tensordot it gives the identity.

    A   (*rows, *columns), as many elements in the rows as in the columns
    returns   (*columns, *rows)

    Raises RuntimeError for an ind below 1, and where the numbers of elements differ.
    """

def tensorsolve(A: Tensor, B: Tensor, dims: _Sizes | None = None, *, out: Tensor | None = None) -> Tensor:
    """The X with tensordot(A, X, X.ndim) = B.

    A      (*B.shape, *X.shape), as many elements in X as in B
    dims   dimensions of A that are moved to its end first
    returns   X

    Raises RuntimeError where the numbers of elements differ.
    """

def vander(x: Tensor, *, N: _int | None = None, out: Tensor | None = None) -> Tensor:
    """The powers 0 to N − 1 of each element, the lowest first.

    x         (*, n)  numbers of any kind but bools
    N         how many powers; n unless given
    returns   (*, n, N)

    Raises RuntimeError for bools, and for an N below 2.

    >>> minitorch.linalg.vander(minitorch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """

def vecdot(x: Tensor, y: Tensor, *, dim: _int = -1, out: Tensor | None = None) -> Tensor:
    """The inner product of the vectors of x and y along `dim`; those of x are conjugated. RuntimeError for integers."""

def vector_norm(x: Tensor, ord: _float = 2, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The norm of order ord of the elements of x over `dim` (all, when None). TypeError unless ord is a number."""
