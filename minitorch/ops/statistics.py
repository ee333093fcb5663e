"""Spread and size: variance, standard deviation, norms, products."""

from ..graph import Dims, derivative_of, function, op
from .arithmetic import like_one, like_zero
from .blocks import blocks
from .compare import abs as absolute, select, sign
from .copies import apart, cat
from .index import narrow
from .powers import exp, log, pow
from .reduce import as_extreme, axes_of, beside, count, mean as mean_op, running
from .shape import flip, reshape


@op(symbol="var", keeps="x", hidden=True)
def variance(xp, x, *, dim: Dims = None, correction, keepdim):
    """The mean squared distance from the mean, n − correction in the place of n."""
    if x.dtype.kind not in "fc":
        raise RuntimeError(f"var and std only support floating point dtypes, not {x.dtype}; use x.float().")
    n = count(x.shape, dim)
    axis = axes_of(dim)
    away = x - xp.add.reduce(x, axis=axis, keepdims=True) / n if n else x
    total = xp.add.reduce(away * away, axis=axis, keepdims=keepdim)
    return total / (n - correction) if n > correction else total * float("nan")


@derivative_of(variance)
def variance_derivative(grad, out, x, *, dim, correction, keepdim):
    n = count(x.shape, dim)
    away = x - mean_op(x, dim=dim, keepdim=True)
    scale = 2.0 / (n - correction) if n > correction else float("nan")
    return beside(grad, x.shape, dim, keepdim) * away * scale


def spread_settings(dim, unbiased, correction):
    """var(False), var(dim, False), var(correction=0): one dim and one correction."""
    if type(dim) is bool:
        dim, unbiased = None, dim
    if unbiased is not None:
        correction = int(unbiased)
    return tuple(dim) if isinstance(dim, list) else dim, correction


@function
def var(input, dim: Dims = None, unbiased=None, keepdim=False, *, correction=1):
    """The variance over `dim` (all, when None), divided by n − correction."""
    dim, correction = spread_settings(dim, unbiased, correction)
    return variance.function(input, dim=dim, correction=correction, keepdim=keepdim)


@function
def std(input, dim: Dims = None, unbiased=None, keepdim=False, *, correction=1):
    """The standard deviation over `dim` (all, when None): the root of `var`."""
    return var(input, dim, unbiased, keepdim, correction=correction).sqrt()


@function(method=False)
def var_mean(input, dim: Dims = None, unbiased=None, keepdim=False, *, correction=1):
    """The variance and the mean."""
    dim = None if type(dim) is bool or dim == () else dim
    return (var(input, dim, unbiased, keepdim, correction=correction), mean_op.function(input, dim, keepdim))


@function(method=False)
def std_mean(input, dim: Dims = None, unbiased=None, keepdim=False, *, correction=1):
    """The standard deviation and the mean."""
    variance, mean = var_mean(input, dim, unbiased, keepdim, correction=correction)
    return variance.sqrt(), mean


@op(symbol="‖x‖", keeps="x out", floats=True, hidden=True)
def vector_norm(xp, x, *, ord, dim: Dims = None, keepdim):
    """(Σ |x|ᵒʳᵈ)^(1/ord) over `dim`; the largest for inf, the smallest for −inf, the non-zeros for 0."""
    axis = axes_of(dim)
    if ord == 2:
        return xp.sqrt(sum_of_squares(xp, x, axis, keepdim))
    size = xp.abs(x)
    if ord == 1:
        return xp.add.reduce(size, axis=axis, keepdims=keepdim)
    if ord == 0:
        return xp.add.reduce(x != 0, axis=axis, keepdims=keepdim, dtype=x.dtype)
    if ord in (float("inf"), float("-inf")):
        return (xp.max if ord > 0 else xp.min)(size, axis=axis, keepdims=keepdim)
    return xp.power(xp.add.reduce(xp.power(size, ord), axis=axis, keepdims=keepdim), 1.0 / ord)


def sum_of_squares(xp, x, axis, keepdim):
    if axis is not None or x.dtype == "float16":
        return xp.add.reduce(x * x, axis=axis, keepdims=keepdim)
    flat, total = x.reshape(-1), xp.zeros((1,) * x.ndim if keepdim else (), x.dtype)
    for part in blocks(xp, x.size):                      # each a product of its own, so that less is rounded
        total += flat[part] @ flat[part]
    return total


@derivative_of(vector_norm)
def vector_norm_derivative(grad, out, x, *, ord, dim, keepdim):
    if ord == 0:
        return like_zero(x)
    if ord in (float("inf"), float("-inf")):
        return as_extreme(grad, out, absolute(x), dim, keepdim) * sign(x)
    nothing = out == 0                                    # at the origin the slope is taken as 0
    if ord == 2:
        return x * beside(select(nothing, 0.0, grad / select(nothing, 1.0, out)), x.shape, dim, keepdim)
    grad = beside(grad, x.shape, dim, keepdim)
    if ord == 1:
        return grad * sign(x)
    out = beside(out, x.shape, dim, keepdim)
    nothing = out == 0
    size = absolute(x)
    slope = pow(size / select(nothing, 1.0, out), ord - 1) * sign(x)
    return select(nothing, 0.0, grad * slope)


