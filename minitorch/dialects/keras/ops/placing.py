"""keras.ops that take parts of arrays, put parts into them, put them in order, and add up rows by number."""

from builtins import slice as block

from ....dtypes import int32
from ...core.engine import mt
from ...core.lift import function
from ...functions import segments
from ...functions.table import named, promoted


@function("x | indices")
def take(x, indices, axis=None):
    """Take what stands at these places, the whole numbers `indices`; −1 is the last."""
    x, dim = (x.reshape(-1), 0) if axis is None else (x, axis % x.ndim)
    indices = indices.long()
    places = mt.where(indices < 0, indices + x.shape[dim], indices)
    found = mt.index_select(x, dim, places.reshape(-1))
    return found.reshape((*x.shape[:dim], *indices.shape, *x.shape[dim + 1:]))


@function("x | indices")
def take_along_axis(x, indices, axis=None):
    """Take what stands at these places, row by row: indices are whole numbers, of the shape of the result."""
    indices = indices.long()
    return mt.gather(x.reshape(-1), 0, indices.reshape(-1)) if axis is None else mt.take_along_dim(x, indices, axis)


@function("x")
def top_k(x, k, sorted=True):
    """Find (the k largest of the last axis, where they are)."""
    values, places = mt.topk(x, k, -1)
    return values, places.to(int32)


@function("inputs")
def slice(inputs, start_indices, shape):
    """Take a block of an array."""
    made = inputs
    for axis, (start, size) in enumerate(zip(start_indices, shape)):
        made = mt.narrow(made, axis, start, made.shape[axis] - start if size == -1 else size)
    return made


@function("inputs | updates")
def slice_update(inputs, start_indices, updates):
    """Copy the inputs, with the block `updates` in another's place."""
    made = inputs.clone()
    made[tuple(block(a, a + n) for a, n in zip(start_indices, updates.shape))] = updates
    return made


@function("inputs | indices | updates")
def scatter_update(inputs, indices, updates, reduction=None):
    """Copy the inputs, with updates in the place of what stands at the indices.

    indices     (…, k) whole numbers: each row names a place in the first k axes
    updates     a number, or a part of the inputs, for each row
    reduction   None, or "add": they are added to what is there

    Raises NotImplementedError for another reduction.
    """
    if reduction not in (None, "add"):
        raise NotImplementedError(f"scatter_update: reduction={reduction!r} is left out here: None or 'add'.")
    return mt.index_put(inputs, tuple(indices.long().unbind(-1)), updates, accumulate=reduction == "add")


def by_number(name, whole, text):
    def body(data, segment_ids, num_segments=None, sorted=False):
        count = int(segment_ids.max()) + 1 if num_segments is None else num_segments
        return whole.function.body(data, segment_ids, count)
    return function("data | segment_ids")(named(body, name, f"""{text} the rows of one number.

data            rows, (n, …)
segment_ids     (n,) whole numbers
num_segments    how many numbers there are; None: the largest and one
"""))


segment_sum = by_number("segment_sum", segments.unsorted_segment_sum, "Add up")
segment_max = by_number("segment_max", segments.unsorted_segment_max, "Find the largest of")


@function("sorted_sequence values")
def searchsorted(sorted_sequence, values, side="left"):
    """Find where each of the values, of any shape, would stand in a vector in order, sorted_sequence.

    side    "left": before equal ones; "right": after them
    """
    return mt.searchsorted(sorted_sequence, values, right=side == "right").to(int32)


@function("x")
def digitize(x, bins):
    """Tell between which of the bins, numbers in order, each number stands: 0 below the first."""
    return mt.bucketize(x, mt.tensor(bins, dtype=x.dtype), right=True).to(int32)


@function("x1 | x2")
def isin(x1, x2, assume_unique=False, invert=False):
    """Say whether each of x1 is in x2, or whether it is not, with invert; assume_unique: taken as Keras takes it."""
    return mt.isin(*promoted(x1, x2), invert=invert)


@function("x")
def nonzero(x):
    """Tell where there is no 0: a vector of places for each axis."""
    return tuple(place.to(int32) for place in mt.nonzero(x).unbind(1))


@function("x")
def copy(x):
    """Copy x."""
    return x.clone()


@function("inputs")
def multi_hot(inputs, num_classes=None, axis=-1, dtype=None, sparse=False):
    """Make rows that are 1 for each number that is there: inputs, (…, n), of num_classes.

    Raises NotImplementedError for another axis than the last.
    """
    if axis != -1:
        raise NotImplementedError("multi_hot: an axis but the last is left out here.")
    found = mt.nn.one_hot(inputs.long(), num_classes).float()
    return mt.amax(found, (-2,) if inputs.ndim > 1 else (0,))


table = {name: value for name, value in globals().items() if hasattr(value, "function")}
