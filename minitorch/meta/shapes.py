"""Rules of shapes: compute the shape and strides of a result from those of the inputs, by NumPy's rules.

A shape is a tuple of ints and Dims. No rule reads a value of an array.
"""

from math import prod
from operator import index as as_int

import numpy as np

from .assumptions import unify
from .comparisons import decide_comparison
from .sizes import Dim, is_same_formula

SIZES = int, Dim


class Shape(tuple):
    """A shape with unknown sizes. Two shapes are unequal if their lengths or known sizes differ; then the unknown
    sizes are not compared."""

    __slots__ = ()
    __hash__ = tuple.__hash__

    def __eq__(self, other):
        if not isinstance(other, tuple) or len(self) != len(other):
            return False
        pairs = [(a, b) for a, b in zip(self, other) if not is_same_formula(a, b)]
        return not any(decide_comparison(a, "==", b) is False for a, b in pairs) and all(a == b for a, b in pairs)

    def __ne__(self, other):
        return not self == other


def is_known(shape):
    """Return True if all sizes are known."""
    return Dim not in map(type, shape)


def as_shape(shape):
    """Return a size or a sequence of sizes as a tuple of ints and Dims."""
    shape = tuple(shape) if isinstance(shape, tuple | list) else (shape,)
    shape = tuple([s if type(s) in SIZES else as_int(s) for s in shape])
    if any(type(s) is int and s < 0 for s in shape):
        raise ValueError("negative dimensions are not allowed")
    return shape


def contiguous(shape, itemsize):
    """Return the strides, in bytes, of a contiguous array."""
    strides, step = [], itemsize
    for size in reversed(shape):
        strides.append(step)
        step = step * size
    return tuple(strides[::-1])


def ordered_strides(shape, itemsize, arrays):
    """Return strides of a new array with the memory order of some arrays' dimensions.

    As in NumPy's concatenate: if the arrays differ, or a size is 1, dimensions are in C order.
    """
    order: list = []
    for d in range(len(shape)):
        place = len(order)
        for i in reversed(range(len(order))):
            steps = [(abs(x.strides[d]), abs(x.strides[order[i]])) for x in arrays
                     if x.shape[d] != 1 and x.shape[order[i]] != 1]
            if any(own <= other for own, other in steps):
                break
            place = i if steps else place
        order.insert(place, d)
    found = dict(zip(order, contiguous([shape[d] for d in order], itemsize)))
    return [found[d] for d in range(len(shape))]



def broadcast(*shapes):
    """Return the shape that shapes broadcast to."""
    found = []
    for place in range(-max(map(len, shapes), default=0), 0):
        size = 1
        for shape in shapes:
            if len(shape) < -place or type(shape[place]) is int and shape[place] == 1:
                continue
            both = shape[place] if type(size) is int and size == 1 else unify(size, shape[place])
            if both is None:
                raise ValueError("operands could not be broadcast together with shapes "
                                 + " ".join(str(tuple(shape)).replace(" ", "") for shape in shapes))
            size = both
        found.append(size)
    return tuple(found)


def axes_of(axis, ndim):
    """Return the axes in `axis` (None: all) as numbers from 0."""
    if axis is None:
        return tuple(range(ndim))
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    if not ndim and all(a in (0, -1) for a in axes):     # NumPy accepts axis 0 and −1 for a 0-d array
        return ()
    return tuple([normal_axis(a, ndim) for a in axes])


def normal_axis(axis, ndim):
    axis = as_int(axis)
    if not -ndim <= axis < ndim:
        raise np.exceptions.AxisError(axis, ndim)
    return axis % ndim


def reduced_shape(shape, axis, keepdims=False):
    """Return the shape after a reduction."""
    axes = axes_of(axis, len(shape))
    if keepdims:
        return tuple([1 if d in axes else size for d, size in enumerate(shape)])
    return tuple([size for d, size in enumerate(shape) if d not in axes])


def infer_shape(shape, size):
    """Return a shape with −1 replaced by the size for which the number of elements is `size`."""
    shape = tuple([s if type(s) in SIZES else as_int(s) for s in shape])
    unknown = [d for d, s in enumerate(shape) if type(s) is int and s == -1]
    if len(unknown) > 1:
        raise ValueError("can only specify one unknown dimension")
    if unknown:
        known = prod([s for d, s in enumerate(shape) if d not in unknown])
        if (type(known) is not int or known) and size % known == 0:
            shape = tuple([size // known if d in unknown else s for d, s in enumerate(shape)])
            return shape
    if unknown or unify(prod(shape), size) is None:
        raise ValueError(f"cannot reshape array of size {size} into shape {shape}")
    return shape


def reshaped_strides(old, strides, new, itemsize):
    """Return the strides of the same memory in another shape; None if reshaping needs a copy.

    As in NumPy, groups of old and new dimensions with equally many elements are compared.
    """
    if not is_known((*old, *new)):
        return contiguous(new, itemsize) if same_strides(strides, contiguous(old, itemsize)) else None
    if prod(old) == 0:
        return contiguous(new, itemsize)
    kept = [d for d, size in enumerate(old) if size != 1]
    old, strides = [old[d] for d in kept], [strides[d] for d in kept]
    found, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        first, last, have, want = i, j, old[i], new[j]
        while have != want:
            if want < have:
                j += 1
                want *= new[j]
            else:
                i += 1
                have *= old[i]
        if any(strides[k] != strides[k + 1] * old[k + 1] for k in range(first, i)):
            return None
        found += [step * strides[i] for step in contiguous(new[last:j + 1], 1)]
        i, j = i + 1, j + 1
    return (*found, *[found[-1] if found else itemsize] * (len(new) - len(found)))


def same_strides(a, b):
    return all(map(is_same_formula, a, b))


def slice_of(part, size):
    """Return (first, count, step) of the elements that a slice selects from a dimension."""
    if type(size) is int and all(type(end) is not Dim for end in (part.start, part.stop)):
        taken = range(*part.indices(size))
        return taken.start, len(taken), taken.step
    step = 1 if part.step is None else as_int(part.step)
    if step < 0 and (part.start is not None or part.stop is not None):
        start, stop = (None if end is None else end if not end < 0 else end + size for end in (part.start, part.stop))
        start = size - 1 if start is None else smaller_size(start, size - 1)
        length = start + 1 if stop is None else start - stop
        return start, ceil_div(length, -step), step
    if step < 0:
        return size - 1, ceil_div(size, -step), step
    start, stop = 0 if part.start is None else part.start, size if part.stop is None else part.stop
    start, stop = [end + size if type(end) is int and end < 0 else smaller_size(end, size) for end in (start, stop)]
    length = stop - start
    length = 0 if type(length) is int and length < 0 else length
    return start, ceil_div(length, step), step


def ceil_div(size, step):
    """Return size / step, rounded up, as a readable formula."""
    return (size + step - 1) // step


def smaller_size(a, b):
    """Return the smaller of two sizes."""
    return a if is_same_formula(a, b) or a <= b else b


def windows(size, kernel):
    """Return how many windows of `kernel` elements fit into a dimension."""
    return size - kernel + 1
