"""Tensors as MPI takes them: arrays of the host, contiguous; and back into the tensor when something has arrived."""

import numpy as np

from .. import backend
from ..engine import tensor_types
from ..runtime import bump


def check(name, *tensors):
    """Raise TypeError for what is no Tensor."""
    for x in tensors:
        if type(x) not in tensor_types:
            raise TypeError(f"{name} takes Tensors, not {type(x).__name__}. For other objects: broadcast_object_list, "
                            "all_gather_object.")


def fits(array):
    """Whether MPI can read and write it where it is. It knows no float16, whose sums would also soon overflow."""
    return type(array) is np.ndarray and array.flags.c_contiguous and array.dtype.char != "e" and array.flags.writeable


def buffer(tensor):
    """The tensor's elements for MPI: its own array where that fits, else a copy of the shape, float16 as float32."""
    array = tensor.array
    if fits(array):
        return array
    array = np.ascontiguousarray(backend.move(array, "cpu"))
    return array.astype(np.float32 if array.dtype.char == "e" else array.dtype)


def put(tensor, array):
    """Bring what arrived in a buffer into its tensor, and count the write."""
    own = tensor.array
    if array is not own:
        own[...] = backend.move(array.astype(own.dtype, copy=False), backend.device_of(own))
    bump(tensor)


def stacked(name, tensors, like):
    """A list of tensors as one array, each of the shape and dtype of `like`. Raises ValueError for others."""
    for i, x in enumerate(tensors):
        check(name, x)
        if x.shape != like.shape or x.dtype != like.dtype:
            raise ValueError(f"{name}: tensor {i} of the list is {tuple(x.shape)} {x.dtype}, and must be as the others "
                             f"are, {tuple(like.shape)} {like.dtype}.")
    return np.stack([buffer(x) for x in tensors])


def room(name, tensors, like, group):
    """An array for what arrives from each rank, and the function that brings it into the list's tensors."""
    if len(tensors) != group.size():
        raise ValueError(f"{name} needs a list of {group.size()} tensors, one a rank of the group, not {len(tensors)}.")
    arrived = stacked(name, tensors, like)

    def finish():
        for x, array in zip(tensors, arrived):
            put(x, array)
    return arrived, finish
