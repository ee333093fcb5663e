"""Reductions over dimensions: sums, means, extremes; and running sums."""

from math import prod

import numpy as np

from ... import dtypes
from ...backend import holds
from ...engine import derivative_of, op
from ...runtime import Dim, Dims, DType, Tensor
from ..elementwise.arithmetic import no_complex
from ..elementwise.powers import exp
from ..index.gather import put_along
from ..kernels.sums import MANY, blocked_sum
from ..shape.views import expand, flip, reshape, unsqueeze


def axes_of(dim):
    """Return `dim` as NumPy's axis: None or () means all, as in PyTorch."""
    return None if dim == () else dim


def with_kept_dims(reduced, shape, dim, keepdim):
    """Give the result of a reduction of `shape` size 1 along each reduced dimension, to broadcast with its input."""
    if keepdim or dim is None or dim == () or not shape:                 # a scalar broadcasts with anything
        return reduced
    sizes = list(shape)
    for d in (dim,) if isinstance(dim, int) else dim:
        sizes[d] = 1
    return reshape(reduced, shape=tuple(sizes))


def expand_back(grad, shape, dim, keepdim):
    """Expand a gradient over the dimensions that a reduction summed: every element gets a copy."""
    return expand(with_kept_dims(grad, shape, dim, keepdim), size=tuple(shape))


def cast_input(x, dtype):
    """Cast x to the dtype asked for, before anything is added up; by default integers and bools to int64."""
    if dtype is None and x.dtype.kind in "fc":
        return x
    return x.astype("int64" if dtype is None else dtypes.as_dtype(dtype).numpy, copy=False)


@op(symbol="Σ")
def sum(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False, dtype: DType = None):
    """The sum over `dim` (all, when None). Integers are summed in int64."""
    if xp is np and dtype is None and input.size <= MANY and input.dtype.char in "fd":    # most calls
        return xp.add.reduce(input, axis=None if dim == () else dim, keepdims=keepdim)
    x = cast_input(input, dtype)
    if x.dtype.kind in "fc":
        return blocked_sum(xp, x, axes_of(dim), keepdim)
    return xp.add.reduce(x, axis=axes_of(dim), dtype=x.dtype, keepdims=keepdim)


@derivative_of(sum)
def sum_derivative(grad, out, x, *, dim, keepdim, dtype):
    return expand_back(grad, x.shape, dim, keepdim)


def count(shape, dim):
    """Return how many elements a reduction over `dim` reduces to one."""
    if dim is None or dim == () or not shape:
        return prod(shape)
    return shape[dim] if isinstance(dim, int) else prod([shape[d] for d in dim])


@op(symbol="mean")
def mean(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False, dtype: DType = None):
    """The mean over `dim` (all, when None). nan of nothing. Raises RuntimeError for integers without a dtype."""
    if dtype is not None:
        input = cast_input(input, dtype)
    if input.dtype.kind not in "fc":
        raise RuntimeError(f"mean(): could not infer output dtype. {'Input' if dtype is None else 'Optional'} dtype "
                           f"must be either a floating point or complex dtype. Got: {dtypes.as_dtype(input.dtype)}. "
                           "Convert first: x.float().mean().")
    half = input.dtype.char == "e"                       # whose sum may pass 65504 where its mean does not
    total = blocked_sum(xp, input, None if dim == () else dim, keepdim, "float32" if half else None)
    n = count(input.shape, dim)
    out = total / n if n else total * float("nan")
    return xp.asarray(out).astype("float16") if half else out


@derivative_of(mean)
def mean_derivative(grad, out, x, *, dim, keepdim, dtype):
    n = count(x.shape, dim)
    return expand_back(grad / n, x.shape, dim, keepdim) if grad.shape else expand_back(grad, x.shape, dim, keepdim) / n


def share_among_ties(grad, out, x, dim, keepdim):
    """Share the gradient evenly among the elements equal to the extreme; if that is nan (dim None), among the nan."""
    hit = x == with_kept_dims(out, x.shape, dim, keepdim)
    ties = sum(hit, dim=dim, keepdim=keepdim, dtype=x.dtype)
    if dim is None and holds(getattr(ties, "array", ties) == 0):
        hit = x != x
        ties = sum(hit, dtype=x.dtype)
    return with_kept_dims(grad / ties, x.shape, dim, keepdim) * hit


@op(symbol="max", keeps="input out")
def amax(xp, input: Tensor, *, dim: Dims = (), keepdim: bool = False):
    """The largest over `dim` (all, when empty); where several tie, the gradient is shared evenly."""
    check_not_empty(input, dim, "amax")
    no_complex("amax", input)
    return input.max(axis=axes_of(dim), keepdims=keepdim)


@derivative_of(amax)
def amax_derivative(grad, out, x, *, dim, keepdim):
    return share_among_ties(grad, out, x, dim, keepdim)


@op(symbol="min", keeps="input out")
def amin(xp, input: Tensor, *, dim: Dims = (), keepdim: bool = False):
    """The smallest over `dim` (all, when empty); where several tie, the gradient is shared evenly."""
    check_not_empty(input, dim, "amin")
    no_complex("amin", input)
    return input.min(axis=axes_of(dim), keepdims=keepdim)


@derivative_of(amin)
def amin_derivative(grad, out, x, *, dim, keepdim):
    return share_among_ties(grad, out, x, dim, keepdim)


