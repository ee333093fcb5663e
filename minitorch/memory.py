"""Where arrays lie: freed memory is kept for the next step, and what is written at every step begins a cache line.

The first is a switch on the C library's allocator. A training step makes and frees the same large arrays each time.
The C library of Linux (glibc) gives each large one back to the system and asks for it anew, and the system fills it
with zeros first: on a GPT step that costs as much as a tenth of all computing. `import minitorch` therefore raises two
thresholds of glibc's, once, for the whole process: arrays up to 256 MB come from the heap, and up to 512 MB of what is
freed stays there.

It changes no number and no other setting. Not wanted: set MINITORCH_KEEP_MEMORY=0 before the import. Whoever has
set glibc's own MALLOC_… variables is left alone, and so are systems without glibc.
"""

import math
import os
import sys

import numpy as np

LARGEST = 1 << 28                        # bytes: beyond it an array goes straight back to the system
KEPT = 1 << 29                           # bytes of freed memory at the heap's end that stay in the process
LINE = 64                                # bytes of a line of the cache
FEW, MANY, TRIES = 1 << 14, 1 << 24, 32  # bytes of the arrays that on_a_line moves, and how often it tries
MMAP_THRESHOLD, TRIM_THRESHOLD = -3, -1  # names of <malloc.h>


def keep_freed(largest=LARGEST, kept=KEPT):
    """Let the process keep freed memory. Returns whether that could be set.

    largest   bytes of the largest array that is kept
    kept      bytes in all
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    glibc = getattr(ctypes.CDLL(None), "gnu_get_libc_version", None)
    return bool(mallopt and glibc and mallopt(MMAP_THRESHOLD, largest) and mallopt(TRIM_THRESHOLD, kept))


def wanted(environment=os.environ):
    """Whether nobody has said otherwise."""
    return environment.get("MINITORCH_KEEP_MEMORY", "1") != "0" and not any(
        name.startswith("MALLOC_") for name in environment) and "glibc.malloc" not in environment.get(
        "GLIBC_TUNABLES", "")


def aligned(xp, shape, dtype):
    """xp.empty, beginning where a line of the processor's cache does: for what is read or written many times over.

    NumPy aligns to 16 bytes only, and wide loads and stores that touch two lines take up to twice as long. The array is
    a view of one that is a line longer; small ones are left to NumPy, and those of a GPU to CuPy, which aligns all.
    For what stays within an operation: the memory of a result should be its own.
    """
    dtype = np.dtype(dtype)
    size = math.prod(shape) * dtype.itemsize
    if xp is not np or size < FEW:
        return xp.empty(shape, dtype)
    memory = np.empty(size + LINE, np.uint8)
    return np.ndarray(shape, dtype, memory, -address(memory) % LINE)


def on_a_line(array):
    """The array, or a copy of it that begins where a line of the processor's cache does.

    What is written over at every step (a weight, an optimiser's state) takes up to twice as long where each of its
    stores touches two lines. NumPy aligns to 16 bytes only, so some arrays are tried; the array itself where it is
    small, or very large, or on a GPU, or where none of them fits.
    """
    if type(array) is not np.ndarray or not FEW <= array.nbytes <= MANY or begins_a_line(array):
        return array
    tried = []                           # kept until one fits, or the same memory would come back
    while len(tried) < TRIES:
        tried.append(np.empty_like(array))
        if begins_a_line(tried[-1]):
            np.copyto(tried[-1], array)
            return tried[-1]
    return array


def begins_a_line(array):
    return address(array) % LINE == 0


def address(array):
    """Where an array's first byte lies, on a GPU too."""
    return array.__array_interface__["data"][0] if isinstance(array, np.ndarray) else array.data.ptr


kept = wanted() and keep_freed()
