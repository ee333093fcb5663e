"""Reductions over dimensions: sums, means, extremes; and running sums."""

from math import prod

import numpy as np

from ... import dtypes
from ...backend import holds
from ...engine import derivative_of, op
from ...runtime import Dim, Dims, DType, Tensor
from ..elementwise.arithmetic import no_complex
from ..index.gather import put_along
from ..kernels.sums import MANY, blocked_sum
from ..shape.views import expand, flip, reshape, unsqueeze


def axes_of(dim):
    """Return `dim` as NumPy's axis, with None instead of (): in PyTorch both mean all dimensions."""
    return None if dim == () else dim


def with_kept_dims(reduced, shape, dim, keepdim):
    """Reshape a reduction of `shape` to size 1 along each reduced dimension, so that it broadcasts with its input."""
    if keepdim or dim is None or dim == () or not shape:                 # a scalar broadcasts with anything
        return reduced
    sizes = list(shape)
    for d in (dim,) if isinstance(dim, int) else dim:
        sizes[d] = 1
    return reshape(reduced, shape=tuple(sizes))


def expand_back(grad, shape, dim, keepdim):
    """Expand a gradient over the dimensions that a reduction summed, so that every element gets a copy."""
    return expand(with_kept_dims(grad, shape, dim, keepdim), size=tuple(shape))


def cast_input(x, dtype):
    """Cast x to the given dtype before it is summed; by default integers and bools to int64."""
    if dtype is None and x.dtype.kind in "fc":
        return x
    return x.astype("int64" if dtype is None else dtypes.as_dtype(dtype).numpy, copy=False)


@op(symbol="Σ")
def sum(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False, dtype: DType = None):
    """Return the sum over `dim` (all, if None). Integers are summed in int64."""
    if xp is np and dtype is None and input.size <= MANY and input.dtype.char in "fd":    # fast: most calls are small
        return xp.add.reduce(input, axis=None if dim == () else dim, keepdims=keepdim)
    x = cast_input(input, dtype)
    if x.dtype.kind in "fc":
        return blocked_sum(xp, x, axes_of(dim), keepdim)
    return xp.add.reduce(x, axis=axes_of(dim), dtype=x.dtype, keepdims=keepdim)


@derivative_of(sum)
def sum_derivative(grad, out, x, *, dim, keepdim, dtype):
    return expand_back(grad, x.shape, dim, keepdim)


def count(shape, dim):
    """Return how many elements of `shape` a reduction over `dim` reduces to one."""
    if dim is None or dim == () or not shape:
        return prod(shape)
    return shape[dim] if isinstance(dim, int) else prod([shape[d] for d in dim])


@op(symbol="mean")
def mean(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False, dtype: DType = None):
    """Return the mean over `dim` (all, if None); nan for no elements. RuntimeError for integers without a dtype."""
    if dtype is not None:
        input = cast_input(input, dtype)
    if input.dtype.kind not in "fc":
        raise RuntimeError(f"mean(): could not infer output dtype. {'Input' if dtype is None else 'Optional'} dtype "
                           f"must be either a floating point or complex dtype. Got: {dtypes.as_dtype(input.dtype)}. "
                           "Convert first: x.float().mean().")
    half = input.dtype.char == "e"                       # a sum may exceed 65504 although the mean does not
    total = blocked_sum(xp, input, None if dim == () else dim, keepdim, "float32" if half else None)
    n = count(input.shape, dim)
    out = total / n if n else total * float("nan")
    return xp.asarray(out).astype("float16") if half else out


@derivative_of(mean)
def mean_derivative(grad, out, x, *, dim, keepdim, dtype):
    n = count(x.shape, dim)
    return expand_back(grad / n, x.shape, dim, keepdim) if grad.shape else expand_back(grad, x.shape, dim, keepdim) / n


def share_among_ties(grad, out, x, *, dim, keepdim):
    """Share the gradient evenly among elements equal to the extreme; if this is nan (and dim None), among the nans."""
    hit = x == with_kept_dims(out, x.shape, dim, keepdim)
    ties = sum(hit, dim=dim, keepdim=keepdim, dtype=x.dtype)
    if dim is None and holds(getattr(ties, "array", ties) == 0):
        hit = x != x
        ties = sum(hit, dtype=x.dtype)
    return with_kept_dims(grad / ties, x.shape, dim, keepdim) * hit


