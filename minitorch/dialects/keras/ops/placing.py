"""keras.ops that take parts of arrays, put parts into them, and add up rows by number."""

from ....dtypes import int32
from ...core.engine import mt
from ...core.lift import function
from ...functions import counting, segments
from .elementwise import promoted


@function("inputs")
def slice(inputs, start_indices, shape):
    """A block of an array.

    start_indices   where it begins, a number an axis
    """
    made = inputs
    for axis, (start, size) in enumerate(zip(start_indices, shape)):
        made = mt.narrow(made, axis, start, made.shape[axis] - start if size == -1 else size)
    return made


@function("indices | values")
def scatter(indices, values, shape):
    """Zeros of a shape, with values added at the indices.

    indices   (…, k) whole numbers: each row names a place in the first k axes
    values    a number, or a part of the shape, for each row
    """
    return mt.index_put(mt.zeros(tuple(shape), dtype=values.dtype), tuple(indices.long().unbind(-1)), values,
                        accumulate=True)


@function("inputs | indices | updates")
def scatter_update(inputs, indices, updates, reduction=None):
    """The inputs with updates in the place of what stands at the indices.

    indices     (…, k) whole numbers: each row names a place in the first k axes
    updates     a number, or a part of the inputs, for each row
    reduction   None, or "add": they are added to what is there

    Raises NotImplementedError for another reduction.
    """
    if reduction not in (None, "add"):
        raise NotImplementedError(f"scatter_update: reduction={reduction!r} is left out here: None or 'add'.")
    return mt.index_put(inputs, tuple(indices.long().unbind(-1)), updates, accumulate=reduction == "add")


def by_number(name, whole, doc):
    def segment(data, segment_ids, num_segments=None, sorted=False):
        count = int(segment_ids.max()) + 1 if num_segments is None else num_segments
        return whole.function.body(data, segment_ids, count)
    segment.__name__ = segment.__qualname__ = name
    segment.__doc__ = (f"{doc} of the rows of one number.\n\n    data            rows, (n, …)\n"
                       "    segment_ids     (n,) whole numbers\n"
                       "    num_segments    how many numbers there are; None: the largest and one")
    return function("data | segment_ids")(segment)


segment_sum = by_number("segment_sum", segments.unsorted_segment_sum, "The sum")
segment_max = by_number("segment_max", segments.unsorted_segment_max, "The largest")
segment_min = by_number("segment_min", segments.unsorted_segment_min, "The smallest")
segment_prod = by_number("segment_prod", segments.unsorted_segment_prod, "The product")


@function("targets | predictions")
def in_top_k(targets, predictions, k):
    """Whether the score of each target is among the k highest of its row.

    targets       (n,) whole numbers
    predictions   (n, classes)
    k             how many
    """
    return counting.in_top_k.function.body(targets, predictions, k)


@function("sorted_sequence values")
def searchsorted(sorted_sequence, values, side="left"):
    """Where each of the values would stand in a vector in order.

    sorted_sequence   the vector
    values            of any shape
    side              "left": before equal ones; "right": after them
    """
    return mt.searchsorted(sorted_sequence, values, right=side == "right").to(int32)


@function("x")
def digitize(x, bins):
    """Between which of the bins, numbers in order, each number stands: 0 below the first."""
    return mt.bucketize(x, mt.tensor(bins, dtype=x.dtype), right=True).to(int32)


@function("x1 | x2")
def isin(x1, x2, assume_unique=False, invert=False):
    """Whether each of x1 is in x2.

    assume_unique   taken as Keras takes it
    invert          whether it is not, instead
    """
    return mt.isin(*promoted(x1, x2), invert=invert)


@function("x")
def nonzero(x):
    """Where there is no 0: a vector of places for each axis."""
    return tuple(place.to(int32) for place in mt.nonzero(x).unbind(1))


@function("x1 | x2")
def append(x1, x2, axis=None):
    """x2 after x1 along an axis; None: both as vectors."""
    x1, x2 = promoted(x1, x2)
    return mt.cat([x1.reshape(-1), x2.reshape(-1)]) if axis is None else mt.cat([x1, x2], axis)


@function("x")
def copy(x):
    """A copy."""
    return x.clone()


@function("inputs")
def multi_hot(inputs, num_classes=None, axis=-1, dtype=None, sparse=False):
    """Rows that are 1 for each number that is there.

    inputs        whole numbers, (…, n)
    num_classes   how many numbers there may be

    Raises NotImplementedError for another axis than the last.
    """
    if axis != -1:
        raise NotImplementedError("multi_hot: an axis but the last is left out here.")
    found = mt.nn.one_hot(inputs.long(), num_classes).float()
    return mt.amax(found, (-2,)) if inputs.ndim > 1 else mt.amax(found, (0,))


table = {name: value for name, value in globals().items() if getattr(value, "__module__", None) == __name__
         and name != "by_number"}
