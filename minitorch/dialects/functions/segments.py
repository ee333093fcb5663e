"""Sums and means of the rows that have the same id."""

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
