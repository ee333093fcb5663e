"""Convert tensors to contiguous arrays on the host for MPI, and copy received data back into the tensors."""

import numpy as np

from .. import backend
from ..engine import tensor_types
from ..runtime import bump


def check(name, *tensors):
    """Raise TypeError unless all are Tensors."""
    for x in tensors:
        if type(x) not in tensor_types:
            raise TypeError(f"{name} takes Tensors, not {type(x).__name__}. For other objects: broadcast_object_list, "
                            "all_gather_object.")


def is_buffer(array):
    """Return True if MPI can use the array without a copy; not for float16, which MPI does not support."""
    return type(array) is np.ndarray and array.flags.c_contiguous and array.dtype.char != "e" and array.flags.writeable


def buffer(tensor):
    """Return the tensor's elements for MPI: its own array if MPI can use it, else a copy; float16 becomes float32."""
    array = tensor.array
    if is_buffer(array):
        return array
    array = np.ascontiguousarray(backend.move(array, "cpu"))
    return array.astype(np.float32 if array.dtype.char == "e" else array.dtype)


def put(tensor, array):
    """Copy received data from a buffer into its tensor, and increment the tensor's version."""
    own = tensor.array
    if array is not own:
        own[...] = backend.move(array.astype(own.dtype, copy=False), backend.device_of(own))
    bump(tensor)


def stack_tensors(name, tensors, like):
    """Return a list of tensors as one array; raise ValueError unless each has the shape and dtype of `like`."""
    for i, x in enumerate(tensors):
        check(name, x)
        if x.shape != like.shape or x.dtype != like.dtype:
            raise ValueError(f"{name}: tensor {i} of the list is {tuple(x.shape)} {x.dtype}, but all tensors must be "
                             f"{tuple(like.shape)} {like.dtype}.")
    return np.stack([buffer(x) for x in tensors])


def array_for_ranks(name, tensors, like, group):
    """Return an array for the data of all ranks, and a function that copies this array into the list's tensors."""
    if len(tensors) != group.size():
        raise ValueError(f"{name} needs a list of {group.size()} tensors, one per rank, not {len(tensors)}.")
    arrived = stack_tensors(name, tensors, like)

    def finish():
        for x, array in zip(tensors, arrived):
            put(x, array)
    return arrived, finish
