"""Sums, means and the largest of the rows that have the same id.

Arguments that mean the same wherever they occur:

    data            the rows: the shape of segment_ids, then that of a row
    segment_ids     integers, one a row; a row with a negative one is left out where the ids are in any order
    num_segments    how many ids there are: the result is (num_segments, *row)
"""

from ..core.engine import mt
from .table import made

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


unsorted_segment_sum = made(
    "unsorted_segment_sum(data, segment_ids, num_segments, name=None)", in_any_order(summed),
    "Add up the rows that have the same id, in any order; 0 for none.", BOTH)
segment_sum = made(
    "segment_sum(data, segment_ids, name=None)", lambda data, ids: summed(data, ids.long(), int(ids[-1]) + 1),
    "Add up the rows that have the same id, where the ids are in order, from 0 on: (last id + 1, *row).", BOTH)

