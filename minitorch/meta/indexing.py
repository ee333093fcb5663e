"""Rules for the shape and dtype of results: of indexing, of selecting and adding by index arrays, of sorting."""

import numpy as np

from .arrays import MetaArray
from .assumptions import unify
from .calls import refuse, rule
from .creation import asarray
from .elementwise import dense_as, shape_of, stand_in
from .shapes import broadcast, normal_axis, slice_of
from .sizes import Dim


def parts_of(index, ndim):
    """Return an index as a list of ints, slices, None and arrays, with … replaced by slices."""
    index = index if type(index) is tuple else (index,)
    parts = [part if part is None or part is Ellipsis or isinstance(part, slice | int | Dim) and type(part) is not bool
             else asarray(part) for part in index]
    taken = sum(0 if part is None or part is Ellipsis else part.ndim if is_mask(part) else 1 for part in parts)
    if taken > ndim:
        raise IndexError(f"too many indices for array: array is {ndim}-dimensional, but {taken} were indexed")
    if not any(part is Ellipsis for part in parts):
        parts.append(Ellipsis)
    place = next(i for i, part in enumerate(parts) if part is Ellipsis)
    return parts[:place] + [slice(None)] * (ndim - taken) + parts[place + 1:]


def is_mask(part):
    return isinstance(part, MetaArray) and part.dtype.kind == "b"


def basic(x, parts):
    """Return (shape, strides) of the elements that ints, slices and None select."""
    shape, strides, d = [], [], 0
    for part in parts:
        if part is None:
            shape, strides = [*shape, 1], [*strides, 0]
            continue
        size, step = x.shape[d], x.strides[d]
        d += 1
        if isinstance(part, slice):
            _, length, by = slice_of(part, size)
            shape, strides = [*shape, length], [*strides, step * by]
        elif type(part) is int and type(size) is int and not -size <= part < size:
            raise IndexError(f"index {part} is out of bounds for axis {d - 1} with size {size}")
    return shape, strides


def advanced(x, parts, masks=False):
    """Return the shape of the elements that index arrays select.

    masks   whether bool arrays are allowed: each then counts as one element, since its number of True is unknown
    """
    shape, indices, places, d = [], [], [], 0
    for part in parts:
        if part is None:
            shape.append(1)
        elif isinstance(part, slice):
            shape.append(slice_of(part, x.shape[d])[1])
            d += 1
        elif is_mask(part):
            if not masks:
                refuse("indexing by bools", "The number of selected elements depends on data")
            if any(unify(a, b) is None for a, b in zip(part.shape, x.shape[d:])):
                raise IndexError("boolean index did not match indexed array: "
                                 f"a mask of {part.shape} does not fit {x.shape} from axis {d}")
            indices, places = [*indices, (1,)], [*places, len(shape)]
            d += part.ndim
        else:
            indices, places = [*indices, shape_of(part)], [*places, len(shape)]
            d += 1
    first = places[0] if len(set(places)) == 1 and are_adjacent(parts) else 0
    return [*shape[:first], *broadcast(*indices), *shape[first:]]


def are_adjacent(parts):
    """Return True if all index arrays and ints are next to one another."""
    where = [i for i, part in enumerate(parts) if part is not None and not isinstance(part, slice)]
    return where == list(range(where[0], where[-1] + 1))


def has_arrays(parts):
    return any(isinstance(part, MetaArray) for part in parts)


@rule("getitem")
def getitem(x, index):
    parts = parts_of(index, x.ndim)
    if has_arrays(parts):
        return MetaArray(advanced(x, parts), x.dtype)
    return x.seen_as(*basic(x, parts))


@rule("setitem")
def setitem(x, index, value):
    parts = parts_of(index, x.ndim)
    if any(map(is_mask, parts)) and shape_of(value):
        found = advanced(x, parts, True)
        value_shape = tuple([1 if a == 1 else b for a, b in zip(found[-len(shape_of(value)):], shape_of(value))])
    else:
        found, value_shape = advanced(x, parts, True) if has_arrays(parts) else basic(x, parts)[0], shape_of(value)
    extra = len(value_shape) - len(found)
    if any(type(s) is int and s != 1 for s in value_shape[:max(extra, 0)]) or broadcast(
            value_shape[max(extra, 0):], found) != tuple(found):
        raise ValueError(f"could not broadcast input array from shape {value_shape} into shape {tuple(found)}")
    np.empty(1, x.dtype)[...] = 0 if hasattr(value, "shape") else stand_in(value)    # this raises for 300 in uint8


@rule("copyto")
def copyto(to, value, casting="same_kind", where=True):
    if broadcast(shape_of(value), shape_of(where), to.shape) != to.shape:
        raise ValueError(f"could not broadcast input array from shape {shape_of(value)} into shape {to.shape}")


@rule("add.at", "multiply.at", "maximum.at", "minimum.at")
def at(x, index, value):
    advanced(x, parts_of(index, x.ndim))


@rule("take")
def take(x, indices, axis=None):
    d = normal_axis(axis or 0, x.ndim)
    rest = ((), ()) if axis is None else (x.shape[:d], x.shape[d + 1:])
    return MetaArray((*rest[0], *shape_of(asarray(indices)), *rest[1]), x.dtype)


@rule("take_along_axis")
def take_along_axis(x, indices, axis):
    d = normal_axis(axis, x.ndim)
    if x.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    rest = broadcast((*x.shape[:d], 1, *x.shape[d + 1:]), (*indices.shape[:d], 1, *indices.shape[d + 1:]))
    return MetaArray((*rest[:d], indices.shape[d], *rest[d + 1:]), x.dtype)


@rule("sort")
def sort(x, axis=-1, kind=None):
    normal_axis(axis, x.ndim)
    return dense_as(x.shape, x.dtype, [x])


@rule("argsort")
def argsort(x, axis=-1, kind=None):
    normal_axis(axis, x.ndim)
    return MetaArray(x.shape, np.intp)


@rule("partition")
def partition(x, kth, axis=-1):
    normal_axis(axis, x.ndim)
    return MetaArray(x.shape, x.dtype)


@rule("argpartition")
def argpartition(x, kth, axis=-1):
    normal_axis(axis, x.ndim)
    return MetaArray(x.shape, np.intp)


@rule("searchsorted")
def searchsorted(x, values, side="left"):
    return MetaArray(shape_of(values), np.intp)


@rule("histogram")
def histogram(x, bins, range):
    return MetaArray((bins,), np.intp), MetaArray((bins + 1,), np.float64)


@rule("nonzero")
def nonzero(x):
    refuse("nonzero", "The number of elements that are not zero depends on data")


@rule("unique")
def unique(x, **settings):
    refuse("unique", "The number of different values depends on data")


@rule("bincount")
def bincount(x, weights=None, minlength=0):
    refuse("bincount", "The size of the result depends on the largest value")


@rule("array_equal")
def array_equal(x, y):
    refuse("array_equal", "Whether all are equal depends on data")
