"""Check integers on a GPU in one launch: a thread checks each number, and the first wrong one is recorded."""

import numpy as np

from ..device_checks import writers
from .build import blocks, launch, state

SOURCE = r"""
// Write a number outside [low, high] to the flag, {number of the check, position, value}, if the flag is still empty.
template <class I> __device__ void note(const I* x, i64 n, i64 low, i64 high, int ignoring, i64 ignored, int number,
                                        i64* flag) {
    i64 i = (i64)blockIdx.x * THREADS + threadIdx.x;
    if (i >= n || (x[i] >= low && x[i] <= high) || (ignoring && x[i] == ignored)) return;
    if (atomicCAS((int*)flag, 0, number)) return;          // the lower half of the first integer
    flag[1] = i;
    flag[2] = x[i];
}

extern "C" __global__ void outside_int32(const int* x, i64 n, i64 low, i64 high, int ignoring, i64 ignored, int number,
                                         i64* flag) { note(x, n, low, high, ignoring, ignored, number, flag); }

extern "C" __global__ void outside_int64(const i64* x, i64 n, i64 low, i64 high, int ignoring, i64 ignored, int number,
                                         i64* flag) { note(x, n, low, high, ignoring, ignored, number, flag); }
"""
NAMES = "outside_int32", "outside_int64"


def note_outside(flag, array, low, high, ignored, number):
    """Record a number outside the bounds in the flag; return False for arrays that the kernels do not support."""
    if not state["enabled"] or array.dtype.name not in ("int32", "int64"):
        return False
    wide = np.int64
    launch(SOURCE, f"outside_{array.dtype.name}", "float32", blocks(array.size), (
        array if array.flags.c_contiguous else array.copy(), wide(array.size), wide(low), wide(high),
        np.int32(ignored is not None), wide(ignored or 0), np.int32(number), flag))
    return True


writers.append(note_outside)
