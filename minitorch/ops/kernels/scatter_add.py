"""Adding in place where several numbers may fall on one place: what picking does, backwards."""

import numpy as np

LONG = 512                          # numbers that fall on one row, from which a sum of their own is worth its call


def add_at(buffer, key, grad):
    """buffer[key] += grad, where several places of `key` may be the same."""
    if type(buffer) is not np.ndarray:
        narrow = buffer.dtype.kind in "biu" and buffer.dtype.itemsize < 4        # CuPy adds to wider integers only
        wide = buffer.astype("int64") if narrow else buffer
        wide.scatter_add(key, grad.astype(wide.dtype, copy=False))
        if narrow:
            buffer[...] = wide
    elif buffer.ndim < 2 or not buffer.flags.c_contiguous:
        np.add.at(buffer, key, grad)
    elif names_rows(key):
        add_rows(buffer, key[0].reshape(-1), grad.reshape(key[0].size, *buffer.shape[1:]))
    elif buffer.size < 4 * grad.size:                # NumPy adds to a vector in a fifth of the time
        places = np.arange(buffer.size).reshape(buffer.shape)[key]
        np.add.at(buffer.reshape(-1), places.reshape(-1), np.broadcast_to(grad, places.shape).reshape(-1))
    else:
        np.add.at(buffer, key, grad)


def add_places(buffer, places, grad):
    """buffer.reshape(-1)[places] += grad, where several of the places may be the same."""
    flat = buffer.reshape(-1)
    add_at(flat, (places.reshape(-1),), grad.reshape(-1))
    if not buffer.flags.c_contiguous:                    # then flat is a copy
        buffer[...] = flat.reshape(buffer.shape)


def names_rows(key):
    """Whether an index is one array of whole numbers, and then everything: x[i] or x[i, :]."""
    return (type(key) is tuple and bool(key) and type(key[0]) is np.ndarray and key[0].dtype.kind in "iu"
            and all(type(part) is slice and part == slice(None) for part in key[1:]))


def add_rows(buffer, rows, grad):
    """buffer[rows[i]] += grad[i] for each i. Where much falls on few rows, sorted by row, and each row's part summed.

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