@op(symbol="max", keeps="input out")
def amax(xp, input: Tensor, *, dim: Dims = (), keepdim: bool = False):
    """Return the maximum over `dim` (all, if empty); equal maxima share the gradient evenly."""
    check_not_empty(input, dim, "amax")
    no_complex("amax", input)
    return input.max(axis=axes_of(dim), keepdims=keepdim)


derivative_of(amax)(share_among_ties)


@op(symbol="min", keeps="input out")
def amin(xp, input: Tensor, *, dim: Dims = (), keepdim: bool = False):
    """Return the minimum over `dim` (all, if empty); equal minima share the gradient evenly."""
    check_not_empty(input, dim, "amin")
    no_complex("amin", input)
    return input.min(axis=axes_of(dim), keepdims=keepdim)


derivative_of(amin)(share_among_ties)


def check_not_empty(x, dim, name):
    """Raise if the reduction over `dim` has no element."""
    if x.size == 0 and (dim is None or dim == () or count(x.shape, dim) == 0):
        raise (RuntimeError if dim is None or dim == () else IndexError)(
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0, or to have a "
            f"non-zero size; the input has shape {x.shape} and no {name[-3:]}.")


@op(outputs=2, hidden=True, keeps="out", reads=(1,))
def max_dim(xp, x, *, dim, keepdim=False):
    """Return the maximum along one dimension and its first index: (values, indices)."""
    return extreme_along(xp, x, xp.argmax, dim, keepdim, "max")


@op(outputs=2, hidden=True, keeps="out", reads=(1,))
def min_dim(xp, x, *, dim, keepdim=False):
    """Return the minimum along one dimension and its first index: (values, indices)."""
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
    """Return the index of the maximum (the first of several): in the flattened input, or along `dim`."""
    return arg_extreme(xp, input, xp.argmax, dim, keepdim, "argmax")


@op(symbol="argmin", takes="iuf")
def argmin(xp, input: Tensor, *, dim: Dim = None, keepdim: bool = False):
    """Return the index of the minimum (the first of several): in the flattened input, or along `dim`."""
    return arg_extreme(xp, input, xp.argmin, dim, keepdim, "argmin")


def arg_extreme(xp, x, pick, dim, keepdim, name):
    if x.size == 0 and dim is None:
        raise IndexError(f"{name}(): Expected reduction dim to be specified for input.numel() == 0.")
    check_not_empty(x, dim, name)
    return xp.asarray(pick(x, axis=dim, keepdims=keepdim)).astype("int64", copy=False)


def bool_or_uint8(out, x):
    """Return a bool result as uint8 if the input is uint8, as PyTorch does, which had no bool dtype at first."""
    return out.astype("uint8") if x.dtype == "uint8" else out


@op(symbol="∀")
def all(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False):
    """Return whether all elements are non-zero; with dim=(), test each element by itself."""
    return bool_or_uint8(xp.all(input, axis=dim, keepdims=keepdim), input)


@op(symbol="∃")
def any(xp, input: Tensor, *, dim: Dims = None, keepdim: bool = False):
    """Return whether any element is non-zero; with dim=(), test each element by itself."""
    return bool_or_uint8(xp.any(input, axis=dim, keepdims=keepdim), input)


WIDER = {"e": "float32", "f": "float64", "F": "complex128"}       # {dtype: a wider one for its long sums}


def cumulative(xp, scan, x, dim):
    """Compute xp.cumsum or xp.cumprod of x in a wider dtype, so that rounding errors do not add up."""
    if x.dtype.kind == "b":
        raise NotImplementedError("cumsum and cumprod are not implemented for bool: give another dtype.")
    if not x.ndim:
        return x.copy()
    return scan(x, axis=dim, dtype=WIDER.get(x.dtype.char, x.dtype)).astype(x.dtype, copy=False)


@op(symbol="cumsum", inplace=True)
def cumsum(xp, input: Tensor, *, dim: Dim, dtype: DType = None):
    """Return running sums along `dim`."""
    return cumulative(xp, xp.cumsum, cast_input(input, dtype), dim)


@derivative_of(cumsum)
def cumsum_derivative(grad, out, x, *, dim, dtype):
    return flip(cumsum(flip(grad, dims=(dim,)), dim=dim), dims=(dim,)) if x.ndim else grad
