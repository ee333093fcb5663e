"""Collectives on Python objects: they are pickled, sent between the ranks of one program, and unpickled."""

import pickle

import numpy as np

from . import arrays
from .group import require_member
from .reduce_op import ReduceOp


def pickle_to_bytes(obj):
    return np.frombuffer(bytearray(pickle.dumps(obj, 5)), np.uint8)


def all_gather_object(object_list, obj, group=None):
    """Set object_list[r] to the object obj of rank r, on all ranks; objects are pickled.

    >>> from minitorch import distributed
    >>> distributed.init_process_group()
    >>> found = [None]
    >>> all_gather_object(found, {"loss": 0.5})
    >>> found
    [{'loss': 0.5}]
    >>> distributed.destroy_process_group()
    """
    group = require_member(group)
    check_list("all_gather_object", object_list, group)
    object_list[:] = gather_objects(obj, group)


def gather_objects(obj, group):
    """Return the objects of all ranks of a group, in the order of the ranks."""
    own = pickle_to_bytes(obj)
    if group.comm is None:
        return [pickle.loads(own.tobytes())]
    sizes = np.empty(group.size(), np.int64)
    arrays.all_gather(group, sizes, np.array([own.size]))
    longest = int(sizes.max())
    sent, arrived = np.zeros(longest, np.uint8), np.empty((group.size(), longest), np.uint8)
    sent[:own.size] = own
    arrays.all_gather(group, arrived, sent)
    return [pickle.loads(row[:size].tobytes()) for row, size in zip(arrived, sizes.tolist())]


def gather_object(obj, object_gather_list=None, dst=0, group=None):
    """Set object_gather_list[r] to the object obj of rank r, on rank `dst`; on other ranks a list is a ValueError."""
    group = require_member(group)
    if (object_gather_list is not None) != (group.index(dst) == group.rank()):
        raise ValueError(f"gather_object: the list must be given on rank {dst}, and on no other.")
    found = gather_objects(obj, group)
    if object_gather_list is not None:
        check_list("gather_object", object_gather_list, group)
        object_gather_list[:] = found


def broadcast_object_list(object_list, src=0, group=None, device=None):
    """Copy the objects of rank `src` into object_list on all ranks. Raises ValueError if the lists' lengths differ."""
    group = require_member(group)
    root = group.index(src)
    if group.comm is None:
        return
    own = pickle_to_bytes(list(object_list)) if root == group.rank() else np.empty(0, np.uint8)
    size = np.array([own.size])
    arrays.all_reduce(group, size, ReduceOp.MAX)
    own = own if own.size else np.empty(int(size[0]), np.uint8)
    arrays.broadcast(group, own, root)
    found = pickle.loads(own.tobytes())
    if len(found) != len(object_list):
        raise ValueError(f"broadcast_object_list: rank {src} sends {len(found)} objects, but this list has "
                         f"{len(object_list)} items.")
    object_list[:] = found


def scatter_object_list(scatter_object_output_list, scatter_object_input_list=None, src=0, group=None):
    """Set scatter_object_output_list[0] on rank r to scatter_object_input_list[r] of rank `src`.

    Raises ValueError if rank `src` passes no list.
    """
    group = require_member(group)
    root = group.index(src)
    given = scatter_object_input_list if group.rank() == root else None
    if given is not None:
        check_list("scatter_object_list", given, group)
    scatter_object_output_list[0] = scatter_objects(given, root, group)


def scatter_objects(objects, root, group):
    """Return on rank r the object objects[r] of rank `root`. Raises ValueError on all ranks if root passes no list."""
    own = [pickle_to_bytes(obj) for obj in objects or ()]
    sizes = np.array([row.size for row in own] or [-1] * group.size())
    if group.comm is not None:
        arrays.broadcast(group, sizes, root)
    if sizes[0] < 0:
        raise ValueError(f"scatter_object_list: rank {group.ranks[root]} must pass scatter_object_input_list.")
    if group.comm is None:
        return pickle.loads(own[0].tobytes())
    rows, row = None, np.empty(int(sizes.max()), np.uint8)
    if group.rank() == root:
        rows = np.zeros((group.size(), row.size), np.uint8)
        for place, part in zip(rows, own):
            place[:part.size] = part
    arrays.scatter(group, row, rows, root)
    return pickle.loads(row[:sizes[group.rank()]].tobytes())


def check_list(name, objects, group):
    if len(objects) != group.size():
        raise ValueError(f"{name} needs a list of {group.size()} items, one for each rank, not {len(objects)}.")
