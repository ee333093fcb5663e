"""Norms: how large tensors are, by any power, and how far apart."""

from ...engine import derivative_of, dispatch, op
from ...runtime import Dims, DType, Tensor, check_dims, conjugated, function, is_complex, write_out
from ..elementwise.arithmetic import like_zero
from ..elementwise.comparison import select
from ..elementwise.powers import pow
from ..elementwise.rounding import abs as absolute, sign
from ..kernels.sums import blocked_sum
from ..kernels.tiling import blocks
from ..reduce.reductions import axes_of, count, sum, with_kept_dims
from ..reduce.variance import squares
from .declare import linalg
from .spectrum import svd

INF = float("inf")


@op(symbol="‖x‖", keeps="x out", floats=True, hidden=True)
def vector_norm(xp, x, *, ord, dim: Dims = None, keepdim):
    """(Σ |x|ᵒʳᵈ)^(1/ord) over `dim`; the largest for inf, the smallest for −inf, the non-zeros for 0."""
    if x.dtype.char == "e":                              # squares soon pass 65504
        return xp.asarray(vector_norm.forward(xp, x.astype("float32"), ord=ord, dim=dim,
                                              keepdim=keepdim)).astype("float16")
    axis = axes_of(dim)
    if ord == 2:
        return xp.sqrt(sum_of_squares(xp, x, axis, keepdim))
    size = xp.abs(x)
    if ord == 1:
        return blocked_sum(xp, size, axis, keepdim)
    if ord == 0:
        return xp.add.reduce(x != 0, axis=axis, keepdims=keepdim, dtype=size.dtype)
    if (ord < 0 or ord == INF) and not count(x.shape, dim):
        raise RuntimeError(f"linalg.vector_norm cannot compute the {ord} norm on an empty tensor, or along a dimension "
                           f"of size 0: nothing has no largest element. The input has shape {x.shape}.")
    if ord in (INF, -INF):
        return (xp.max if ord > 0 else xp.min)(size, axis=axis, keepdims=keepdim)
    return xp.power(blocked_sum(xp, xp.power(size, ord), axis, keepdim), 1.0 / ord)


def sum_of_squares(xp, x, axis, keepdim):
    if axis is not None or x.dtype.kind == "c":
        return blocked_sum(xp, squares(x), axis, keepdim)
    flat, total = x.reshape(-1), xp.zeros((1,) * x.ndim if keepdim else (), x.dtype)
    for part in blocks(xp, x.size):                      # each a product of its own, so that less is rounded
        total += flat[part] @ flat[part]
    return total


@derivative_of(vector_norm)
def vector_norm_derivative(grad, out, x, *, ord, dim, keepdim):
    if ord == 0:
        return like_zero(x)
    if ord == 2:                                          # at the origin the slope is taken as 0
        return conjugated(x) * with_kept_dims(select(out == 0, 0.0, grad / out), x.shape, dim, keepdim)
    grad, out = with_kept_dims(grad, x.shape, dim, keepdim), with_kept_dims(out, x.shape, dim, keepdim)
    size = absolute(x)
    direction = conjugated(x) / select(size == 0, 1.0, size) if is_complex(x) else sign(x)
    direction = select((x == 0) | (x != x), 0.0, direction)
    if ord == 1:
        return grad * direction
    if ord in (INF, -INF):
        hit = (size == out) | ((size != size) & (out != out))
        return grad / sum(hit, dim=dim, keepdim=True, dtype=size.dtype) * hit * direction
    slope = select(x == 0, 0.0, pow(size / select(out == 0, 1.0, out), ord - 1)) * direction
    return select(out == 0, 0.0, grad * slope)


@linalg(name="vector_norm", out=True)
def norm_of_vectors(x: Tensor, ord=2, dim: Dims = None, keepdim: bool = False, *, dtype=None):
    """The norm of order ord of the elements of x over `dim` (all, when None). TypeError unless ord is a number."""
    if not isinstance(ord, int | float) or isinstance(ord, bool):
        raise TypeError(f"linalg.vector_norm: ord must be a number, not {ord!r}.")
    check_wide("linalg.vector_norm", x.dtype, dtype)
    dim = tuple(dim) if isinstance(dim, list) else dim
    if dim is not None:
        check_dims("linalg.vector_norm", dim, x.ndim)
    return dispatch(vector_norm, (x if dtype is None else x.to(dtype),), {"ord": ord, "dim": dim, "keepdim": keepdim})


