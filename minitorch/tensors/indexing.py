"""Convert the index of x[…] to the form that ops take: a hashable index, and index arrays as inputs."""

from itertools import chain

import numpy as np

from ..dtypes import size_types
from ..engine import dispatch, registry, tensor_types, wrap
from ..ops.index.getitem import EVERYTHING, SLOT, check_bounds, full_index


def encode(tensor, index):
    """Return the index of `x[index]` as (parts, arrays): slices are tuples, and each index array is replaced by SLOT.

    Takes integers, slices, None, …, bools, and lists, arrays or tensors of integers or bools.
    Raises IndexError or TypeError, which names the part that cannot be used.
    """
    if type(index) is int and tensor.array.ndim and -tensor.array.shape[0] <= index < tensor.array.shape[0]:
        return (index,), []                              # the most common case
    parts, arrays = [], []
    for part in index if type(index) is tuple else (index,):
        if type(part) is int or part is None or part is Ellipsis:
            parts.append(part)
        elif type(part) is slice:
            parts.append(slice_part(part))
        elif type(part) in tensor_types and part.array.ndim == 0 and part.array.dtype.kind in "iu":
            parts.append(int(part.item()))
        else:
            arrays.append(as_index(tensor, part))
            parts.append(SLOT)
    used = check(tensor, parts, arrays)
    if arrays and used == tensor.array.ndim and Ellipsis in parts:
        parts.remove(Ellipsis)                           # `...` stands for no dimension here, but NumPy counts it
    if type(tensor.array) is not np.ndarray:             # move index arrays to the tensor's device
        arrays = [array.to(tensor.device) for array in arrays]
    return tuple(parts), arrays


def numbers_apart(parts):
    """Return whether a number is not next to the index arrays: only NumPy then puts the arrays' dimensions first."""
    among = [place for place, part in enumerate(parts) if type(part) is int or part == SLOT]
    return among[-1] - among[0] >= len(among) and any(type(part) is int for part in parts)


def numbers_first(parts, arrays):
    """Split an index into two that are used one after the other: first its integers, then all other parts."""
    dims = iter([array.array.ndim if array.array.dtype == bool else 1 for array in arrays])
    numbers = [[part] if type(part) is int or part is Ellipsis else [EVERYTHING] * (
        next(dims) if part == SLOT else part is not None) for part in parts]
    return tuple(chain.from_iterable(numbers)), tuple(part for part in parts if type(part) is not int)


def slice_part(part):
    bounds = [b if b is None or type(b) in size_types else int(b) for b in (part.start, part.stop, part.step)]
    if bounds[2] is not None and bounds[2] <= 0:
        raise ValueError("step must be greater than zero: reverse with .flip(dim), as in PyTorch.")
    return tuple(bounds)


def as_index(tensor, part):
    """Return an index array as a Tensor of integers or bools; raise if it is neither."""
    if type(part) in tensor_types:
        array = part.array
    elif isinstance(part, bool | list | np.ndarray | range | np.generic | tuple):
        array = np.asarray([p.tolist() if type(p) in tensor_types else p for p in part]
                           if isinstance(part, list | tuple) else part)
        array = array.astype(np.int64) if array.size == 0 and array.dtype.kind == "f" else array
    elif hasattr(part, "__index__"):
        array = np.asarray(part.__index__())
    else:
        kind = IndexError if isinstance(part, float) else TypeError          # PyTorch raises IndexError for a float
        raise kind("only integers, slices (`:`), ellipsis (`...`), None and tensors of integers or bools are valid "
                   f"indices (got {type(part).__name__}): a tensor cannot be indexed by {part!r}.")
    kind = array.dtype.kind
    if kind not in "iub" or kind == "i" and array.dtype.itemsize < 4 and type(part) in tensor_types:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors, not "
                         f"{array.dtype}. Convert with .long().")
    if type(part) in tensor_types and part.array.dtype.kind in "ib":
        return part                                      # return the tensor itself: backward detects a write to it
    return wrap(array.astype(bool) if array.dtype == np.uint8 else array)


def check(tensor, parts, arrays, bounds=False):
    """Raise for too many indices, numbers out of range and masks that do not fit; return how many dims are used."""
    shape, dim = tensor.array.shape, 0
    used = sum(1 for p in parts if p is not None and p is not Ellipsis and p != SLOT)
    used += sum(a.array.ndim if a.array.dtype == bool else 1 for a in arrays)
    if used > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}: {used} for shape {shape}."
                         if shape else
                         "invalid index of a 0-dim tensor: it is one number, without dimensions. Use x.item() for it "
                         "as a Python number (loss.item(), where old code has loss.data[0]).")
    arrays = iter(arrays)
    for part in parts:
        if part is Ellipsis:
            dim += len(shape) - used
        elif part == SLOT:
            array = next(arrays).array
            if array.dtype == bool:
                check_mask(array, shape, dim)
                dim += array.ndim
            else:
                if bounds or type(tensor.array) is not np.ndarray:          # NumPy checks the indices of its own arrays
                    check_bounds(array, shape[dim], dim)
                dim += 1
        elif part is not None:
            if type(part) is int and not -shape[dim] <= part < shape[dim]:
                raise IndexError(f"index {part} is out of bounds for dimension {dim} with size {shape[dim]}")
            dim += 1
    return used


def check_mask(mask, shape, dim):
    """Raise IndexError if a mask's sizes differ from the sizes of its dimensions in the tensor, `dim` and later."""
    for place, size in enumerate(mask.shape, dim):
        if size != shape[place]:
            raise IndexError(f"The shape of the mask {mask.shape} at index {place} does not match the shape of the "
                             f"indexed tensor {shape} at index {place}.")


def check_dtype(tensor, arrays, value):
    """Raise for a value of another dtype, if index tensors or masks are used; one number with one mask is allowed."""
    if value.array.dtype != tensor.array.dtype and not (
            value.array.size == 1 and len(arrays) == 1 and arrays[0].array.dtype.kind == "b"):
        raise RuntimeError("Index put requires the source and destination dtypes match, got "
                           f"{tensor.dtype} for the destination and {value.dtype} for the source. "
                           "Convert the source first, as in value.to(x.dtype).")


def fit_value(tensor, index, arrays, value):
    """Remove from a value the leading sizes of 1 that its target lacks, and return it; raise if it cannot broadcast."""
    try:
        target = tensor.array[full_index(index, [a.array for a in arrays])] if value.array.ndim else None
    except IndexError:
        check(tensor, index, arrays, bounds=True)
        raise
    if target is None or value.array.shape == target.shape:
        return value
    extra = value.array.ndim - target.ndim
    if extra > 0 and all(s == 1 for s in value.array.shape[:extra]):
        value = dispatch(registry["reshape"], (value,), {"shape": value.array.shape[extra:]})
    if value.array.ndim > target.ndim or any(
            v not in (1, p) for v, p in zip(reversed(value.array.shape), reversed(target.shape))):
        raise RuntimeError(f"shape mismatch: value tensor of shape {list(value.array.shape)} cannot be "
                           f"broadcast to indexing result of shape {list(target.shape)}")
    return value
