"""Products of matrices and vectors."""

from math import prod

from ... import paths
from ...engine import derivative_of, op
from ...runtime import Tensor, conjugated, function
from ..kernels.sums import blocked_sum
from ..reduce.reductions import sum
from ..shape.views import expand, reshape, squeeze, transpose, unsqueeze

LARGE = 1 << 16                          # number of elements; in larger arrays, a matrix product sums the rows
LONG, THIN = 1 << 12, 64                 # maximum rows and minimum columns of one such product


def transposed(x):
    """Swap the last two dimensions."""
    return x.swapaxes(-2, -1)


def adjoint(x):
    """Swap the last two dimensions and conjugate."""
    return conjugated(transposed(x))


@op(symbol="@", keeps="input:other other:input", same="input other")
def matmul(xp, input: Tensor, other: Tensor):
    """Return the matrix product; for vectors the inner product; for batches of matrices one product each.

    (…, n, m) @ (…, m, p) -> (…, n, p), the leading dimensions broadcast; RuntimeError if the two m differ
    """
    if input.dtype.kind == "b" or not input.ndim or not other.ndim or (
            input.shape[-1] != other.shape[-2 if other.ndim > 1 else -1]):
        paths.module("explain.products").refuse_matmul(input, other)
    return input @ other


@derivative_of(matmul)
def matmul_derivative(grad, out, x, y, needs):
    # out[i, k] = Σ x[i, j] y[j, k]: x[i, j] scales row j of y, so its gradient is grad @ yᵀ; likewise xᵀ @ grad for y
    if len(x.shape) == 1 and len(y.shape) == 1:
        return grad * y if needs[0] else None, grad * x if needs[1] else None
    if len(x.shape) == 1:                                # (m) @ (…, m, p) -> (…, p)
        row = unsqueeze(grad, dim=-2)
        return (vector_gradient(row @ transposed(y)) if needs[0] else None,
                unsqueeze(x, dim=-1) * row if needs[1] else None)
    if len(y.shape) == 1:                                # (…, n, m) @ (m) -> (…, n)
        column = unsqueeze(grad, dim=-1)
        return (column * y if needs[0] else None,
                vector_gradient(transposed(x) @ column, last=True) if needs[1] else None)
    if len(y.shape) == 2 and len(x.shape) > 2:           # use one large product instead of a batch and a sum
        rows = reshape(grad, shape=(prod(grad.shape[:-1]), grad.shape[-1])) if needs[1] else None
        return (grad @ transposed(y) if needs[0] else None,
                transposed(reshape(x, shape=(rows.shape[0], x.shape[-1]))) @ rows if needs[1] else None)
    return (grad @ transposed(y) if needs[0] else None,
            transposed(x) @ grad if needs[1] else None)


def vector_gradient(grad, last=False):
    """Return the gradient of a vector: drop the dimension of size 1 that was added to it, and sum over the batch."""
    grad = squeeze(grad, dim=-1 if last else -2)
    return sum(grad, dim=tuple(range(len(grad.shape) - 1))) if len(grad.shape) > 1 else grad


def product(name, input, other, dims, out):
    """Return `matmul` of tensors with fixed numbers of dimensions, without broadcasting: for mm, mv, dot, bmm."""
    if (input.array.ndim, other.array.ndim) != dims:
        if name == "mv" and not input.ndim:
            raise IndexError("mv: Dimension specified as 0 but tensor has no dimensions")
        raise RuntimeError(f"{name}: needs a {dims[0]}-D and a {dims[1]}-D tensor, not {input.ndim}-D and "
                           f"{other.ndim}-D. matmul takes any number of dimensions.")
    return matmul.function(input, other) if out is None else matmul.function(input, other, out=out)


@function
def mm(input: Tensor, mat2: Tensor, *, out=None):
    """Return `matmul` of two matrices, input and mat2: (n, m), (m, p) -> (n, p)."""
    return product("mm", input, mat2, (2, 2), out)


