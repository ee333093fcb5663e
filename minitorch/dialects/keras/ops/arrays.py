"""keras.ops that order, join and cut arrays as NumPy does."""

from functools import reduce

from ....dtypes import promote_types
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from ...functions.arrays import pad as whole_pad
from ...functions.reduction import axes
from ...functions.table import KERAS, promoted


@function("x")
def swapaxes(x, axis1, axis2):
    """Exchange two axes."""
    return mt.transpose(x, axis1, axis2)


@function("x")
def moveaxis(x, source, destination):
    """Move an axis, or several: source, to destination."""
    return mt.movedim(x, source, destination)


@function("x")
def ravel(x):
    """Put all in a row."""
    return x.reshape(-1)


@function("x")
def flip(x, axis=None):
    """Turn the order round."""
    return mt.flip(x, axes(x, axis))


def alike(tensors):
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
    return joined(alike(xs), axis)


def stack(x, axis=0):
    """Join along a new axis."""
    return stacked(alike(x), axis)


def hstack(xs):
    """Join side by side; vectors in a row."""
    return joined(alike(xs), 0 if len(xs[0].shape) < 2 else 1)


def vstack(xs):
    """Join one below the other; vectors in a row."""
    return joined(alike(xs), 0)


@function("x1 | x2")
def append(x1, x2, axis=None):
    """Put x2 after x1 along an axis; None: both as vectors."""
    x1, x2 = promoted(x1, x2)
    return mt.cat([x1.reshape(-1), x2.reshape(-1)]) if axis is None else mt.cat([x1, x2], axis)


@function("x")
def split(x, indices_or_sections, axis=0):
    """Cut in so many equal parts, or at these places: indices_or_sections.

    Raises ValueError where parts would not be equal.
    """
    size = x.shape[axis]
    cuts = [size // indices_or_sections] * indices_or_sections if isinstance(indices_or_sections, int) else [
        b - a for a, b in zip([0, *indices_or_sections], [*indices_or_sections, size])]
    if isinstance(indices_or_sections, int) and size % indices_or_sections:
        raise ValueError(f"an axis of {size} is not divided into {indices_or_sections} equal parts")
    return list(mt.split(x, cuts, axis))


@function("x")
def pad(x, pad_width, mode="constant", constant_values=None):
    """Put more at the edges: one number, (before, after), or a pair an axis.

    pad_width         how many, before and after
    mode              "constant", "reflect" without the edge, "symmetric" with it
    constant_values   the number that is put there; None: 0
    """
    pairs = [(pad_width, pad_width)] * x.ndim if isinstance(pad_width, int) else [tuple(pad_width)] * x.ndim if (
        isinstance(pad_width[0], int)) else [tuple(p) for p in pad_width] * (x.ndim if len(pad_width) == 1 else 1)
    return whole_pad.function.body(x, pairs, mode, constant_values or 0)


table = {name: value for name, value in globals().items() if getattr(value, "__module__", None) == __name__
         and name not in ("alike", "joined", "stacked")}
