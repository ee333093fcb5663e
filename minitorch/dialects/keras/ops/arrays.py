"""keras.ops that give arrays another shape, join, cut and look them up, and products of matrices."""

from functools import reduce

from ....dtypes import promote_types
from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from .elementwise import cast
from .reductions import axes


@function("x")
def reshape(x, newshape):
    """The same elements in another shape."""
    return x.reshape((newshape,) if isinstance(newshape, int) else tuple(newshape))


@function("x")
def transpose(x, axes=None):
    """Axes in another order, or the other way round."""
    return mt.permute(x, tuple(reversed(range(x.ndim))) if axes is None else tuple(axes))


@function("x")
def expand_dims(x, axis):
    """An axis of 1, or several."""
    places = (axis,) if isinstance(axis, int) else axis
    for place in sorted(p % (x.ndim + len(places)) for p in places):
        x = x.unsqueeze(place)
    return x


@function("x")
def squeeze(x, axis=None):
    """Without axes of 1."""
    return x.squeeze() if axis is None else mt.squeeze(x, axis)


@function("x")
def swapaxes(x, axis1, axis2):
    """Two axes changed over."""
    return mt.transpose(x, axis1, axis2)


@function("x")
def moveaxis(x, source, destination):
    """Axes in other places.

    source, destination   an axis, or several, and where it goes
    """
    return mt.movedim(x, source, destination)


@function("x")
def ravel(x):
    """All in a row."""
    return x.reshape(-1)


@function("x")
def broadcast_to(x, shape):
    """Repeated to a shape."""
    return x.expand(tuple(shape))


@function("x")
def flip(x, axis=None):
    """In the opposite order."""
    return mt.flip(x, axes(x, axis))


@function("x")
def roll(x, shift, axis=None):
    """Pushed around by so many places.

    shift   how many places
    """
    return mt.roll(x, shift, axis)


@function("x")
def tile(x, repeats):
    """Repeated along each axis.

    repeats   how often, along each axis
    """
    return mt.tile(x, (repeats,) if isinstance(repeats, int) else tuple(repeats))


@function("x")
def repeat(x, repeats, axis=None):
    """Each element so many times.

    repeats   how often: a number, or one for each
    """
    return mt.repeat_interleave(x, mt.tensor(repeats) if isinstance(repeats, list) else repeats, dim=axis)


def alike(tensors):
    """Tensors of one element type."""
    kinds = {as_dtype(x.dtype).kind for x in tensors if hasattr(x, "dtype")}
    return tensors if len(kinds) < 2 else [cast(x, reduce(promote_types, kinds)) for x in tensors]


@function("xs*")
def joined(xs, axis):
    return mt.cat(xs, axis)


@function("xs*")
def stacked(xs, axis):
    return mt.stack(xs, axis)


def concatenate(xs, axis=0):
    """Joined along an axis."""
    return joined(alike(xs), axis)


def stack(x, axis=0):
    """Joined along a new axis."""
    return stacked(alike(x), axis)


def hstack(xs):
    """Side by side; vectors in a row."""
    return joined(alike(xs), 0 if len(xs[0].shape) < 2 else 1)


def vstack(xs):
    """One below the other; vectors in a row."""
    return joined(alike(xs), 0)


@function("x")
def split(x, indices_or_sections, axis=0):
    """In so many equal parts, or cut at these places.

    indices_or_sections   how many parts, or where to cut

    Raises ValueError where parts would not be equal.
    """
    size = x.shape[axis]
    cuts = [size // indices_or_sections] * indices_or_sections if isinstance(indices_or_sections, int) else [
        b - a for a, b in zip([0, *indices_or_sections], [*indices_or_sections, size])]
    if isinstance(indices_or_sections, int) and size % indices_or_sections:
        raise ValueError(f"an axis of {size} is not divided into {indices_or_sections} equal parts")
    return list(mt.split(x, cuts, axis))


@function("x")
def unstack(x, num=None, axis=0):
    """The parts along an axis, as a list.

    num   how many there are; not needed
    """
    return list(x.unbind(axis))


@function("x")
def pad(x, pad_width, mode="constant", constant_values=None):
    """More at the edges: one number, (before, after), or a pair an axis.

    pad_width         how many, before and after
    mode              "constant", "reflect" without the edge, "symmetric" with it
    constant_values   the number that is put there; None: 0
    """
    pairs = [(pad_width, pad_width)] * x.ndim if isinstance(pad_width, int) else [tuple(pad_width)] * x.ndim if (
        isinstance(pad_width[0], int)) else [tuple(p) for p in pad_width] * (x.ndim if len(pad_width) == 1 else 1)
    if mode == "constant":
        return mt.nn.pad(x, [n for pair in reversed(pairs) for n in pair], value=constant_values or 0)
    for dim, (before, after) in enumerate(pairs):
        if before or after:
            n, edge = x.shape[dim], mode == "symmetric"
            first = range(before - edge, -edge, -1)
            last = range(n - 2 + edge, n - 2 + edge - after, -1)
            x = mt.index_select(x, dim, mt.tensor([*first, *range(n), *last]))
    return x


table = {name: value for name, value in globals().items() if getattr(value, "__module__", None) == __name__
         and name not in ("alike", "joined", "stacked")}
