"""Indices as CuPy takes them: lists are uploaded, masks are waited for, numbers beyond the end begin again."""

import numpy as np

from . import _array
from ._launch import captures, counts, wait


def place_again(key, index, shape):
    """What gives the index to a kernel: in a captured graph, the index as it is then."""
    return (lambda: place(shape, index)[0]) if captures else lambda: key


def place(shape, index):
    """An index as NumPy's, and whether arrays are in it: lists are uploaded, numbers beyond the end wrap."""
    parts = list(index) if isinstance(index, tuple) else [index]
    advanced, taken = False, 0
    for i, part in enumerate(parts):
        if isinstance(part, list | np.ndarray | bool | np.bool_):
            wait()
            counts.uploads += 1
            parts[i] = part = np.asarray(part) if np.size(part) else np.zeros(np.shape(part), np.int32)
            advanced = True
        elif type(part) is _array.ndarray:
            parts[i] = part = _array.inside(part)
            advanced = True
        if isinstance(part, np.ndarray):
            if part.dtype.kind == "b":
                wait()
                counts.syncs += 1                                 # the result's size must be known
                counts.downloads += 1
            taken += part.ndim if part.dtype.kind == "b" else 1
        elif part is not None and part is not Ellipsis:
            taken += 1
    dim = 0
    for i, part in enumerate(parts):
        if part is Ellipsis:
            dim += len(shape) - taken
        elif isinstance(part, np.ndarray) and part.dtype.kind == "b":
            dim += part.ndim
        elif part is not None:
            if isinstance(part, np.ndarray) and dim < len(shape) and shape[dim]:
                parts[i] = part % shape[dim]
            dim += 1
    return tuple(parts), advanced
