"""Sums, means and the largest of the rows that have the same id.

Arguments that mean the same wherever they occur:

    data            the rows: the shape of segment_ids, then that of a row
    segment_ids     integers, one a row; a row with a negative one is left out where the ids are in any order
    num_segments    how many ids there are: the result is (num_segments, *row)
"""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from .table import made, op

BOTH = "data | segment_ids"


def in_any_order(reduce):
    """Let a reduction of rows with ids leave out those with a negative one, and take ids of any shape."""
    def run(data, segment_ids, num_segments):
        ids, rows = segment_ids.reshape(-1).long(), data.reshape(-1, *data.shape[segment_ids.ndim:])
        kept = ids >= 0
        return reduce(rows, ids, num_segments) if bool(mt.all(kept)) else reduce(rows[kept], ids[kept], num_segments)
    return run


def summed(rows, ids, count):
    return mt.index_add(mt.zeros((count, *rows.shape[1:]), dtype=rows.dtype), 0, ids, rows)


def averaged(rows, ids, count):
    """Take the mean of the rows of each id, 0 where there are none."""
    counts = mt.clamp(mt.bincount(ids, minlength=count), 1).to(rows.dtype)
    return summed(rows, ids, count) / counts.reshape(-1, *[1] * (rows.ndim - 1))


def largest(rows, ids, count):
    """Find the largest of the rows of each id, the least number there is where there are none."""
    start = mt.full((count, *rows.shape[1:]), as_dtype(rows.dtype).min, dtype=rows.dtype, device=rows.device)
    return mt.scatter_reduce(start, 0, ids.reshape(-1, *[1] * (rows.ndim - 1)).expand(rows.shape), rows, "amax")


unsorted_segment_sum = made(
    "unsorted_segment_sum(data, segment_ids, num_segments, name=None)", in_any_order(summed),
    "Add up the rows that have the same id, in any order; 0 for none.", BOTH)
unsorted_segment_mean = made(
    "unsorted_segment_mean(data, segment_ids, num_segments, name=None)", in_any_order(averaged),
    "Take the mean of the rows of the same id, in any order; 0 for none.", BOTH)
unsorted_segment_max = made(
    "unsorted_segment_max(data, segment_ids, num_segments, name=None)", in_any_order(largest),
    "Find the largest of the rows that have the same id, in any order; the least "
    "number there is for none.", BOTH)
segment_sum = made(
    "segment_sum(data, segment_ids, name=None)", lambda data, ids: summed(data, ids.long(), int(ids[-1]) + 1),
    "Add up the rows that have the same id, where the ids are in order, from 0 on: (last id + 1, *row).", BOTH)
segment_mean = made(
    "segment_mean(data, segment_ids, name=None)", lambda data, ids: averaged(data, ids.long(), int(ids[-1]) + 1),
    "Take the mean of the rows that have the same id, where the ids are in order: (last id + 1, *row).", BOTH)


@op(BOTH)
def segment_max(data, segment_ids, name=None):
    """Find the largest of the rows that have the same id, where the ids are in order; 0 for ids without rows."""
    ids, count = segment_ids.long(), int(segment_ids[-1]) + 1
    there = (mt.bincount(ids, minlength=count) > 0).reshape(-1, *[1] * (data.ndim - 1))
    found = largest(data, ids, count)
    return mt.where(there, found, mt.zeros_like(found))
