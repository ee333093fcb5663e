"""Rules of functions that rearrange arrays: reshape, transpose, join, repeat."""

from math import prod

import numpy as np

from .arrays import MetaArray
from .assumptions import unify
from .calls import rule
from .creation import asarray
from .elementwise import dense_as
from .shapes import (
    as_shape,
    axes_of,
    broadcast,
    infer_shape,
    is_known,
    normal_axis,
    ordered_strides,
    reshaped_strides,
    windows,
)

# Rules of views and copies with the same elements

@rule("astype")
def astype(x, dtype):
    return dense_as(x.shape, dtype, [x])


@rule("copy")
def copy(x, order="C"):
    return MetaArray(x.shape, x.dtype) if order == "C" else dense_as(x.shape, x.dtype, [x])


@rule("ascontiguousarray")
def ascontiguousarray(x, dtype=None):
    if x.flags.c_contiguous and dtype in (None, x.dtype):
        return x
    return MetaArray(x.shape, dtype or x.dtype)


@rule("view")
def view(x, dtype):
    if dtype.itemsize == x.itemsize:
        return x.seen_as(x.shape, x.strides, dtype)
    if not x.ndim or x.strides[-1] != x.itemsize:
        raise ValueError("To change to a dtype of a different size, the last axis must be contiguous")
    last, uneven = divmod(x.shape[-1] * x.itemsize, dtype.itemsize)
    if uneven:
        raise ValueError("When changing to a larger dtype, its size must be a divisor of the total size in bytes of "
                         "the last axis of the array.")
    return x.seen_as((*x.shape[:-1], last), (*x.strides[:-1], dtype.itemsize), dtype)


@rule("reshape")
def reshape(x, *shape, order="C"):
    shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple | list) else shape
    shape = infer_shape(shape, x.size)
    strides = reshaped_strides(x.shape, x.strides, shape, x.itemsize)
    return MetaArray(shape, x.dtype) if strides is None else x.seen_as(shape, strides)


@rule("ravel")
def ravel(x, order="C"):
    return reshape(x, x.size)


@rule("transpose")
def transpose(x, *axes):
    axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
    axes = axes_of(axes, x.ndim) if axes else tuple(range(x.ndim))[::-1]
    if sorted(axes) != list(range(x.ndim)):
        raise ValueError("axes don't match array")
    return x.seen_as([x.shape[d] for d in axes], [x.strides[d] for d in axes])


@rule("swapaxes")
def swapaxes(x, a, b):
    axes, a, b = list(range(x.ndim)), normal_axis(a, x.ndim), normal_axis(b, x.ndim)
    axes[a], axes[b] = b, a
    return transpose(x, axes)


@rule("moveaxis")
def moveaxis(x, source, destination):
    source, destination = axes_of(source, x.ndim), axes_of(destination, x.ndim)
    axes = [d for d in range(x.ndim) if d not in source]
    for to, d in sorted(zip(destination, source)):
        axes.insert(to, d)
    return transpose(x, axes)


@rule("squeeze")
def squeeze(x, axis=None):
    ones = [d for d, size in enumerate(x.shape) if type(size) is int and size == 1]
    gone = ones if axis is None else axes_of(axis, x.ndim)
    if any(x.shape[d] != 1 for d in gone):
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    kept = [d for d in range(x.ndim) if d not in gone]
    return x.seen_as([x.shape[d] for d in kept], [x.strides[d] for d in kept])


@rule("expand_dims")
def expand_dims(x, axis):
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    places = axes_of(axes, x.ndim + len(axes))
    old = iter(zip(x.shape, x.strides))
    new = [(1, 0) if d in places else next(old) for d in range(x.ndim + len(axes))]
    return x.seen_as([size for size, _ in new], [step for _, step in new])


@rule("broadcast_to")
def broadcast_to(x, shape):
    shape = as_shape(shape)
    if broadcast(x.shape, shape) != shape:
        raise ValueError("operands could not be broadcast together with remapped shapes [original->remapped]: "
                         f"{x.shape} and requested shape {shape}")
    extra = len(shape) - x.ndim
    strides = [0 if d < extra or type(x.shape[d - extra]) is int and x.shape[d - extra] == 1 != size
               else x.strides[d - extra] for d, size in enumerate(shape)]
    return x.seen_as(shape, strides)


