"""Sums, means, products and limits of the rows that have the same id."""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from ..core.lift import function


@function("data | segment_ids")
def unsorted_segment_sum(data, segment_ids, num_segments, name=None):
    """Sums of the rows that have the same id, in any order.

    data            (*shape of segment_ids, *rest)  the rows
    segment_ids     integers from 0 to num_segments − 1; rows with a negative one are left out
    num_segments    how many ids there are
    returns         (num_segments, *rest)  0 for ids without rows
    """
    return summed(*rows_with_ids(data, segment_ids), num_segments)


def rows_with_ids(data, segment_ids):
    """The rows that have an id, and their ids; negative ones say that there is none."""
    ids, flat = segment_ids.reshape(-1).long(), data.reshape(-1, *data.shape[segment_ids.ndim:])
    kept = ids >= 0
    return (flat, ids) if bool(mt.all(kept)) else (flat[kept], ids[kept])


def summed(rows, ids, count):
    return mt.index_add(mt.zeros((count, *rows.shape[1:]), dtype=rows.dtype), 0, ids, rows)


@function("data | segment_ids")
def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """Means of the rows that have the same id, 0 for ids without rows: data, segment_ids and num_segments as
    unsorted_segment_sum's.
    """
    rows, ids = rows_with_ids(data, segment_ids)
    return summed(rows, ids, num_segments) / counted(rows, ids, num_segments)


@function("data | segment_ids")
def unsorted_segment_sqrt_n(data, segment_ids, num_segments, name=None):
    """Sums of the rows that have the same id, over the root of how many there are: data, segment_ids and num_segments
    as unsorted_segment_sum's.
    """
    rows, ids = rows_with_ids(data, segment_ids)
    return summed(rows, ids, num_segments) / mt.sqrt(counted(rows, ids, num_segments))


def counted(rows, ids, count):
    """How many rows each id has, 1 for none, to divide by."""
    counts = mt.clamp(mt.bincount(ids, minlength=count), 1).to(rows.dtype)
    return counts.reshape(-1, *[1] * (rows.ndim - 1))


@function("data | segment_ids")
def segment_sum(data, segment_ids, name=None):
    """Sums of the rows that have the same id, where the ids are in order.

    data           (n, …)  the rows
    segment_ids    (n,)  integers that do not fall, from 0 on
    returns        (last id + 1, …)
    """
    return summed(data, segment_ids.long(), int(segment_ids[-1]) + 1)


@function("data | segment_ids")
def segment_mean(data, segment_ids, name=None):
    """Means of the rows that have the same id, where the ids are in order: data and segment_ids as segment_sum's."""
    ids = segment_ids.long()
    count = int(ids[-1]) + 1
    return summed(data, ids, count) / counted(data, ids, count)


def reduced(rows, ids, count, how, first):
    """Rows with one id brought to one by scatter_reduce's `how`; `first` where there are none."""
    start = mt.full((count, *rows.shape[1:]), first, dtype=rows.dtype, device=rows.device)
    places = ids.reshape(-1, *[1] * (rows.ndim - 1)).expand(rows.shape)
    return mt.scatter_reduce(start, 0, places, rows, how)


def limits(dtype):
    """(the smallest, the largest) number of an element type of the engine."""
    kind = as_dtype(dtype)
    return kind.min, kind.max


def unsorted(name, how, first, doc):
    """A reduction of the rows with one id, in any order; first(dtype) for ids without rows."""
    def body(data, segment_ids, num_segments, name=None):
        rows, ids = rows_with_ids(data, segment_ids)
        return reduced(rows, ids, num_segments, how, first(rows.dtype))
    body.__name__ = name
    body.__doc__ = (f"{doc}\n\ndata, segment_ids and num_segments are as unsorted_segment_sum's.")
    return function("data | segment_ids")(body)


unsorted_segment_max = unsorted("unsorted_segment_max", "amax", lambda dtype: limits(dtype)[0],
                                "The largest of the rows that have the same id; the smallest number there is for none.")
unsorted_segment_min = unsorted("unsorted_segment_min", "amin", lambda dtype: limits(dtype)[1],
                                "The smallest of the rows that have the same id; the largest number there is for none.")
unsorted_segment_prod = unsorted("unsorted_segment_prod", "prod", lambda dtype: 1,
                                 "The product of the rows that have the same id; 1 for none.")


def ordered(name, how, none, doc):
    """A reduction of the rows with one id, the ids in order; `none` for ids without rows."""
    def body(data, segment_ids, name=None):
        ids = segment_ids.long()
        count = int(ids[-1]) + 1
        there = mt.bincount(ids, minlength=count) > 0
        low, high = limits(data.dtype)
        found = reduced(data, ids, count, how, {"amax": low, "amin": high, "prod": 1}[how])
        there = there.reshape(-1, *[1] * (data.ndim - 1))
        return mt.where(there, found, mt.full_like(found, none))
    body.__name__ = name
    body.__doc__ = f"{doc}\n\ndata and segment_ids are as segment_sum's."
    return function("data | segment_ids")(body)


segment_max = ordered("segment_max", "amax", 0,
                      "The largest of the rows that have the same id, the ids in order; 0 for none.")
segment_min = ordered("segment_min", "amin", 0,
                      "The smallest of the rows that have the same id, the ids in order; 0 for none.")
segment_prod = ordered("segment_prod", "prod", 1,
                       "The product of the rows that have the same id, the ids in order; 1 for none.")
