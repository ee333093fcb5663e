"""Collect the memory that a file stores: each storage once, even if many tensors share it."""

from .. import backend, dtypes
from ..backend.memory import address


class SharedStorages:
    """The arrays to be saved, each with the entry that describes it."""

    def __init__(self):
        self.uses = []

    def put(self, kind, array, path):
        """Add an array; return its entry, {kind: number of its storage, ...}, which `join_overlapping` completes."""
        if array.dtype not in dtypes.BY_NUMPY:
            raise TypeError(f"save cannot keep {path or 'this'}: it is an array of {array.dtype}.")
        entry = {kind: None}
        self.uses.append((array, entry))
        return entry

    def join_overlapping(self):
        """Return the arrays to write; tensors with overlapping memory become one array and views by offset, strides."""
        owners: dict = {}
        for array, entry in self.uses:
            owners.setdefault((id(base_of(array)), array.dtype), []).append((array, entry))
        arrays: list = []
        for uses in owners.values():
            for cluster in group_by_memory(uses):
                first = cluster[0][0]
                if all(layout(array) == layout(first) for array, _ in cluster):
                    for _, entry in cluster:
                        entry[next(iter(entry))] = len(arrays)
                    arrays.append(first)
                else:
                    arrays.append(join_group(cluster, len(arrays)))
        return arrays


def base_of(array):
    """Return the array that owns the memory."""
    while type(array.base) in backend.ARRAYS:
        array = array.base
    return array


def layout(array):
    return address(array), array.shape, array.strides


def byte_length(array):
    """Return the number of bytes from the first element to the end of the last element."""
    return sum((length - 1) * stride for length, stride in zip(array.shape, array.strides)) + array.itemsize


def group_by_memory(uses):
    """Group arrays in one memory block by overlap; each empty, reversed or expanded array is its own group."""
    def needs_own_group(array):
        return not array.size or min(array.strides, default=0) < 0 or any(
            stride == 0 and length > 1 for stride, length in zip(array.strides, array.shape))
    found, end = [[use] for use in uses if needs_own_group(use[0])], None
    for use in sorted((use for use in uses if not needs_own_group(use[0])), key=lambda use: address(use[0])):
        start = address(use[0])
        if end is None or start >= end or (start - address(found[-1][0][0])) % use[0].itemsize:
            found.append([])
            end = start
        found[-1].append(use)
        end = max(end, start + byte_length(use[0]))
    return found


def join_group(cluster, number):
    """Return the memory that a group uses, from its first byte to its last, and set each entry's view of it."""
    start = address(cluster[0][0])
    end = max(address(array) + byte_length(array) for array, _ in cluster)
    for array, entry in cluster:
        size = array.itemsize
        entry.update({next(iter(entry)): number, "offset": (address(array) - start) // size,
                      "shape": list(array.shape), "strides": [stride // size for stride in array.strides]})
    first = cluster[0][0]
    as_strided = backend.library_of(first).lib.stride_tricks.as_strided
    return as_strided(first, ((end - start) // first.itemsize,), (first.itemsize,))
