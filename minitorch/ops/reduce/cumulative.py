"""Products over a dimension, running products, running log-sums of exponentials, differences of neighbours."""

from ... import dtypes
from ...engine import derivative_of, dispatch, op
from ...runtime import Dim, Dims, DType, Free, Tensor, function, is_complex
from ..elementwise.arithmetic import like_one, like_zero, unfreed
from ..elementwise.comparison import select
from ..elementwise.logarithms import logaddexp
from ..elementwise.powers import exp, log
from ..index.getitem import narrow
from ..kernels.sums import scan
from ..shape.copies import cat
from ..shape.views import flip, reshape
from .reductions import WIDER, cast_input, cumulative, with_kept_dims


def shifted(x, dim, by):
    """Shift x by `by` elements towards the start of `dim` and fill with zeros."""
    return cat(narrow(x, dim, by, x.shape[dim] - by), like_zero(narrow(x, dim, 0, by)), dim=dim)


def exclusive_products(x, dim):
    """Return for each element the product of those before it along `dim`."""
    ones = like_one(narrow(x, dim, 0, 1))
    return cumulative_product(cat(ones, narrow(x, dim, 0, max(x.shape[dim] - 1, 0)), dim=dim), dim=dim)


@op(symbol="Π", keeps="x", hidden=True)
def product(xp, x, *, dim=None, keepdim, dtype=None):
    """The product over one `dim` (all, when None)."""
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
    """Return for each element the product of all others along `dim`; without division, so that zeros are allowed."""
    return exclusive_products(x, dim) * flip(exclusive_products(flip(x, dims=(dim,)), dim), dims=(dim,))


@function(out=True)
def prod(input: Tensor, dim: Dim = None, keepdim: bool = False, *, dtype: DType = None):
    """The product over one `dim` (all, when None)."""
    return product.function(input if dtype is None else input.to(dtype), dim=dim, keepdim=keepdim, dtype=dtype)


@op(symbol="cumprod", keeps="x", hidden=True)
def cumulative_product(xp, x, *, dim, dtype=None):
    """Running products along `dim`."""
    return cumulative(xp, xp.cumprod, cast_input(x, dtype), dim)


@derivative_of(cumulative_product)
def cumulative_product_derivative(grad, out, x, *, dim, dtype):
    # What reaches x_k is the product before it times s_k = grad_k + x_{k+1}·s_{k+1}: found without division by joining
    # segments of 1, 2, 4 … elements, each with its sum and the product that scales what follows it.
    if not x.shape:
        return grad
    total, factor, reach = grad, shifted(x, dim, min(1, x.shape[dim])), 1
    while reach < x.shape[dim]:
        total, factor = total + factor * shifted(total, dim, reach), factor * shifted(factor, dim, reach)
        reach *= 2
    return exclusive_products(x, dim) * total


@function(inplace=True, out=True)
def cumprod(input: Tensor, dim: Dim, *, dtype: DType = None, out=None):
    """Running products along `dim`."""
    return cumulative_product.function(input if dtype is None else input.to(dtype), dim=dim, dtype=dtype)


NOTHING = -1e37                      # stands for log(0): exp of it is 0


@op(symbol="logcumsumexp", keeps="input out", takes="fc")
def logcumsumexp(xp, input: Tensor, *, dim: Dim):
    """log of the running sum of eˣ along `dim`, without overflow."""
    if not input.ndim:
        return input.copy()
    wide = input.astype(WIDER.get(input.dtype.char, input.dtype), copy=False)
    join = (lambda a, b: logaddexp.forward(xp, a, b)) if input.dtype.kind == "c" else xp.logaddexp
    return scan(xp, join, wide, dim).astype(input.dtype, copy=False)


@derivative_of(logcumsumexp)
def logcumsumexp_derivative(grad, out, x, *, dim):
    # x_k gets Σ grad_i·e^(x_k − out_i) over i ≥ k: for the grads of each sign a running sum from behind.
    if not x.shape:
        return grad
    if is_complex(x):                                    # a logarithm has each sign
        return reversed_logcumsumexp(grad, out, x, dim)
    return reversed_logcumsumexp(grad, out, x, dim) - reversed_logcumsumexp(-grad, out, x, dim)


def reversed_logcumsumexp(grad, out, x, dim):
    """Return the part of the gradient from positive elements of `grad`: a logcumsumexp from the end of `dim`."""
    there = grad != 0 if is_complex(x) else grad > 0
    logs = select(there, log(select(there, grad, 1.0)), NOTHING) - out
    return exp(flip(logcumsumexp(flip(logs, dims=(dim,)), dim=dim), dims=(dim,)) + x)


@function(out=True)
def diff(input: Tensor, n: int = 1, dim: Dim = -1, prepend: Tensor = None, append: Tensor = None):
    """Return differences of neighbours along `dim`, n times; `prepend` and `append` are joined on first.

    Raises RuntimeError for a single number, and for a negative n.
    """
    if not input.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"diff: order must be non-negative, not {n}.")
    input = concatenated([x for x in (prepend, input, append) if x is not None] if n else [input], dim)
    for _ in range(min(n, input.shape[dim])):
        after, before = (input.narrow(dim, start, input.shape[dim] - 1) for start in (1, 0))
        input = after - before if input.dtype.rank else after ^ before
    return input if n else input.clone()                 # a result has memory of its own


