"""Writing to slices along one dimension: index_add, index_copy, index_fill; and to any elements: index_put."""

import numpy as np

from ...backend import library_of
from ...engine import derivative_of, dispatch, op, registry, wrap as tensor
from ...runtime import Dim, Free, Number, Tensor, Value, function, in_place, tensors_of
from ..elementwise.arithmetic import unfreed
from ..elementwise.comparison import select
from ..kernels.scatter_add import add_at
from .gather import check_inside, check_vector, index_select
from .getitem import SLOT, check_bounds, put_index
from .masks import one_value
from .scatter import out_of_place


@op(symbol="+=", keeps="index:source", promotes="x source", hidden=True)
def index_add_op(xp, x, index, source, *, dim):
    """A copy of x with slices of `source` added to the slices along `dim` that `index` names."""
    out = x.copy()
    add_at(out, (slice(None),) * (dim % x.ndim) + (index,) if x.ndim else (), source)
    return out


@derivative_of(index_add_op)
def index_add_derivative(grad, out, x, index, source, needs, *, dim):
    return grad, None, index_select(grad, index, dim=dim) if needs[2] else None


def check_slices(name, input, dim, index, source, kind):
    """Raise unless the slices of `source` have the shape of the input's, and are as many as the index names."""
    def others(x):
        return [size for d, size in enumerate(x.shape) if d != dim % max(x.ndim, 1)]
    check_vector(name, index)
    wrong = input.ndim != source.ndim
    if not source.ndim and (input.ndim > 1 or index.numel() > 1) or wrong and input.ndim and source.ndim and \
            kind is IndexError:
        raise IndexError(f"{name}(): a source of {tuple(source.shape)} has no dimension {dim} as self has, of "
                         f"{tuple(input.shape)}; with a number, index should have one element.")
    if wrong and input.ndim and source.ndim or others(input) != others(source):
        raise RuntimeError(f"{name}(): the slices of source {tuple(source.shape)} and of self {tuple(input.shape)} "
                           f"along dimension {dim} must have the same shape.")
    if index.numel() != (source.shape[dim] if source.ndim else 1):
        raise kind(f"{name}(): Number of indices ({index.numel()}) should be equal to source.size({dim}) of "
                   f"{tuple(source.shape)}.")


@function(same="input source", out=True)
def index_add(input: Tensor, dim: Dim, index: Tensor, source: Tensor, *, alpha: Number = 1):
    """A copy with slices of alpha·source added to those along `dim` that `index` names; repeats add up."""
    return added(out_of_place, "index_add", input, dim, index, source, alpha)


@function(same="input source")
def index_add_(input: Tensor, dim: Dim, index: Tensor, source: Tensor, *, alpha: Number = 1):
    """Add slices of alpha·source to those along `dim` that `index` names, in place."""
    return added(in_place, "index_add_", input, dim, index, source, alpha)


def added(run, name, input, dim, index, source, alpha):
    check_slices(name, input, dim, index, source, RuntimeError)
    check_inside(name, index, input.shape[dim] if input.ndim else 1, dim, RuntimeError)
    if not source.dtype.is_floating_point and type(alpha) is float:
        alpha = int(alpha)
    return run(index_add_op, input, index, source if alpha == 1 else unfreed(source * alpha), dim=dim)


@function(one_node=True)
def index_fill(input: Tensor, dim: Dim, index: Tensor, value: Value):
    """A copy with one value in the slices along `dim` that `index` names."""
    return index_fill_(input.clone(), dim, index, value)


@function
def index_fill_(input: Tensor, dim: Dim, index: Tensor, value: Value):
    """Write one value into the slices along `dim` that `index`, a vector, names.

    RuntimeError or IndexError for others.
    """
    if index.ndim > 1:
        raise RuntimeError(f"index_fill_(): Index has to be a vector or a number, not of shape {tuple(index.shape)}.")
    if index.dtype.name != "int64":
        raise IndexError(f"index_fill_(): Expected dtype int64 for index, not {index.dtype}.")
    value = one_value(value, "index_fill_", input)
    check_bounds(index.array, input.shape[dim] if input.ndim else 1, dim)
    if hasattr(value, "array") and index.numel() > 1 and input.ndim:    # each slice counts once in its gradient
        index = tensor(library_of(index.array).unique(index.array % max(input.shape[dim], 1)))
    input[(slice(None),) * (dim % max(input.ndim, 1)) + (index,) if input.ndim else ()] = value
    return input