@function(takes="f")
def norm(input, p="fro", dim: Dims = None, keepdim=False, out=None, dtype=None):
    """The p-norm over `dim` (all, when None); 'fro' is the 2-norm of all elements."""
    if p == "nuc":
        raise NotImplementedError("norm: the nuclear norm is minitorch.linalg.matrix_norm(x, 'nuc').")
    input = input if dtype is None else input.to(dtype)
    dim = tuple(dim) if isinstance(dim, list) else dim
    return vector_norm.function(input, ord=2 if p in ("fro", None) else p, dim=dim, keepdim=keepdim)


@function
def dist(input, other, p=2):
    """The p-norm of the difference."""
    return norm(input - other, p)


def moved(x, dim, by):
    """x moved `by` places towards the start along `dim`, zeros coming in behind."""
    return cat(narrow(x, dim, by, x.shape[dim] - by), like_zero(narrow(x, dim, 0, by)), dim=dim)


def products_before(x, dim):
    """For each element the product of those before it along `dim`."""
    ones = like_one(narrow(x, dim, 0, 1))
    return cumulative_product(cat(ones, narrow(x, dim, 0, max(x.shape[dim] - 1, 0)), dim=dim), dim=dim)


@op(symbol="Π", keeps="x", hidden=True)
def product(xp, x, *, dim=None, keepdim):
    """The product over one `dim` (all, when None)."""
    dtype = "int64" if x.dtype.kind in "biu" else x.dtype
    return xp.multiply.reduce(x, axis=dim, keepdims=keepdim, dtype=dtype)


@derivative_of(product)
def product_derivative(grad, out, x, *, dim, keepdim):
    if not x.shape:
        return grad
    if dim is None:
        flat = product_of_others(reshape(x, shape=(-1,)), 0)
        return grad * reshape(flat, shape=tuple(x.shape))
    return beside(grad, x.shape, dim, keepdim) * product_of_others(x, dim)


def product_of_others(x, dim):
    """For each element the product of all others along `dim`: no division, so zeros do no harm."""
    return products_before(x, dim) * flip(products_before(flip(x, dims=(dim,)), dim), dims=(dim,))


@function
def prod(input, dim=None, keepdim=False, *, dtype=None):
    """The product over one `dim` (all, when None)."""
    input = input if dtype is None else input.to(dtype)
    return product.function(input, dim=dim, keepdim=keepdim)


@op(symbol="cumprod", keeps="x", hidden=True)
def cumulative_product(xp, x, *, dim):
    """Running products along `dim`."""
    dtype = "int64" if x.dtype.kind in "biu" else x.dtype
    return xp.cumprod(x, axis=dim, dtype=dtype) if x.ndim else x.astype(dtype)


@derivative_of(cumulative_product)
def cumulative_product_derivative(grad, out, x, *, dim):
    # What reaches x_k is the product before it times s_k = grad_k + x_{k+1}·s_{k+1}: found without division by joining
    # stretches of 1, 2, 4 … places, each a sum and the product that what lies behind it is multiplied by.
    if not x.shape:
        return grad
    total, factor, reach = grad, moved(x, dim, min(1, x.shape[dim])), 1
    while reach < x.shape[dim]:
        total, factor = total + factor * moved(total, dim, reach), factor * moved(factor, dim, reach)
        reach *= 2
    return products_before(x, dim) * total


@function
def cumprod(input, dim, *, dtype=None, out=None):
    """Running products along `dim`."""
    input = input if dtype is None else input.to(dtype)
    return cumulative_product.function(input, dim=dim)


NOTHING = -1e37                      # the logarithm of what counts for nothing


@op(symbol="logcumsumexp", keeps="x out", takes="f")
def logcumsumexp(xp, x, *, dim):
    """log of the running sum of eˣ along `dim`, without overflow."""
    if not x.ndim:
        return x.copy()
    return running(xp, xp.logaddexp, x, dim)


@derivative_of(logcumsumexp)
def logcumsumexp_derivative(grad, out, x, *, dim):
    # x_k gets Σ grad_i·e^(x_k − out_i) over i ≥ k: for the grads of each sign a running sum from behind.
    if not x.shape:
        return grad
    return behind(grad, out, x, dim) - behind(-grad, out, x, dim)


def behind(grad, out, x, dim):
    """The part of grads above 0, whose logarithms are added up as those of x were."""
    there = grad > 0
    logs = select(there, log(select(there, grad, 1.0)), NOTHING) - out
    return exp(flip(logcumsumexp(flip(logs, dims=(dim,)), dim=dim), dims=(dim,)) + x)


@function
def diff(input, n=1, dim=-1):
    """Differences of neighbours along `dim`, n times over."""
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"diff: order must be non-negative, not {n}.")
    difference = input
    for _ in range(n):
        size = difference.shape[dim]
        if size:
            after, before = difference.narrow(dim, 1, size - 1), difference.narrow(dim, 0, size - 1)
            difference = after - before if difference.dtype.rank else after ^ before
    return apart(difference, input)