@function
def gradient(input: Tensor, *, spacing: Free = 1, dim: Dims = None, edge_order: int = 1) -> tuple:
    """Estimate the slopes of a function along each of `dim` from its values at points: a tuple of tensors like `input`.

    spacing      how far apart points are: a number, one for each dimension, or a vector of coordinates for each
    edge_order   1 or 2: at both ends slopes of a line through two points, or of a parabola through three

    Raises RuntimeError for bools and bytes, another edge_order, too few points, and spacings that do not fit dim.

    >>> minitorch.gradient(minitorch.tensor([1.0, 2.0, 4.0, 7.0]))
    (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
    """
    dims = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    dims = tuple([d % max(input.ndim, 1) for d in dims])
    if len({*dims}) < len(dims):
        raise RuntimeError(f"gradient: a dim appears multiple times in the list of dims {dims}.")
    if edge_order not in (1, 2):
        raise RuntimeError(f"gradient only supports edge_order=1 and edge_order=2, not {edge_order}.")
    if any(input.shape[d] < edge_order + 1 for d in dims):
        raise RuntimeError("gradient expected each dimension size to be at least edge_order+1, not "
                           f"{min(input.shape[d] for d in dims)}.")
    spacings = tuple(spacing) if isinstance(spacing, tuple | list) else (1 if spacing is None else spacing,) * len(dims)
    if len(spacings) != len(dims):
        raise RuntimeError("gradient expected spacing to be unspecified, a scalar, or a list of one spacing for each "
                           f"dimension: there are {len(spacings)} for {len(dims)}.")
    if not input.dtype.rank:
        raise RuntimeError("gradient: Subtraction, the `-` operator, with two bool tensors is not supported: convert "
                           "first, as in x.int().")
    if input.dtype is dtypes.uint8:
        raise RuntimeError("gradient does not support uint8 input, whose differences wrap around: convert first, as in "
                           "x.int().")
    x = input if input.is_floating_point() or input.is_complex() else input.to(dtypes.default)
    return tuple([slopes(x, d, step, edge_order) for d, step in zip(dims, spacings)])


def slopes(x, dim, spacing, edge_order):
    """Differences of neighbours along `dim`, divided by their distances: weighted where these differ."""
    n = x.shape[dim]
    if not getattr(spacing, "ndim", 0):
        return even_slopes(x, dim, spacing, edge_order)
    if spacing.ndim > 1 or spacing.shape[0] != n:
        raise RuntimeError(f"gradient expected each spacing to be a number or a vector of coordinates, {n} for dim "
                           f"{dim}, not a tensor of {tuple(spacing.shape)}.")
    step = spacing.diff().reshape([-1 if d == dim else 1 for d in range(x.ndim)])
    lines = x.diff(dim=dim) / step                                      # between neighbours
    before, after = (step.narrow(dim, start, n - 2) for start in (0, 1))
    left, right = (lines.narrow(dim, start, n - 2) for start in (0, 1))
    inner = (left * after + right * before) / (before + after)
    ends = [lines.narrow(dim, start, 1) for start in (0, n - 2)]
    if edge_order == 2:
        ends = [end + (end - near) * (h / (h + other)) for end, near, h, other in (
            (ends[0], lines.narrow(dim, 1, 1), step.narrow(dim, 0, 1), step.narrow(dim, 1, 1)),
            (ends[1], lines.narrow(dim, n - 3, 1), step.narrow(dim, n - 2, 1), step.narrow(dim, n - 3, 1)))]
    return dispatch(cat, (ends[0], inner, ends[1]), {"dim": dim})


def even_slopes(x, dim, spacing, edge_order):
    """The same where neighbours are equally far apart."""
    n = x.shape[dim]
    at = [x.narrow(dim, i, 1) for i in (*range(edge_order + 1), *range(n - edge_order - 1, n))]
    if edge_order == 1:
        ends = at[1] - at[0], at[3] - at[2]
    else:
        ends = (unfreed(2 * at[1]) - unfreed(1.5 * at[0]) - unfreed(0.5 * at[2]),
                unfreed(1.5 * at[5]) - unfreed(2 * at[4]) + unfreed(0.5 * at[3]))
    inner = unfreed((x.narrow(dim, 2, n - 2) - x.narrow(dim, 0, n - 2)) / 2)
    return unfreed(dispatch(cat, (ends[0], inner, ends[1]), {"dim": dim}) / spacing)


def concatenated(parts, dim):
    """Concatenate the parts along `dim` into new memory."""
    for x in parts:
        if x.ndim != parts[-1].ndim:
            raise RuntimeError(f"diff expects prepend or append to be the same dimension as input, not {x.ndim}-D and "
                               f"{parts[-1].ndim}-D.")
    return parts[0].clone() if len(parts) == 1 else dispatch(cat, tuple(parts), {"dim": dim})