@function(same="input source", out=True, one_node=True)
def index_copy(input: Tensor, dim: Dim, index: Tensor, source: Tensor):
    """A copy with the slices along `dim` that `index` names taken from `source`."""
    return index_copy_(input.clone(), dim, index, source)


@function(same="input source")
def index_copy_(input: Tensor, dim: Dim, index: Tensor, source: Tensor):
    """Write slices of `source` over those along `dim` that `index` names. RuntimeError for an index not of int64."""
    if index.dtype.name != "int64":
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {index.dtype}")
    check_slices("index_copy_", input, dim, index, source, IndexError)
    check_inside("index_copy_", index, input.shape[dim] if input.ndim else 1, dim, IndexError)
    input[(slice(None),) * (dim % max(input.ndim, 1)) + (index,) if input.ndim else ()] = source
    return input


@function(same="input values", one_node=True)
def index_put(input: Tensor, indices: Free, values: Tensor, accumulate: bool = False):
    """A copy with `values` written (accumulate=True: added) where indices, a tuple of index tensors, points."""
    return index_put_(input.clone(), indices, values, accumulate)


@function(same="input values")
def index_put_(input: Tensor, indices: Free, values: Tensor, accumulate: bool = False):
    """Write (accumulate=True: add) `values` where indices, a tuple of index tensors, points."""
    indices = tensors_of("index_put_", (indices,))
    if not accumulate:
        input[tuple(indices)] = values
        return input
    indices = [index.bool() if index.dtype.name == "uint8" else index for index in indices]
    there = tuple(input.detach()[tuple(indices)].shape)
    if tuple(values.shape) != there:
        values = values.expand(*there)
    key = {"index": (SLOT,) * len(indices), "shape": tuple(input.shape)}
    return in_place(registry["add"], input, dispatch(put_index, (values, *indices), key))


@function(same="input source", one_node=True)
def put(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False):
    """A copy with each of `source` written, or added if accumulate, at its index in the flattened tensor; see put_."""
    return put_(input.clone(), index, source, accumulate)


@function(same="input source", public=False)
def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False):
    """Write each of `source`, or add it if accumulate, at its index in the flattened tensor; negatives from the end.

    index, source   of equally many elements, in any shapes

    Raises IndexError for an index out of bounds, and where the two have different numbers of elements.
    """
    if index.dtype.name != "int64":
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {index.dtype}.")
    if index.numel() != source.numel():
        raise IndexError(f"put_(): Expected source and index to have the same number of elements, but got "
                         f"source.numel() = {source.numel()}, index.numel() = {index.numel()}.")
    if not index.numel():
        return input
    places, parts = index.reshape(-1), []
    check_bounds(places.array, input.numel(), 0)
    places = dispatch(select, (places < 0, places + input.numel(), places))
    for size in reversed(input.shape or (1,)):
        parts.append(places % size)
        places = places // size
    target = input if input.ndim else input.view(1)
    target.index_put_(tuple(parts[::-1]), source.reshape(-1), accumulate)
    return input


@function
def fill_diagonal_(input: Tensor, fill_value: Number, wrap: bool = False):
    """Write fill_value along the main diagonal, where all indices are equal.

    wrap   in a matrix with more rows than columns: begin again in the first column, a row after the last

    Raises RuntimeError for fewer than two dimensions.
    """
    if input.ndim < 2:
        raise RuntimeError("fill_diagonal_: dimensions must be larger than 1: a tensor of "
                           f"{tuple(input.shape)} has no diagonal.")
    if input.ndim > 2 and len(set(input.shape)) > 1:
        raise RuntimeError("fill_diagonal_: all dimensions of input must be of equal length, not "
                           f"{tuple(input.shape)}.")
    fill_value = one_value(fill_value, "fill_diagonal_", input)
    if input.ndim > 2 or wrap:
        rows = np.arange(0, input.numel(), sum(np.cumprod((1, *input.shape[:0:-1]))))
        input[np.unravel_index(rows, tuple(input.shape))] = fill_value
    else:
        input.diagonal()[...] = fill_value
    return input
