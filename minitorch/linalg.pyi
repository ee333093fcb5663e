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

from minitorch.tensors.tensor import (Size, Tensor as Tensor, _Device, _Dims, _Number, _Sizes, _Value, _EigenvaluesEigenvectors, _HistBinEdges, _MinMax, _QR, _SignLogabsdet, _SolutionResidualsRankSingularValues, _USV, _USVh, _ValuesIndices)

__all__ = ['cholesky', 'cond', 'cross', 'det', 'diagonal', 'eigh', 'eigvalsh', 'inv', 'lstsq', 'matrix_exp',
           'matrix_norm', 'matrix_power', 'matrix_rank', 'multi_dot', 'norm', 'pinv', 'qr', 'slogdet', 'solve',
           'solve_triangular', 'svd', 'svdvals', 'tensordot', 'vecdot', 'vector_norm']

def cholesky(A: Tensor, *, upper: _bool = False, out: Tensor | None = None) -> Tensor:
    """The triangular L with L @ Lᴴ = A, A Hermitian (symmetric, if real) and positive-definite; Lᴴ with upper=True."""

def cond(A: Tensor, p: Any = None, *, out: Tensor | None = None) -> Tensor:
    """How much a matrix can magnify an error: the ratio of its largest and smallest singular value (p 2 or None; the
    reciprocal for −2), or its norm times that of its inverse, inf where it has none.
    """

def cross(input: Tensor, other: Tensor, *, dim: _int = -1, out: Tensor | None = None) -> Tensor:
    """The vector at right angles to both, in three dimensions."""

def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The determinant of each square matrix."""

def diagonal(A: Tensor, *, offset: _int = 0, dim1: _int = -2, dim2: _int = -1) -> Tensor:
    """The diagonal of each matrix. A view."""

def eigh(A: Tensor, UPLO: str = 'L', *, out: tuple[Tensor, ...] | None = None) -> _EigenvaluesEigenvectors:
    """Eigenvalues, ascending, and eigenvectors of Hermitian matrices, of which the lower (or "U"pper) half is read."""

def eigvalsh(A: Tensor, UPLO: str = 'L', *, out: Tensor | None = None) -> Tensor:
    """The eigenvalues of Hermitian matrices, ascending."""

def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of each square matrix of a stack."""

def lstsq(A: Tensor, B: Tensor, rcond: _float | None = None, *, driver: str | None = None, out: tuple[Tensor, ...] | None = None) -> _SolutionResidualsRankSingularValues:
    """The X that brings A @ X nearest to B, and of several the smallest.

    driver   "gelsy" (None), "gels", "gelsd" or "gelss": which of the other results are filled, as in PyTorch
    """

def matrix_exp(A: Tensor) -> Tensor:
    """I + A + A²/2 + …: halved until it is small, summed, and squared as often."""

def matrix_norm(A: Tensor, ord: Any = 'fro', dim: _Dims = (-2, -1), keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """A norm of each matrix: "fro", "nuc", 1, −1, 2, −2, inf or −inf.

    dim   the dimensions of rows and of columns
    """

def matrix_power(A: Tensor, n: _int, *, out: Tensor | None = None) -> Tensor:
    """A multiplied with itself n times; its inverse for negative n."""

def matrix_rank(A: Tensor, tol: _Value | None = None, hermitian: _bool = False, *, atol: _Value | None = None, rtol: _Value | None = None, out: Tensor | None = None) -> Tensor:
    """How many singular values are above max(atol, rtol · the largest). (tol is atol's old name.)"""

def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """The product of several matrices."""

def norm(A: Tensor, ord: Any = None, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """A vector norm, or a matrix norm where two dims or a matrix and an `ord` are given."""

def pinv(A: Tensor, rcond: _Value | None = None, hermitian: _bool = False, *, atol: _Value | None = None, rtol: _Value | None = None, out: Tensor | None = None) -> Tensor:
    """The pseudo-inverse: singular values up to max(atol, rtol · the largest) count as 0; rcond is rtol's old name."""

def qr(A: Tensor, mode: str = 'reduced', *, out: tuple[Tensor, ...] | None = None) -> _QR:
    """A = Q @ R, Q with orthonormal columns, R upper triangular.

    mode   "reduced"; "complete" for a square Q; "r" for R alone
    """

def slogdet(A: Tensor, *, out: tuple[Tensor, ...] | None = None) -> _SignLogabsdet:
    """The sign of the determinant and the logarithm of its size."""

def solve(A: Tensor, B: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The X with A @ X = B; a vector B gives a vector."""

def solve_triangular(A: Tensor, B: Tensor, *, upper: _bool, left: _bool = True, unitriangular: _bool = False, out: Tensor | None = None) -> Tensor:
    """The X with A @ X = B (or X @ A = B), A being triangular (with a diagonal of ones, if unitriangular)."""

def svd(A: Tensor, full_matrices: _bool = True, *, out: tuple[Tensor, ...] | None = None) -> _USVh:
    """A = U @ diag(S) @ Vh, S descending; U and Vh are square unless full_matrices is False."""

def svdvals(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The singular values, descending."""

def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """Products summed over the last `dims` of a and the first of b, or over two lists of dimensions."""

def vecdot(x: Tensor, y: Tensor, *, dim: _int = -1, out: Tensor | None = None) -> Tensor:
    """The inner product of vectors along `dim`; the first is conjugated."""

def vector_norm(x: Tensor, ord: _float = 2, dim: _Dims | None = None, keepdim: _bool = False, *, dtype: _dtype | None = None, out: Tensor | None = None) -> Tensor:
    """The norm of the elements over `dim` (all, when None)."""
