"""Sums whose rounding error does not grow with their length.

NumPy sums pairwise along contiguous memory; over a leading dimension it adds one row after another to one total, so
that the mean of 2²⁰ rows of 0.1 in float32 is 0.10099. Here many rows are first added as a few wide rows, which is
also ten times as fast if the rows are narrow.
"""

from functools import lru_cache
from math import isfinite, prod

import numpy as np

MANY = 256                        # maximum number of rows that are added one after another: more rows would lose digits
ROWS = 64                                # number of rows that are added one after another
WIDE = 1 << 17                      # maximum number of elements of a wide row: a larger total does not fit in the cache
NARROW = 1 << 15                         # maximum number of elements of a wide row if it would exceed WIDE


def blocked_sum(xp, x, axis=None, keepdims=False, dtype=None):
    """Return xp.add.reduce(x, axis) of floating or complex numbers, with the rounding error of a short sum.

    float16 is summed in float32, and the result is rounded to float16, unless another dtype is given.
    """
    if x.dtype.char == "e" and dtype is None:
        return xp.asarray(blocked_sum(xp, x.astype("float32"), axis, keepdims)).astype("float16")
    if xp.__name__ == "numpy" and x.size > MANY:         # GPUs sum pairwise already
        x, axis = sum_long_dims(xp, x, axis, dtype)
    return xp.add.reduce(x, axis=axis, dtype=dtype, keepdims=keepdims)


def sum_long_dims(xp, x, axis, dtype):
    """Sum over those dimensions of `axis` that NumPy would sum row after row. Return the sum and the axis to sum."""
    if axis is None:
        axis = None if x.flags.forc else (*range(x.ndim),)
    elif type(axis) is int:
        axis = axis if x.shape[axis] <= MANY or x.strides[axis] == x.itemsize else (axis,)
    if type(axis) is tuple and (long := long_dims(x.shape, x.strides, axis)):
        for dim, size in long:
            if size:                                     # merge adjacent dimensions
                x = x.reshape(*x.shape[:dim], size, *(1,) * (len(axis) - 1), *x.shape[dim + len(axis):])
            x = add_rows(xp, x, dim, dtype)
    return x, axis


@lru_cache(1 << 12)
def long_dims(shape, strides, axis):
    """Return the dimensions of `axis` along which NumPy adds row after row, longest first; () for few rows.

    returns  (dimension, 0) for each; if they are contiguous, one (first dimension, size of all together)
    """
    ndim = len(shape)
    dims = sorted(d % ndim for d in axis)
    rest, reach = [], 0
    for d in sorted(range(ndim), key=lambda d: (abs(strides[d]), -d)):       # visit dimensions in the order of strides
        if shape[d] == 1:
            continue
        if reach is not None and d in dims and reach in (0, strides[d]):
            reach = strides[d] * shape[d]                # NumPy sums contiguous memory pairwise
            continue
        reach = None
        if d in dims:
            rest.append(d)
    if prod([shape[d] for d in rest]) <= MANY:
        return ()
    if len(dims) > 1 and len(rest) == len(dims) and all(
            b == a + 1 and strides[a] == strides[b] * shape[b] for a, b in zip(dims, dims[1:])):
        return ((dims[0], prod([shape[d] for d in dims])),)
    return tuple([(d, 0) for d in sorted(rest, key=lambda d: -shape[d])])


def add_rows(xp, x, dim, dtype=None):
    """Sum over one dimension, which keeps size 1."""
    n = x.shape[dim]
    if n <= MANY:
        return xp.add.reduce(x, axis=dim, keepdims=True, dtype=dtype)
    before, after = x.shape[:dim], x.shape[dim + 1:]
    width = prod([size for size, step in zip(x.shape, x.strides) if abs(step) < abs(x.strides[dim])])
    wide_rows = -(-n // ROWS)
    if wide_rows * width > WIDE:
        wide_rows = min(wide_rows, max(1, NARROW // width))
        blocks = n // (ROWS * wide_rows)
        used = blocks * ROWS * wide_rows
        wide = slice_along(x, dim, 0, used).reshape(*before, blocks, ROWS, wide_rows, *after)
        total = xp.add.reduce(wide, axis=dim + 1, dtype=dtype).reshape(*before, blocks * wide_rows, *after)
        total = add_rows(xp, total, dim)
        return total if used == n else total + add_rows(xp, slice_along(x, dim, used, n), dim, dtype)
    used = n // wide_rows * wide_rows
    wide = slice_along(x, dim, 0, used).reshape(*before, n // wide_rows, wide_rows, *after)
    total = xp.add.reduce(wide, axis=dim, dtype=dtype)
    if used < n:
        left = slice_along(total, dim, 0, n - used)
        left += slice_along(x, dim, used, n)
    return add_rows(xp, total, dim)


def finite(*arrays):
    """Return whether all numbers of all arrays are finite, by checking the sum of each array."""
    return all(isfinite(np.add.reduce(a, axis=None)) for a in arrays)


def slice_along(x, dim, start, end):
    """Return x[start:end] along one dimension; a view."""
    return x[(slice(None),) * dim + (slice(start, end),)]


def scan(xp, combine, x, dim):
    """Run combine.accumulate along `dim`. CuPy has sums and products only; other functions take log₂(n) steps."""
    if xp.__name__ == "numpy" and hasattr(combine, "accumulate"):
        return combine.accumulate(x, axis=dim)
    out, reach = x.copy(), 1
    first = xp.swapaxes(out, 0, dim)
    if xp.__name__ == "numpy":
        for i in range(1, len(first)):
            first[i] = combine(first[i], first[i - 1])
        return out
    while reach < len(first):
        first[reach:] = combine(first[reach:], first[:-reach])
        reach *= 2
    return out