@rule("flip")
def flip(x, axis=None):
    axes = axes_of(axis, x.ndim)
    return x.seen_as(x.shape, [-step if d in axes else step for d, step in enumerate(x.strides)])


@rule("diagonal")
def diagonal(x, offset=0, axis1=0, axis2=1):
    a, b = normal_axis(axis1, x.ndim), normal_axis(axis2, x.ndim)
    rows, columns = x.shape[a] - max(0, -offset), x.shape[b] - max(0, offset)
    size = rows if rows <= columns else columns
    kept = [d for d in range(x.ndim) if d not in (a, b)]
    return x.seen_as([*[x.shape[d] for d in kept], 0 if type(size) is int and size < 0 else size],
                     [*[x.strides[d] for d in kept], x.strides[a] + x.strides[b]])


@rule("sliding_window_view")
def sliding_window_view(x, window_shape, axis=None):
    window_shape = as_shape(window_shape)
    axes = axes_of(axis, x.ndim)
    if len(axes) != len(window_shape):
        raise ValueError("window_shape and axis must have the same length")
    shape = list(x.shape)
    for d, size in zip(axes, window_shape):
        shape[d] = windows(shape[d], size)
        if shape[d] < 0:
            raise ValueError("window shape cannot be larger than input array shape")
    return x.seen_as((*shape, *window_shape), (*x.strides, *[x.strides[d] for d in axes]))


# Rules of new arrays: rolled, tiled, joined

@rule("roll")
def roll(x, shift, axis=None):
    return MetaArray(x.shape, x.dtype)


@rule("tril", "triu")
def triangle(x, k=0):
    return MetaArray(x.shape, x.dtype)


@rule("tile")
def tile(x, reps):
    reps = as_shape(reps)
    ndim = max(x.ndim, len(reps))
    shape, reps = (1,) * (ndim - x.ndim) + x.shape, (1,) * (ndim - len(reps)) + reps
    return MetaArray([size * times for size, times in zip(shape, reps)], x.dtype)


@rule("repeat")
def repeat(x, repeats, axis=None):
    shape = (prod(x.shape),) if axis is None else x.shape
    d = normal_axis(axis or 0, len(shape))
    size = shape[d] * repeats if isinstance(repeats, int) else int(np.broadcast_to(repeats, shape[d]).sum())
    return MetaArray((*shape[:d], size, *shape[d + 1:]), x.dtype)


@rule("concatenate")
def concatenate(arrays, axis=0, out=None, dtype=None):
    arrays = [asarray(x) for x in arrays]
    first = arrays[0]
    d = normal_axis(axis, first.ndim)
    shape = list(first.shape)
    shape[d] = 0
    for x in arrays:
        pairs = zip(x.shape[:d] + x.shape[d + 1:], first.shape[:d] + first.shape[d + 1:])
        if x.ndim != first.ndim or any(unify(a, b) is None for a, b in pairs):
            raise ValueError("all the input array dimensions except for the concatenation axis must match exactly, "
                             f"but there are {first.shape} and {x.shape}")
        shape[d] = shape[d] + x.shape[d]
    kind = np.dtype(dtype or np.result_type(*[x.dtype for x in arrays]))
    ordered = is_known(shape) and not all(x.flags.c_contiguous for x in arrays)
    made = MetaArray(shape, kind, ordered_strides(shape, kind.itemsize, arrays) if ordered else None)
    return made if out is None else out


@rule("stack")
def stack(arrays, axis=0, out=None):
    arrays = [asarray(x) for x in arrays]
    if not arrays:
        raise ValueError("need at least one array to stack")
    if any(x.ndim != arrays[0].ndim or None in map(unify, x.shape, arrays[0].shape) for x in arrays):
        raise ValueError("all input arrays must have the same shape")
    made = concatenate([expand_dims(x, axis) for x in arrays], axis=normal_axis(axis, arrays[0].ndim + 1))
    return made if out is None else out
