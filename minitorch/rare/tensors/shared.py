"""Tensors in memory that several processes share: a file without a name, freed when no process uses it."""

import mmap
import os
from tempfile import TemporaryFile

import numpy as np


class SharedMemory(mmap.mmap):
    """Memory with a file descriptor, `file`, by which another process can map the same memory."""

    file: int

    def __new__(cls, file, size):
        self = super().__new__(cls, file, size)
        self.file = file
        return self

    def __del__(self):
        os.close(self.file)


def shared_zeros(shape, dtype):
    """Return an array of zeros in new shared memory."""
    size = max(1, int(np.prod(shape, dtype=np.int64)) * dtype.itemsize)
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("minitorch-tensor")
    else:                                                # macOS uses a file on disk and deletes its name at once
        with TemporaryFile() as made:
            file = os.dup(made.fileno())
    try:
        os.truncate(file, size)
        memory = SharedMemory(file, size)
    except BaseException:
        os.close(file)
        raise
    return np.ndarray(shape, dtype, memory)


def memory_of(array):
    """Return the shared memory that contains an array, or None."""
    while isinstance(array, np.ndarray):
        array = array.base
    return array if isinstance(array, SharedMemory) else None


def share(tensor):
    """Move a tensor into shared memory, in place. Raises RuntimeError for a view, because its base would not move."""
    array = tensor.array
    if memory_of(array) is not None:
        return
    if type(array) is not np.ndarray:
        raise RuntimeError("share_memory_ is for tensors on the CPU; this one is on another device.")
    if tensor._view is not None:
        raise RuntimeError("share_memory_ of a view would separate it from its base tensor: share the base, or a "
                           ".clone() of the view.")
    tensor.array = copy_to_shared(array)


def copy_to_shared(array):
    """Return a copy of an array in shared memory."""
    new = shared_zeros(array.shape, array.dtype)
    new[...] = array
    return new


def place_in(memory, array):
    """Return (size of the memory, start, shape, strides, dtype): where an array is in its shared memory."""
    start = address(array) - address(np.ndarray(1, np.uint8, memory))
    return len(memory), start, array.shape, array.strides, array.dtype.str


def array_at(file, size, start, shape, strides, dtype):
    """Return the array at a location that `place_in` returned; the array then owns the file descriptor."""
    return np.ndarray(shape, dtype, SharedMemory(file, size), start, strides)


def address(array):
    return array.__array_interface__["data"][0]
