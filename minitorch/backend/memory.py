"""The memory of arrays: keep freed memory for the next step; align to cache lines the arrays that every step writes.

Keeping memory is a setting of the C library's allocator. Each training step creates and frees the same arrays. The C
library of Linux (glibc) returns each large array to the system and requests it again, and the system fills it with
zeros first: in a GPT step this takes up to a tenth of the time. `import minitorch` therefore raises two thresholds of
glibc, once, for the whole process: arrays up to 256 MB are allocated on the heap, and up to 512 MB of freed memory
stays there.

This changes no result and no other setting. To switch it off, set MINITORCH_KEEP_MEMORY=0 before the import. It does
nothing if one of glibc's own MALLOC_… variables is set, or on a system without glibc.
"""

import ctypes
import math
import os
import sys

import numpy as np

LARGEST = 1 << 28                        # bytes of an array; a larger one is returned to the system when it is freed
KEPT = 1 << 29                           # bytes of freed memory at the end of the heap that the process keeps
LINE = 64                                # bytes of a cache line
FEW, MANY, TRIES = 1 << 14, 1 << 24, 32  # bytes of the smallest and largest array that on_a_line copies; its attempts
MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1  # constants of <malloc.h>
HEADER = object.__basicsize__            # bytes of a NumPy array object before its first field, the pointer to its data
pointer_at = ctypes.c_size_t.from_address


def keep_freed(largest=LARGEST, kept=KEPT):
    """Let the process keep freed memory. Return True if glibc accepts the setting.

    largest   bytes of the largest array to keep
    kept      bytes of freed memory to keep in all
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    glibc = getattr(ctypes.CDLL(None), "gnu_get_libc_version", None)
    return bool(mallopt and glibc and mallopt(MMAP_THRESHOLD, largest) and mallopt(TRIM_THRESHOLD, kept))


def wanted(environment=os.environ):
    """Return whether to keep freed memory: no environment variable forbids it or sets glibc's allocator itself."""
    return environment.get("MINITORCH_KEEP_MEMORY", "1") != "0" and not any(
        name.startswith("MALLOC_") for name in environment) and "glibc.malloc" not in environment.get(
        "GLIBC_TUNABLES", "")


def aligned(xp, shape, dtype):
    """Return xp.empty(shape, dtype), aligned to a cache line: for arrays that are read or written many times.

    NumPy aligns only to 16 bytes, and wide loads and stores that cross two lines take up to twice as long. The array is
    a view of an array that is a cache line longer; small arrays are not aligned, and CuPy aligns all of a GPU's arrays.
    Use it only inside an operation: a result should own its memory and be no view.
    """
    dtype = np.dtype(dtype)
    size = math.prod(shape) * dtype.itemsize
    if xp is not np or size < FEW:
        return xp.empty(shape, dtype)
    memory = np.empty(size + LINE, np.uint8)
    return np.ndarray(shape, dtype, memory, -address(memory) % LINE)


def on_a_line(array):
    """Return the array if it begins at a cache line, else a copy that does.

    Overwriting an array at every step (a weight, an optimiser's state) takes up to twice as long if each store crosses
    two lines. NumPy aligns only to 16 bytes, so several new arrays are tried. A small, very large or GPU array is also
    returned itself, and so is the array if none of the new arrays is aligned.
    """
    if type(array) is not np.ndarray or not FEW <= array.nbytes <= MANY or begins_a_line(array):
        return array
    tried = []                           # keep failed attempts, so that NumPy returns other memory
    while len(tried) < TRIES:
        tried.append(np.empty_like(array))
        if begins_a_line(tried[-1]):
            np.copyto(tried[-1], array)
            return tried[-1]
    return array


def begins_a_line(array):
    return address(array) % LINE == 0


def address(array):
    """Return the address of an array's first byte; it may be on a GPU."""
    return pointer_at(id(array) + HEADER).value if isinstance(array, np.ndarray) else array.data.ptr


kept = wanted() and keep_freed()