def check_wide(name, kind, dtype):
    """Raise unless numbers of `kind` have a norm, and one that `dtype` (None: theirs) holds."""
    if kind.rank < 2:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind}: convert first, "
                           "as in x.float().")
    if dtype is not None and (dtype.rank != kind.rank or dtype.numpy.itemsize < kind.numpy.itemsize):
        raise RuntimeError(f"{name}: dtype is one that holds the input's numbers, {kind}, without rounding; {dtype} "
                           "does not.")


@linalg(out=True)
def matrix_norm(A: Tensor, ord="fro", dim: Dims = (-2, -1), keepdim: bool = False, *, dtype=None):
    """A norm of each matrix, by ord: "fro", "nuc", 1, −1, 2, −2, inf or −inf. RuntimeError for others.

    dim   the dimensions of rows and of columns
    """
    if ord not in ("fro", "nuc", 1, -1, 2, -2, INF, -INF):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported; there are 'fro', 'nuc', ±1, ±2 and ±inf.")
    if not isinstance(dim, tuple | list):
        raise TypeError(f"linalg.matrix_norm(): argument 'dim' must be a tuple of two ints, not {type(dim).__name__}.")
    if A.ndim < 2 or len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple, of an input of 2 dimensions or more. Got {dim} "
                           f"of {tuple(A.shape)}.")
    check_dims("linalg.matrix_norm", dim, A.ndim)
    check_wide("linalg.matrix_norm", A.dtype, dtype)
    A = A if dtype is None else A.to(dtype)
    rows, columns = (d % A.ndim for d in dim)
    if ord == "fro":
        return norm_of_vectors(A, 2, (rows, columns), keepdim)
    if ord in ("nuc", 2, -2):
        values = dispatch(svd, (A.movedim((rows, columns), (-2, -1)),), {})[1]
        out = values.sum(-1) if ord == "nuc" else extreme_or_zero(values, ord, -1)
        return out.unsqueeze(min(rows, columns)).unsqueeze(max(rows, columns)) if keepdim else out
    folded, last = (rows, columns) if abs(ord) == 1 else (columns, rows)
    sums = norm_of_vectors(A, 1, folded, True)
    out = extreme_or_zero(sums, ord, last, True)
    return out if keepdim else out.squeeze((rows, columns))


def extreme_or_zero(x, ord, dim, keepdim=False):
    """Return the largest along `dim` for an ord above 0, else the smallest; 0 of nothing."""
    if not x.shape[dim]:
        return x.sum(dim, keepdim)
    return x.amax(dim, keepdim) if ord > 0 else x.amin(dim, keepdim)


@linalg(name="norm", out=True)
def linalg_norm(A: Tensor, ord=None, dim: Dims = None, keepdim: bool = False, *, dtype=None):
    """A vector norm, or a matrix norm where two dims or a matrix and an `ord` are given.

    Raises RuntimeError for other dims.
    """
    if ord is not None and (isinstance(ord, str) or dim is None and A.ndim == 2
                            or isinstance(dim, tuple | list) and len(dim) == 2):
        dim = (-2, -1) if dim is None else dim
        return matrix_norm(A, ord, dim if isinstance(dim, tuple | list) else (dim,), keepdim, dtype=dtype)
    if ord is not None and dim is None and A.ndim > 2:
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                           f"Got {A.ndim}D.")
    if isinstance(dim, tuple | list) and len(dim) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}.")
    return norm_of_vectors(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)


@function(takes="fc")
def norm(input: Tensor, p="fro", dim: Dims = None, keepdim: bool = False, out=None, dtype: DType = None):
    """The p-norm over `dim` (all, when None); 'fro' is the 2-norm of all, 'nuc' of a matrix.

    Raises RuntimeError for other words.
    """
    if out is not None:
        return write_out("norm", out, norm(input, p, dim, keepdim, dtype=dtype))
    if p == "nuc":
        return matrix_norm(input, "nuc", (0, 1) if dim is None and input.ndim == 2 else dim, keepdim, dtype=dtype)
    if type(p) is str and p != "fro":
        raise RuntimeError(f"norm: p is a number, 'fro' or 'nuc', not {p!r}.")
    return norm_of_vectors(input, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)


@function(one_node=True)
def dist(input: Tensor, other: Tensor, p: float = 2):
    """The p-norm of the difference of two tensors that broadcast: a 0-d tensor."""
    return norm(input - other, p)
