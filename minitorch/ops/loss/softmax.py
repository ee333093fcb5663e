"""softmax and log_softmax, without overflow: the maximum is subtracted first, since e⁸⁹ overflows float32."""

from ... import dtypes
from ...engine import derivative_of, op
from ...runtime import Dim, DType, Tensor
from ..elementwise.powers import exp
from ..kernels.row_kernels import row_kernel
from ..kernels.sums import blocked_sum
from ..kernels.tiling import blocks, row_dots, scratch, softmax_rows
from ..reduce.reductions import sum


def subtract_max(xp, x, dim, dtype):
    """Return x minus its maximum along `dim`, in `dtype` if given."""
    if dtype is not None:
        kind = dtypes.as_dtype(dtype)
        if not kind.is_floating_point:
            raise NotImplementedError(f"softmax: dtype must be floating, not {kind}.")
        x = x.astype(kind.numpy)
    return x - x.max(axis=dim, keepdims=True) if x.size and x.ndim else x - x


@op(symbol="softmax", keeps="out", takes="f", positional="dtype")
def softmax(xp, input: Tensor, *, dim: Dim, dtype: DType = None):
    """eˣ, scaled to sum to 1 along `dim`.

    input (*) -> (*)

    Raises IndexError for a dimension that the input does not have.

    >>> minitorch.zeros(4).softmax(0)
    tensor([0.2500, 0.2500, 0.2500, 0.2500])
    """
    if input.ndim and dim in (-1, input.ndim - 1) and dtype is None:
        return softmax_last(xp, input)
    out = xp.exp(subtract_max(xp, input, dim, dtype))
    out /= blocked_sum(xp, out, dim, keepdims=True) if out.ndim else out
    return out


def softmax_last(xp, x):
    """Compute softmax along the last dimension, in blocks that stay in the cache; float16 in float32."""
    if x.dtype == "float16":
        return softmax_last(xp, x.astype("float32")).astype("float16")
    x = xp.ascontiguousarray(x)
    if found := softmax_of_rows.in_c(xp, x):
        return found[0]
    flat = x.reshape(-1 if x.size else 0, x.shape[-1])
    out = xp.empty(x.shape, x.dtype)
    softmax_rows(xp, flat, out.reshape(flat.shape))
    return out


@row_kernel("x -> x")
def softmax_of_rows(x):
    """Compute softmax along the last dimension."""
    return softmax(x, dim=-1)


@derivative_of(softmax)
def softmax_derivative(grad, out, x, *, dim, dtype):
    return softmax_gradient(grad, out, dim=dim)


@op(symbol="softmax", keeps="grad y", hidden=True)
def softmax_gradient(xp, grad, y, *, dim):
    """(grad − Σ grad·y)·y, summed along `dim`: the gradient through y = softmax(x)."""
    if not y.ndim or dim not in (-1, y.ndim - 1) or not y.size:
        return (grad - (grad * y).sum(axis=dim if y.ndim else None, keepdims=True)) * y
    grad, y = xp.ascontiguousarray(grad), xp.ascontiguousarray(y)
    if found := softmax_gradient_of_rows.in_c(xp, grad, y):
        return found[0]
    grads, rows = grad.reshape(-1, y.shape[-1]), y.reshape(-1, y.shape[-1])
    out, (buffer,) = xp.empty(y.shape, y.dtype), scratch(xp, *rows.shape, y.dtype, 1)
    filled = out.reshape(rows.shape)                     # `out` is no view, so a leaf can store it without a copy
    for part in blocks(xp, *rows.shape):
        each, less = rows[part], buffer[:rows[part].shape[0]]
        xp.subtract(grads[part], row_dots(xp, grads[part], each)[:, None], out=less)
        xp.multiply(less, each, out=filled[part])
    return out


@row_kernel("xx -> x")
def softmax_gradient_of_rows(grad, y):
    """Compute the gradient of softmax along the last dimension."""
    return softmax_gradient(grad, y, dim=-1)


@derivative_of(softmax_gradient)
def softmax_gradient_derivative(grad2, out, grad, y, needs, *, dim):
    by_grad = softmax_gradient(grad2, y, dim=dim) if needs[0] else None
    if not needs[1]:
        return by_grad, None
    weighted = grad2 * (grad - sum(grad * y, dim=dim, keepdim=True))
    return by_grad, weighted - grad * sum(grad2 * y, dim=dim, keepdim=True)


@op(symbol="log softmax", keeps="out", takes="f", positional="dtype")
def log_softmax(xp, input: Tensor, *, dim: Dim, dtype: DType = None):
    """log(softmax(input)), without overflow and without log(0).

    input (*) -> (*)

    Raises IndexError for a dimension that the input does not have.

    >>> minitorch.zeros(2).log_softmax(0)
    tensor([-0.6931, -0.6931])
    """
    if input.ndim and dim in (-1, input.ndim - 1) and dtype is None:
        if found := log_softmax_of_rows.in_c(xp, input):
            return found[0]
    out = subtract_max(xp, input, dim, dtype)
    if out.ndim:
        out -= xp.log(blocked_sum(xp, xp.exp(out), dim, keepdims=True))
    return out


@row_kernel("x -> x")
def log_softmax_of_rows(x):
    """Compute log_softmax along the last dimension."""
    return log_softmax(x, dim=-1)


@derivative_of(log_softmax)
def log_softmax_derivative(grad, out, x, *, dim, dtype):
    return grad - exp(out) * sum(grad, dim=dim, keepdim=True)
