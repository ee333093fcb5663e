"""Rules of matrix products, and of LAPACK's functions."""

import numpy as np

from .arrays import MetaArray
from .assumptions import unify
from .calls import rule
from .elementwise import empty_of
from .shapes import broadcast


@rule("matmul")
def matmul(x, y, out=None):
    dtype = np.matmul(empty_of(x.dtype).reshape(0, 0), empty_of(y.dtype).reshape(0, 0)).dtype
    if not x.ndim or not y.ndim:
        raise ValueError("matmul: Input operand does not have enough dimensions")
    a, b = (1, *x.shape) if x.ndim == 1 else x.shape, (*y.shape, 1) if y.ndim == 1 else y.shape
    if unify(a[-1], b[-2]) is None:
        raise ValueError(f"matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature "
                         f"(n?,k),(k,m?)->(n?,m?) (size {b[-2]} is different from {a[-1]})")
    shape = (*broadcast(a[:-2], b[:-2]), *a[-2:-1] * (x.ndim > 1), *b[-1:] * (y.ndim > 1))
    if out is None:
        return MetaArray(shape, dtype)
    if broadcast(shape, out.shape) != out.shape:
        raise ValueError(f"matmul: the result of {shape} does not fit into {out.shape}")
    return out


@rule("einsum")
def einsum(equation, *arrays):
    terms, _, result = equation.partition("->")
    sizes: dict = {}
    for letters, x in zip(terms.split(","), arrays):
        for letter, size in zip(letters, x.shape):
            sizes[letter] = unify(sizes.get(letter, size), size)
    return MetaArray([sizes[letter] for letter in result], np.result_type(*[x.dtype for x in arrays]))


def square(x):
    """Return (batch sizes, n) of square matrices (*, n, n); raise LinAlgError for other shapes."""
    if x.ndim < 2:
        raise np.linalg.LinAlgError(f"{x.ndim}-dimensional array given. Array must be at least two-dimensional")
    if unify(*x.shape[-2:]) is None:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return x.shape[:-2], x.shape[-1]


def lapack(x):
    """Return the dtype in which LAPACK computes, and the dtype of its real results."""
    found = np.linalg.svd(np.ones((1, 1), x.dtype), compute_uv=True)
    return found[0].dtype, found[1].dtype


@rule("linalg.inv", "linalg.cholesky")
def like_input(x):
    stack, n = square(x)
    return MetaArray((*stack, n, n), lapack(x)[0])


@rule("linalg.det")
def det(x):
    return MetaArray(square(x)[0], lapack(x)[0])


@rule("linalg.slogdet")
def slogdet(x):
    kind, real = lapack(x)
    return MetaArray(square(x)[0], kind), MetaArray(square(x)[0], real)


@rule("linalg.solve")
def solve(x, y):
    stack, n = square(x)
    if unify(n, y.shape[-1 if y.ndim == 1 else -2]) is None:
        raise ValueError(f"solve: {x.shape} and {y.shape} do not fit: they must be (*, n, n) and (n,) or (*, n, k)")
    shape = y.shape if y.ndim == 1 else (*broadcast(stack, y.shape[:-2]), n, y.shape[-1])
    return MetaArray(shape, np.result_type(lapack(x)[0], lapack(y)[0]))


@rule("linalg.eig")
def eig(x):
    (stack, n), kind = square(x), np.linalg.eig(np.ones((1, 1), x.dtype) * 1j)[0].dtype
    return MetaArray((*stack, n), kind), MetaArray((*stack, n, n), kind)


@rule("linalg.eigh")
def eigh(x, UPLO="L"):
    (stack, n), (kind, real) = square(x), lapack(x)
    return MetaArray((*stack, n), real), MetaArray((*stack, n, n), kind)


@rule("linalg.svd")
def svd(x, full_matrices=True, compute_uv=True):
    (*stack, m, n), (kind, real) = x.shape, lapack(x)
    k = m if m <= n else n
    s = MetaArray((*stack, k), real)
    if not compute_uv:
        return s
    return (MetaArray((*stack, m, m if full_matrices else k), kind), s,
            MetaArray((*stack, n if full_matrices else k, n), kind))


@rule("linalg.qr")
def qr(x, mode="reduced"):
    *stack, m, n = x.shape
    kind, k = lapack(x)[0], m if m <= n else n
    if mode == "raw":
        return MetaArray((*stack, n, m), kind), MetaArray((*stack, k), kind)
    if mode == "r":
        return MetaArray((*stack, k, n), kind)
    rows = m if mode == "complete" else k
    return MetaArray((*stack, m, rows), kind), MetaArray((*stack, rows, n), kind)
