"""Sums, means and the largest of the rows that have the same id.

Arguments that mean the same wherever they occur:

    data            the rows: the shape of segment_ids, then that of a row
    segment_ids     integers, one a row; a row with a negative one is left out where the ids are in any order
    num_segments    how many ids there are: the result is (num_segments, *row)
"""

from ..core.dtypes import as_dtype
from ..core.engine import mt
from .table import op


def rows_with_ids(data, segment_ids):
    """Return the rows that have an id, and their ids; negative ones say that there is none."""
    ids, flat = segment_ids.reshape(-1).long(), data.reshape(-1, *data.shape[segment_ids.ndim:])
    kept = ids >= 0
    return (flat, ids) if bool(mt.all(kept)) else (flat[kept], ids[kept])


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


@op("data | segment_ids")
def unsorted_segment_sum(data, segment_ids, num_segments, name=None):
    """Add up the rows that have the same id, in any order; 0 for ids without rows."""
    return summed(*rows_with_ids(data, segment_ids), num_segments)


@op("data | segment_ids")
def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    """Take the mean of the rows that have the same id, in any order; 0 for ids without rows."""
    return averaged(*rows_with_ids(data, segment_ids), num_segments)


@op("data | segment_ids")
def unsorted_segment_max(data, segment_ids, num_segments, name=None):
    """Find the largest of the rows that have the same id, in any order; the least number there is for none."""
    return largest(*rows_with_ids(data, segment_ids), num_segments)


@op("data | segment_ids")
def segment_sum(data, segment_ids, name=None):
    """Add up the rows that have the same id, where the ids are in order, from 0 on: (last id + 1, *row)."""
    return summed(data, segment_ids.long(), int(segment_ids[-1]) + 1)


@op("data | segment_ids")
def segment_mean(data, segment_ids, name=None):
    """Take the mean of the rows that have the same id, where the ids are in order, from 0 on: (last id + 1, *row)."""
    return averaged(data, segment_ids.long(), int(segment_ids[-1]) + 1)


@op("data | segment_ids")
def segment_max(data, segment_ids, name=None):
    """Find the largest of the rows that have the same id, where the ids are in order; 0 for ids without rows."""
    ids, count = segment_ids.long(), int(segment_ids[-1]) + 1
    there = (mt.bincount(ids, minlength=count) > 0).reshape(-1, *[1] * (data.ndim - 1))
    found = largest(data, ids, count)
    return mt.where(there, found, mt.zeros_like(found))