@function
def dot(input: Tensor, tensor: Tensor, *, out=None):
    """Return the inner product of two vectors."""
    return product("dot", input, tensor, (1, 1), out)


@function(one_node=True)
def bmm(input: Tensor, mat2: Tensor, *, out=None):
    """Return `matmul` of two batches: (b, n, m), mat2 (b, m, p) -> (b, n, p); RuntimeError for other shapes."""
    if input.ndim == mat2.ndim == 3 and input.shape[0] != mat2.shape[0]:
        raise RuntimeError(f"bmm cannot join {tuple(input.shape)} and {tuple(mat2.shape)}: the batch "
                           f"sizes {input.shape[0]} and {mat2.shape[0]} differ, and bmm does not broadcast.")
    return product("bmm", input, mat2, (3, 3), out)


@function(one_node=True)
def t(input: Tensor):
    """Return the transpose of a matrix, a view; a vector or number is unchanged. RuntimeError for more dimensions."""
    if input.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {input.ndim}D; "
                           "use transpose(dim0, dim1) or .mT.")
    return transpose.function(input, 0, 1 if input.ndim == 2 else 0)


@op(symbol="xWᵀ+b", keeps="input:weight weight:input", shapes=True, method=False, same="input weight bias")
def linear(xp, input: Tensor, weight: Tensor, bias: Tensor = None):
    """input @ weight.T + bias: (*, in) with (out, in) and (out,) gives (*, out)."""
    if input.dtype.kind == "b" or weight.ndim != 2 or not input.ndim or input.shape[-1] != weight.shape[1]:
        paths.module("explain.products").check_linear(input, weight, bias)
    if input.ndim > 2:                                   # use one large product, not a batch of small ones
        rows = input.reshape(prod(input.shape[:-1]), input.shape[-1])
        out = (rows @ weight.T).reshape(*input.shape[:-1], *weight.shape[:-1])
    else:
        out = input @ weight.T
    if bias is not None:
        out += bias
    return out


@derivative_of(linear)
def linear_derivative(grad, out, x, weight, bias, needs):
    if len(weight.shape) == 1:
        grads = matmul_derivative.library(grad, None, x, weight, needs[:2])
        return (*grads, grad if len(needs) > 2 and needs[2] else None)
    rows = reshaped(grad, matrix_shape(grad))
    by_bias = sum_rows(rows) if len(needs) > 2 and needs[2] else None    # sum first, while `rows` is in the cache
    return (reshaped(rows @ weight, tuple(x.shape)) if needs[0] else None,
            transposed(rows) @ reshaped(x, matrix_shape(x)) if needs[1] else None, by_bias)


def matrix_shape(x):
    """Return the shape of (…, n) as a matrix, (m, n)."""
    return prod(x.shape[:-1]), x.shape[-1]


def reshaped(x, shape):
    """Return x reshaped by its own method, which takes less time than an op."""
    return x if x.shape == shape else x.reshape(shape)


@op(symbol="Σ", hidden=True)
def sum_rows(xp, x):
    """Sum over the rows of a matrix: (m, n) -> (n,). If it is large, ones @ x takes three quarters of the time."""
    if xp.__name__ != "numpy" or x.size < LARGE or x.shape[1] < THIN or x.dtype.kind != "f" or x.dtype.itemsize < 4:
        return blocked_sum(xp, x, 0)
    return sum_by_product(xp, x)


def sum_by_product(xp, x):
    """Sum over the rows of a large matrix by products with ones."""
    whole = len(x) // LONG * LONG                        # a product of more rows would have a larger error
    if whole == 0 or whole == len(x) == LONG:
        return xp.ones(len(x), x.dtype) @ x
    parts = xp.ones(LONG, x.dtype) @ x[:whole].reshape(-1, LONG, x.shape[1])
    return blocked_sum(xp, parts, 0) + xp.ones(len(x) - whole, x.dtype) @ x[whole:]


@derivative_of(sum_rows)
def sum_rows_derivative(grad, out, x):
    return expand(grad, size=tuple(x.shape))
