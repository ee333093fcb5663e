"""Scatter-add: adding in place at indices that may repeat, which is the transpose of gather."""

import numpy as np

by_kernel: list = []                # where cuda.kernels puts its kernel: it returns whether it could add
LONG = 512                          # numbers added to one row, from which a sum of their own is worth its call


def add_at(buffer, key, grad):
    """buffer[key] += grad, where indices in `key` may repeat."""
    if type(buffer) is not np.ndarray:
        add_on_gpu(buffer, key, grad)
    elif buffer.ndim < 2 or not buffer.flags.c_contiguous:
        np.add.at(buffer, key, grad)
    elif selects_rows(key):
        add_rows(buffer, key[0].reshape(-1), grad.reshape(key[0].size, *buffer.shape[1:]))
    elif buffer.size < 4 * grad.size:                # NumPy adds to a vector in a fifth of the time
        index = np.arange(buffer.size).reshape(buffer.shape)[key]
        np.add.at(buffer.reshape(-1), index.reshape(-1), np.broadcast_to(grad, index.shape).reshape(-1))
    else:
        np.add.at(buffer, key, grad)


def add_on_gpu(buffer, key, grad):
    """The same for CuPy's arrays: rows by a kernel in a fixed order, all else by atomic additions in any order."""
    if buffer.dtype.kind == "c":                         # CuPy adds to no complex numbers,
        add_on_gpu(buffer.real, key, grad.real)
        add_on_gpu(buffer.imag, key, grad.imag)
    elif buffer.dtype.kind in "biu" and buffer.dtype.itemsize < 4:       # and to wider integers only
        wide = buffer.astype("int64")
        wide.scatter_add(key, grad.astype("int64", copy=False))
        buffer[...] = wide
    elif not (selects_rows(key) and any(add(buffer, key[0], grad) for add in by_kernel)):
        buffer.scatter_add(key, grad.astype(buffer.dtype, copy=False))


def add_flat(buffer, index, grad):
    """buffer.reshape(-1)[index] += grad, where indices may repeat."""
    flat = buffer.reshape(-1)
    add_at(flat, (index.reshape(-1),), grad.reshape(-1))
    if not buffer.flags.c_contiguous:                    # then flat is a copy
        buffer[...] = flat.reshape(buffer.shape)


def selects_rows(key):
    """Whether an index is one array of integers, and then full slices: x[i] or x[i, :]."""
    return (type(key) is tuple and bool(key) and getattr(key[0], "dtype", np.dtype(bool)).kind in "iu"
            and all(type(part) is slice and part == slice(None) for part in key[1:]))


def add_rows(buffer, rows, grad):
    """buffer[rows[i]] += grad[i] for each i. If much is added to few rows: sorted by row, and each row's part summed.

    buffer   (M, …), one row after the other in memory
    rows     (N,) integers
    grad     (N, …)
    """
    rows, width = rows % len(buffer), buffer.size // max(len(buffer), 1)             # -1 names the last
    if grad.size > LONG * min(len(buffer), len(rows)):
        if len(buffer) <= 1 << 16:
            rows = rows.astype(np.uint16)                # a radix sort: a tenth of the time
        order = rows.argsort(kind="stable")
        rows, grad = rows[order], grad.take(order, axis=0)
        starts = np.flatnonzero(rows[1:] != rows[:-1]) + 1
        for start, end in zip((0, *starts.tolist()), (*starts.tolist(), len(rows))):
            buffer[rows[start]] += np.add.reduce(grad[start:end], axis=0)
    else:
        np.add.at(buffer.reshape(-1), (rows[:, None] * width + np.arange(width)).reshape(-1), grad.reshape(-1))