def check_not_empty(x, dim, name):
    """Raise if there is no element to take an extreme of."""
    if x.size == 0 and (dim is None or dim == () or count(x.shape, dim) == 0):
        raise (RuntimeError if dim is None or dim == () else IndexError)(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0, or to have a "
            f"non-zero size; the input has shape {x.shape} and nothing has no {name[-3:]}.")


@op(outputs=2, hidden=True, keeps="out", reads=(1,))
def max_dim(xp, x, *, dim, keepdim=False):
    """Return the largest along one dimension and its first index: (values, indices)."""
    return extreme_along(xp, x, xp.argmax, dim, keepdim, "max")


@op(outputs=2, hidden=True, keeps="out", reads=(1,))
def min_dim(xp, x, *, dim, keepdim=False):
    """Return the smallest along one dimension and its first index: (values, indices)."""
    return extreme_along(xp, x, xp.argmin, dim, keepdim, "min")


def extreme_along(xp, x, pick, dim, keepdim, name):
    check_not_empty(x, dim, name)
    no_complex(name, x)
    if not x.ndim:
        return x.copy(), xp.zeros((), "int64")
    index = pick(x, axis=dim, keepdims=True).astype("int64", copy=False)
    values = xp.take_along_axis(x, index, axis=dim)
    return (values, index) if keepdim else (values.squeeze(dim), index.squeeze(dim))


def extreme_along_derivative(grad, out, x, *, dim, keepdim):
    grad, index = grad[0], out[1]
    if not x.shape:
        return grad
    if not keepdim:
        grad, index = unsqueeze(grad, dim=dim), unsqueeze(index, dim=dim)
    return put_along(grad, index, shape=tuple(x.shape), dim=dim)


derivative_of(max_dim)(extreme_along_derivative)
derivative_of(min_dim)(extreme_along_derivative)


@op(symbol="argmax", takes="iuf")
def argmax(xp, input: Tensor, *, dim: Dim = None, keepdim: bool = False):
    """Return the index of the largest (the first of several): in the flattened input, or along `dim`."""
    return arg_extreme(xp, input, xp.argmax, dim, keepdim, "argmax")


@op(symbol="argmin", takes="iuf")
def argmin(xp, input: Tensor, *, dim: Dim = None, keepdim: bool = False):
    """Return the index of the smallest (the first of several): in the flattened input, or along `dim`."""
    return arg_extreme(xp, input, xp.argmin, dim, keepdim, "argmin")


def arg_extreme(xp, x, pick, dim, keepdim, name):
    if x.size == 0 and dim is None:
        raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
    check_not_empty(x, dim, name)
    return xp.asarray(pick(x, axis=dim, keepdims=keepdim)).astype("int64", copy=False)


def bool_or_uint8(out, x):
    """Return a bool result as uint8 if the input is uint8, as PyTorch has done since before it had a bool dtype."""
    return out.astype("uint8") if x.dtype == "uint8" else out


@op(symbol="∀")
def all(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False):
    """Whether all elements are non-zero; with dim=(), each by itself."""
    return bool_or_uint8(xp.all(input, axis=dim, keepdims=keepdim), input)


@op(symbol="∃")
def any(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False):
    """Whether any element is non-zero; with dim=(), each by itself."""
    return bool_or_uint8(xp.any(input, axis=dim, keepdims=keepdim), input)


WIDER = {"e": "float32", "f": "float64", "F": "complex128"}       # dtype -> the one in which much can be added up


def cumulative(xp, scan, x, dim):
    """Compute xp.cumsum or xp.cumprod of x in a wider dtype, so that the last is rounded as the first."""
    if x.dtype.kind == "b":
        raise NotImplementedError("Running sums and products are not implemented for bool: give another dtype.")
    if not x.ndim:
        return x.copy()
    return scan(x, axis=dim, dtype=WIDER.get(x.dtype.char, x.dtype)).astype(x.dtype, copy=False)


@op(symbol="cumsum", inplace=True)
def cumsum(xp, input: Tensor, *, dim: Dim, dtype: DType = None):
    """Running sums along `dim`."""
    return cumulative(xp, xp.cumsum, cast_input(input, dtype), dim)


@derivative_of(cumsum)
def cumsum_derivative(grad, out, x, *, dim, dtype):
    return flip(cumsum(flip(grad, dims=(dim,)), dim=dim), dims=(dim,)) if x.ndim else grad


@op(symbol="logΣexp", keeps="input out", floats=True)
def logsumexp(xp, input: Tensor, *, dim: Dims, keepdim: bool = False):
    """log Σ eˣ over `dim`, without overflow."""
    axis = axes_of(dim) if input.ndim else None
    parts = input.real if input.dtype.kind == "c" else input  # log then gives an angle between −π and π
    top = parts.max(axis=axis, keepdims=True) if input.size else xp.zeros((), input.dtype)
    top = xp.where(xp.isfinite(top), top, 0).astype(input.dtype, copy=False)
    out = xp.log(blocked_sum(xp, xp.exp(input - top), axis, keepdims=True)) + top
    return out if keepdim or not input.ndim else out.squeeze(axis)


@derivative_of(logsumexp)
def logsumexp_derivative(grad, out, x, *, dim, keepdim):
    return with_kept_dims(grad, x.shape, dim, keepdim) * exp(x - with_kept_dims(out, x.shape, dim, keepdim))
