"""Scatter-add, the transpose of gather: it adds in place at indices that may repeat."""

import numpy as np

by_kernel: list = []                # functions of cuda.kernels, which return whether they have added the gradient
LONG = 512                         # count of numbers for each row: from this count on, it is faster to sum them first


def add_at(buffer, key, grad):
    """Add in place: buffer[key] += grad, where indices in `key` may repeat."""
    if type(buffer) is not np.ndarray:
        add_on_gpu(buffer, key, grad)
    elif buffer.ndim < 2 or not buffer.flags.c_contiguous:
        np.add.at(buffer, key, grad)
    elif selects_rows(key):
        add_rows(buffer, key[0].reshape(-1), grad.reshape(key[0].size, *buffer.shape[1:]))
    elif buffer.size < 4 * grad.size:                # np.add.at is five times as fast on a vector
        index = np.arange(buffer.size).reshape(buffer.shape)[key]
        np.add.at(buffer.reshape(-1), index.reshape(-1), np.broadcast_to(grad, index.shape).reshape(-1))
    else:
        np.add.at(buffer, key, grad)


def add_on_gpu(buffer, key, grad):
    """Add to CuPy arrays: rows by a kernel in a fixed order, other parts by atomic additions in any order."""
    if buffer.dtype.kind == "c":                         # CuPy cannot scatter-add complex numbers
        add_on_gpu(buffer.real, key, grad.real)
        add_on_gpu(buffer.imag, key, grad.imag)
    elif buffer.dtype.kind in "biu" and buffer.dtype.itemsize < 4:       # CuPy can scatter-add only wide integers
        wide = buffer.astype("int64")
        wide.scatter_add(key, grad.astype("int64", copy=False))
        buffer[...] = wide
    elif not (selects_rows(key) and any(add(buffer, key[0], grad) for add in by_kernel)):
        buffer.scatter_add(key, grad.astype(buffer.dtype, copy=False))


def add_flat(buffer, index, grad):
    """Add in place: buffer.reshape(-1)[index] += grad, where indices may repeat."""
    flat = buffer.reshape(-1)
    add_at(flat, (index.reshape(-1),), grad.reshape(-1))
    if not buffer.flags.c_contiguous:                    # `flat` is a copy: write it back
        buffer[...] = flat.reshape(buffer.shape)


def selects_rows(key):
    """Return whether an index is one array of integers followed by full slices: x[i] or x[i, :]."""
    return (type(key) is tuple and bool(key) and getattr(key[0], "dtype", np.dtype(bool)).kind in "iu"
            and all(type(part) is slice and part == slice(None) for part in key[1:]))


def add_rows(buffer, rows, grad):
    """Add in place: buffer[rows[i]] += grad[i]. If a few rows get many numbers, sort by row and sum for each row.

    buffer   (M, …), contiguous
    rows     (N,) integers
    grad     (N, …)
    """
    rows, width = rows % len(buffer), buffer.size // max(len(buffer), 1)             # negative rows count from the end
    if grad.size > LONG * min(len(buffer), len(rows)):
        if len(buffer) <= 1 << 16:
            rows = rows.astype(np.uint16)                # NumPy sorts uint16 in a tenth of the time
        order = rows.argsort(kind="stable")
        rows, grad = rows[order], grad.take(order, axis=0)
        starts = np.flatnonzero(rows[1:] != rows[:-1]) + 1
        for start, end in zip((0, *starts.tolist()), (*starts.tolist(), len(rows))):
            buffer[rows[start]] += np.add.reduce(grad[start:end], axis=0)
    else:
        np.add.at(buffer.reshape(-1), (rows[:, None] * width + np.arange(width)).reshape(-1), grad.reshape(-1))
