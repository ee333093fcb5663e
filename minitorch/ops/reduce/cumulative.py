"""Products over a dimension, and running products."""

from ...engine import derivative_of, op
from ...runtime import Dim, DType, Tensor, function
from ..elementwise.arithmetic import like_one, like_zero
from ..index.getitem import narrow
from ..shape.copies import cat
from ..shape.views import flip, reshape
from .reductions import cast_input, cumulative, with_kept_dims


def shift_to_start(x, dim, by):
    """Shift x by `by` elements towards the start of `dim` and fill with zeros."""
    return cat(narrow(x, dim, by, x.shape[dim] - by), like_zero(narrow(x, dim, 0, by)), dim=dim)


def exclusive_products(x, dim):
    """Return for each element the product of the elements before it along `dim`."""
    ones = like_one(narrow(x, dim, 0, 1))
    return cumulative_product(cat(ones, narrow(x, dim, 0, max(x.shape[dim] - 1, 0)), dim=dim), dim=dim)


@op(symbol="Π", keeps="x", hidden=True)
def product(xp, x, *, dim=None, keepdim, dtype=None):
    """Return the product over one `dim` (all, if None)."""
    x = cast_input(x, dtype)
    return xp.multiply.reduce(x, axis=dim, keepdims=keepdim, dtype=x.dtype)


@derivative_of(product)
def product_derivative(grad, out, x, *, dim, keepdim, dtype):
    if not x.shape:
        return grad
    if dim is None:
        flat = products_of_others(reshape(x, shape=(-1,)), 0)
        return grad * reshape(flat, shape=tuple(x.shape))
    return with_kept_dims(grad, x.shape, dim, keepdim) * products_of_others(x, dim)


def products_of_others(x, dim):
    """Return for each element the product of all others along `dim`, without division, because some may be 0."""
    return exclusive_products(x, dim) * flip(exclusive_products(flip(x, dims=(dim,)), dim), dims=(dim,))


@function(out=True)
def prod(input: Tensor, dim: Dim = None, keepdim: bool = False, *, dtype: DType = None):
    """Return the product over one `dim` (all, if None)."""
    return product.function(input if dtype is None else input.to(dtype), dim=dim, keepdim=keepdim, dtype=dtype)


@op(symbol="cumprod", keeps="x", hidden=True)
def cumulative_product(xp, x, *, dim, dtype=None):
    """Return running products along `dim`."""
    return cumulative(xp, xp.cumprod, cast_input(x, dtype), dim)


@derivative_of(cumulative_product)
def cumulative_product_derivative(grad, out, x, *, dim, dtype):
    # The gradient of x_k is the product before it times s_k = grad_k + x_{k+1}·s_{k+1}. To avoid divisions, segments of
    # 1, 2, 4 … elements are joined: each has its own s, and the product that the s of the next segment is scaled by.
    if not x.shape:
        return grad
    total, factor, reach = grad, shift_to_start(x, dim, min(1, x.shape[dim])), 1
    while reach < x.shape[dim]:
        total, factor = total + factor * shift_to_start(total, dim, reach), factor * shift_to_start(factor, dim, reach)
        reach *= 2
    return exclusive_products(x, dim) * total


@function(inplace=True, out=True)
def cumprod(input: Tensor, dim: Dim, *, dtype: DType = None, out=None):
    """Return running products along `dim`."""
    return cumulative_product.function(input if dtype is None else input.to(dtype), dim=dim, dtype=dtype)
