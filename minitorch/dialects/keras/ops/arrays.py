"""keras.ops that order, join and cut arrays as NumPy does, and take and put parts of them."""

from functools import reduce

from ....dtypes import promote_types
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from ...functions.arrays import pad as whole_pad
from ...functions.reduction import axes
from ...functions.table import KERAS, in_keras


def kin(tensors):
    """Return tensors of one element type."""
    kinds = {as_dtype(x.dtype).kind for x in tensors if hasattr(x, "dtype")}
    return tensors if len(kinds) < 2 else [KERAS["cast"](x, reduce(promote_types, kinds)) for x in tensors]


@function("xs*")
def joined(xs, axis):
    return mt.cat(xs, axis)


@function("xs*")
def stacked(xs, axis):
    return mt.stack(xs, axis)


def concatenate(xs, axis=0):
    """Join along an axis."""
    return joined(kin(xs), axis)


def stack(x, axis=0):
    """Join along a new axis."""
    return stacked(kin(x), axis)


def hstack(xs):
    """Join side by side; vectors in a row."""
    return joined(kin(xs), 0 if len(xs[0].shape) < 2 else 1)


def vstack(xs):
    """Join one below the other; vectors in a row."""
    return joined(kin(xs), 0)


def split(x, indices_or_sections, axis):
    """Cut an axis. Raises ValueError where parts would not be equal."""
    size = x.shape[axis]
    cuts = [size // indices_or_sections] * indices_or_sections if isinstance(indices_or_sections, int) else [
        b - a for a, b in zip([0, *indices_or_sections], [*indices_or_sections, size])]
    if isinstance(indices_or_sections, int) and size % indices_or_sections:
        raise ValueError(f"an axis of {size} is not divided into {indices_or_sections} equal parts")
    return list(mt.split(x, cuts, axis))


def pad(x, pad_width, mode, constant_values):
    pairs = [(pad_width, pad_width)] * x.ndim if isinstance(pad_width, int) else [tuple(pad_width)] * x.ndim if (
        isinstance(pad_width[0], int)) else [tuple(p) for p in pad_width] * (x.ndim if len(pad_width) == 1 else 1)
    return whole_pad.function.body(x, pairs, mode, constant_values or 0)


def take(x, indices, axis):
    x, dim = (x.reshape(-1), 0) if axis is None else (x, axis % x.ndim)
    indices = indices.long()
    places = mt.where(indices < 0, indices + x.shape[dim], indices)
    found = mt.index_select(x, dim, places.reshape(-1))
    return found.reshape((*x.shape[:dim], *indices.shape, *x.shape[dim + 1:]))


def take_along_axis(x, indices, axis):
    indices = indices.long()
    return mt.gather(x.reshape(-1), 0, indices.reshape(-1)) if axis is None else mt.take_along_dim(x, indices, axis)


def sliced(inputs, start_indices, shape):
    for axis, (start, size) in enumerate(zip(start_indices, shape)):
        inputs = mt.narrow(inputs, axis, start, inputs.shape[axis] - start if size == -1 else size)
    return inputs


table = {own.__name__: own for own in (concatenate, stack, hstack, vstack)} | in_keras([
    ("swapaxes(x, axis1, axis2)", mt.transpose, "Exchange two axes."),
    ("moveaxis(x, source, destination)", mt.movedim, "Move an axis, or several: source, to destination."),
    ("ravel(x)", lambda x: x.reshape(-1), "Put all in a row."),
    ("flip(x, axis=None)", lambda x, axis: mt.flip(x, axes(x, axis)), "Turn the order round."),
    ("split(x, indices_or_sections, axis=0)", split, "Cut in so many equal parts, or at these places: "
     "indices_or_sections. Raises ValueError where parts would not be equal."),
    ("pad(x, pad_width, mode='constant', constant_values=None)", pad, """Put more at the edges.

pad_width         how many: one number, (before, after), or a pair an axis
mode              "constant", "reflect" without the edge, "symmetric" with it
constant_values   the number that is put there; None: 0
"""),
    ("take(x, indices, axis=None)", take, "Take the elements at the indices; −1 is the last.", "x indices"),
    ("take_along_axis(x, indices, axis=None)", take_along_axis,
     "Take the elements at the indices, whole numbers, row by row: they have the shape of the result.", "x indices"),
    ("slice(inputs, start_indices, shape)", sliced, "Take a block of an array.", "inputs"),
])
