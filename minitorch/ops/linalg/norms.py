"""Norms of tensors, of any order, and distances."""

from ... import paths
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

INF = float("inf")


@op(symbol="‖x‖", keeps="x out", floats=True, hidden=True)
def vector_norm(xp, x, *, ord, dim: Dims = None, keepdim):
    """(Σ |x|ᵒʳᵈ)^(1/ord) over `dim`; the maximum for inf, the minimum for −inf, the count of non-zeros for 0."""
    if x.dtype.char == "e":                              # float16 squares may exceed 65504
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
                           f"of size 0: no element can be the largest. The input has shape {x.shape}.")
    if ord in (INF, -INF):
        return (xp.max if ord > 0 else xp.min)(size, axis=axis, keepdims=keepdim)
    return xp.power(blocked_sum(xp, xp.power(size, ord), axis, keepdim), 1.0 / ord)


def sum_of_squares(xp, x, axis, keepdim):
    if axis is not None or x.dtype.kind == "c":
        return blocked_sum(xp, squares(x), axis, keepdim)
    flat, total = x.reshape(-1), xp.zeros((1,) * x.ndim if keepdim else (), x.dtype)
    for part in blocks(xp, x.size):                      # several short dot products round less than one
        total += flat[part] @ flat[part]
    return total


@derivative_of(vector_norm)
def vector_norm_derivative(grad, out, x, *, ord, dim, keepdim):
    if ord == 0:
        return like_zero(x)
    if ord == 2:                                          # if the norm is 0, the derivative is set to 0
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
    """Return the norm of order ord of x's elements over `dim` (all, if None). TypeError unless ord is a number."""
    if not isinstance(ord, int | float) or isinstance(ord, bool):
        raise TypeError(f"linalg.vector_norm: ord must be a number, not {ord!r}.")
    check_wide("linalg.vector_norm", x.dtype, dtype)
    dim = tuple(dim) if isinstance(dim, list) else dim
    if dim is not None:
        check_dims("linalg.vector_norm", dim, x.ndim)
    return dispatch(vector_norm, (x if dtype is None else x.to(dtype),), {"ord": ord, "dim": dim, "keepdim": keepdim})


def check_wide(name, kind, dtype):
    """Raise unless the input's dtype `kind` is floating or complex, and `dtype` can store its numbers exactly."""
    if kind.rank < 2:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind}: convert first, "
                           "as in x.float().")
    if dtype is not None and (dtype.rank != kind.rank or dtype.numpy.itemsize < kind.numpy.itemsize):
        raise RuntimeError(f"{name}: dtype must hold the input's numbers, {kind}, without rounding, but {dtype} does "
                           "not.")


@function(takes="fc")
def norm(input: Tensor, p="fro", dim: Dims = None, keepdim: bool = False, out=None, dtype: DType = None):
    """Return the p-norm over `dim` (all, if None); 'fro' is the 2-norm of all elements, 'nuc' is for matrices.

    Raises RuntimeError for other strings.
    """
    if out is not None:
        return write_out("norm", out, norm(input, p, dim, keepdim, dtype=dtype))
    if p == "nuc":
        matrix_norm = paths.module("rare.ops.linalg.matrices").matrix_norm
        return matrix_norm(input, "nuc", (0, 1) if dim is None and input.ndim == 2 else dim, keepdim, dtype=dtype)
    if type(p) is str and p != "fro":
        raise RuntimeError(f"norm: p must be a number, 'fro' or 'nuc', not {p!r}.")
    return norm_of_vectors(input, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)


@function(one_node=True)
def dist(input: Tensor, other: Tensor, p: float = 2):
    """Return the p-norm of the difference of two tensors that broadcast: a 0-d tensor."""
    return norm(input - other, p)
