"""Write at indices or masks: index_copy, index_fill, index_put, put, masked_scatter."""

import numpy as np

from ....backend import holds, library_of
from ....engine import dispatch, registry, wrap as tensor
from ....ops.elementwise.comparison import select
from ....ops.index.gather import check_inside
from ....ops.index.getitem import SLOT, check_bounds, put_index
from ....ops.index.index_add import check_slices
from ....ops.index.masks import check_mask, one_value
from ....ops.shape.views import broadcast_shape
from ....runtime import Dim, Free, Number, Tensor, Value, function, in_place, tensors_of


@function(one_node=True)
def index_fill(input: Tensor, dim: Dim, index: Tensor, value: Value):
    """Return a copy with one value in the slices at `index` along `dim`."""
    return index_fill_(input.clone(), dim, index, value)


@function
def index_fill_(input: Tensor, dim: Dim, index: Tensor, value: Value):
    """Write one value into the slices along `dim` at the positions in `index`, a vector.

    RuntimeError or IndexError for other indices.
    """
    if index.ndim > 1:
        raise RuntimeError(f"index_fill_(): Index has to be a vector or a number, not of shape {tuple(index.shape)}.")
    if index.dtype.name != "int64":
        raise IndexError(f"index_fill_(): Expected dtype int64 for index, not {index.dtype}.")
    value = one_value(value, "index_fill_", input)
    check_bounds(index.array, input.shape[dim] if input.ndim else 1, dim)
    if hasattr(value, "array") and index.numel() > 1 and input.ndim:    # count an index that occurs twice only once
        index = tensor(library_of(index.array).unique(index.array % max(input.shape[dim], 1)))
    input[(slice(None),) * (dim % max(input.ndim, 1)) + (index,) if input.ndim else ()] = value
    return input


@function(same="input source", out=True, one_node=True)
def index_copy(input: Tensor, dim: Dim, index: Tensor, source: Tensor):
    """Return a copy with the slices at `index` along `dim` taken from `source`."""
    return index_copy_(input.clone(), dim, index, source)


@function(same="input source")
def index_copy_(input: Tensor, dim: Dim, index: Tensor, source: Tensor):
    """Overwrite the slices at `index` along `dim` with slices of `source`. RuntimeError unless the index is int64."""
    if index.dtype.name != "int64":
        raise RuntimeError(f"index_copy_(): Expected a long tensor for index, but got {index.dtype}")
    check_slices("index_copy_", input, dim, index, source, IndexError)
    check_inside("index_copy_", index, input.shape[dim] if input.ndim else 1, dim, IndexError)
    input[(slice(None),) * (dim % max(input.ndim, 1)) + (index,) if input.ndim else ()] = source
    return input


@function(same="input values", one_node=True)
def index_put(input: Tensor, indices: Free, values: Tensor, accumulate: bool = False):
    """Return a copy with `values` written (accumulate=True: added) at indices, a tuple of index tensors."""
    return index_put_(input.clone(), indices, values, accumulate)


@function(same="input source", public=False)
def put_(input: Tensor, index: Tensor, source: Tensor, accumulate: bool = False):
    """Write each element of `source` (accumulate: add it) at its index in the flattened tensor; negatives from the end.

    index, source   any shapes with the same number of elements

    Raises IndexError for an index out of bounds, and if index and source have different numbers of elements.
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

    wrap   whether the diagonal of a matrix with more rows than columns starts again, after skipping one row

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


@function(same="input source", inplace=True, one_node=True)
def masked_scatter(input: Tensor, mask: Tensor, source: Tensor):
    """Replace the elements where the mask is True by elements of `source`, in order; the mask broadcasts.

    Raises RuntimeError if `source` has too few elements.
    """
    check_mask(mask, "masked_scatter")
    shape = broadcast_shape("masked_scatter", input, mask)
    mask, wanted = mask.expand(shape), mask.expand(shape).sum()
    if holds(wanted.array > source.numel()):
        raise RuntimeError(f"masked_scatter: number of elements of source ({source.numel()}) < number of ones in "
                           f"mask ({wanted}).")
    if not source.numel():
        return input.expand(shape).clone()
    order = (mask.reshape(-1).cumsum(0) - 1).clamp(0)    # the index in source for each True
    return dispatch(select, (mask, source.reshape(-1)[order].reshape(shape).to(input.dtype), input.expand(shape)))


@function(same="input values")
def index_put_(input: Tensor, indices: Free, values: Tensor, accumulate: bool = False):
    """Write (accumulate=True: add) `values` at indices, a tuple of index tensors."""
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
    """Return a copy with each element of `source` written (accumulate: added) at its flat index; see put_."""
    return put_(input.clone(), index, source, accumulate)
