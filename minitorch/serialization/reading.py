"""Tools for reading every format: bytes at a position in a file, memory for them, and tensors that view this memory."""

import os
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from math import prod

import numpy as np

from .. import backend
from ..runtime import leaf_of
from ..tensors.tensor import tensor_of
from . import registry
from .limits import MOST_COPIED, MOST_DIMENSIONS, TIMES, shape_problem, short


class LoadError(RuntimeError):
    """The error for a file that is damaged, incomplete, of an unknown format, or contains anything but values."""


class Source:
    """An open file, the name for it in messages, and whether its numbers are mapped into memory."""

    def __init__(self, file, name, mapped=False):
        self.file, self.name, self.mapped = file, name, mapped
        self.size = file.seek(0, 2)
        self.start = self.bytes(0, min(self.size, 64))
        self.copied = 0

    def broken(self, text):
        return LoadError(f"{self.name} is damaged: {text}")

    def bytes(self, start, count):
        """Return `count` bytes from `start` on; raise an error if the file ends before."""
        if start < 0 or count < 0 or start + count > self.size:
            raise self.broken(f"it refers to {count:,} bytes from byte {start:,} on, but has {self.size:,} bytes. "
                              "Was it cut short?")
        self.file.seek(start)
        return self.file.read(count)

    def blocks(self, start, size=1 << 24):
        """Generate all bytes from `start` on, in blocks."""
        for at in range(start, self.size, size):
            yield self.bytes(at, min(size, self.size - at))

    def raw(self, start, count):
        """Return `count` bytes from `start` on as a writable uint8 array (the file does not change)."""
        if self.mapped and count:
            self.bytes(start + count, 0)                      # this raises an error if the file is too short
            self.check_length()
            return np.frombuffer(self.memory, np.uint8, count, start)
        return np.frombuffer(self.bytes(start, count), np.uint8).copy()

    @cached_property
    def memory(self):
        """Map the open file into memory once, for all arrays: a second map could show a new file of the same name."""
        from mmap import ACCESS_COPY, mmap
        return mmap(self.file.fileno(), 0, access=ACCESS_COPY)

    def check_length(self):
        """Raise an error if the file became shorter since it was opened: reading beyond its end would be a SIGBUS."""
        if (left := os.fstat(self.file.fileno()).st_size) < self.size:
            raise self.broken(f"it was cut short while it was being read: from {self.size:,} bytes to {left:,}.")

    def count_copied(self, count):
        """Count bytes that are copied because the file refers to them again; raise an error if they are too many."""
        self.copied += count
        most = max(MOST_COPIED, TIMES * self.size)
        if self.copied > most:
            raise self.broken(f"it uses its parts again so often that more than {most:,} bytes would be copied.")


@contextmanager
def open_source(f, mmap=False):
    """Open a Source on a path or an open file."""
    if hasattr(f, "read"):
        if mmap:
            raise RuntimeError("mmap=True needs the path of a file, because an open file cannot be mapped.")
        data = f.read()
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError('load needs a file opened for reading bytes, as by open(path, "rb").')
        yield Source(BytesIO(data), str(getattr(f, "name", "this file")))
        return
    try:
        path = os.fsdecode(f)
    except TypeError:
        raise TypeError(f"load needs a path or a file opened for reading bytes, not {type(f).__name__}.") from None
    if os.path.isdir(path):
        raise IsADirectoryError(f"{path} is a folder; load needs a file that minitorch.save wrote.")
    if not os.path.exists(path):
        raise FileNotFoundError(f"There is no file {path}.{similar_names(path)}")
    if not os.path.isfile(path):
        raise LoadError(f"{path} is a pipe or a device; load needs the path of a file, or an open file.")
    with open(path, "rb") as file:
        source = Source(file, path, mmap)
        yield source
        if mmap:
            source.check_length()


def similar_names(path):
    """Return files of the same folder with a similar name, for an error message."""
    from difflib import get_close_matches
    folder, name = os.path.split(os.path.abspath(path))
    if not os.path.isdir(folder):
        return f" There is no folder {folder} either."
    near = get_close_matches(name, sorted(os.listdir(folder))[:1000], 3)
    return f" Similar names: {', '.join(near)}." if near else ""


class MapLocation:
    """A function that moves loaded memory to the device that `map_location` selects."""

    def __init__(self, map_location=None):
        self.map_location, self.failure = map_location, None

    def __call__(self, flat, saved):
        """Move the array `flat`, which was saved from the device `saved`, to the device that map_location selects."""
        target = saved
        if callable(self.map_location):
            try:
                found = self.map_location(tensor_of(flat), saved)
            except Exception as error:
                self.failure = error
                raise
            if hasattr(found, "array"):
                return found.array
            if found is not None:
                self.failure = TypeError("map_location(storage, place) must return the storage or None, not "
                                         f"{type(found).__name__}.")
                raise self.failure
        elif isinstance(self.map_location, dict):
            target = self.map_location.get(saved, saved)
        elif self.map_location is not None:
            target = self.map_location
        try:
            return backend.move(flat, target)
        except RuntimeError as error:
            what = ("Attempting to deserialize object on a CUDA device but cuda.is_available() is False: "
                    if str(target).partition(":")[0] == "cuda" and backend.detect()[0] is None else "")
            raise LoadError(f"{what}a tensor belongs on {quoted(str(target))}. {error} "
                            'load(f, map_location="cpu") loads all tensors on the CPU.') from None


class Views:
    """A class that creates views of memory, and checks that each view is inside this memory."""

    def __init__(self, source):
        self.source = source

    def view(self, flat, offset, shape, strides):
        """Return a view of `flat` from `offset` on, by shape and strides (in elements)."""
        shape, strides = tuple(shape), tuple(strides)
        if len(shape) != len(strides) or len(shape) > MOST_DIMENSIONS or not all(
                type(n) is int and 0 <= n < 2 ** 62 for n in (offset, *shape, *strides)):
            self.check_shape(shape)
            raise self.source.broken(f"no tensor has shape {short(shape)}, strides {short(strides)} and offset "
                                     f"{short(offset)}.")
        count = prod(shape)
        if not count:
            self.check_shape(shape)
            return flat[:0].reshape(shape)
        last = offset + sum((length - 1) * stride for length, stride in zip(shape, strides))
        if last >= flat.size:
            raise self.source.broken(f"a tensor of shape {short(shape)} would reach to element {last:,} of memory "
                                     f"that has {flat.size:,}.")
        if strides == contiguous(shape, strides):
            return flat[offset:offset + count].reshape(shape)
        steps = tuple(stride * flat.itemsize for stride in strides)
        seen = backend.library_of(flat).lib.stride_tricks.as_strided(flat[offset:], shape, steps)
        if not may_overlap(shape, strides):
            return seen
        self.source.count_copied(count * flat.itemsize)
        return seen.copy()

    def check_shape(self, shape):
        """Raise an error for a shape that is not valid."""
        if problem := shape_problem(shape):
            raise self.source.broken(f"no tensor has shape {short(shape)}: it {problem}.")


def contiguous(shape, strides):
    """Return the strides of a contiguous array of this shape; for sizes of 1, the given strides."""
    found, step = [], 1
    for length, stride in zip(reversed(shape), reversed(strides)):
        found.append(stride if length == 1 else step)
        step *= length
    return tuple(reversed(found))


def may_overlap(shape, strides):
    """Return True if two elements may be at the same address."""
    reach = 0
    for stride, length in sorted((s, n) for s, n in zip(strides, shape) if n > 1):
        if stride <= reach:
            return True
        reach += (length - 1) * stride
    return False


def as_tensor_class(array, kind="Tensor", requires_grad=False):
    """Return an array as a tensor of class `kind`: Tensor, Parameter, …"""
    tensor = tensor_of(array, registry.tensors[kind])
    if kind == "Buffer":
        tensor.persistent = True
    if requires_grad:
        if array.dtype.kind not in "fc":
            raise LoadError(f"the file is damaged: a tensor of {array.dtype} cannot require a gradient.")
        leaf_of(tensor)
    return tensor


def as_bools(raw):
    """Return bytes as bools: every byte except 0 is True, and is stored as 1."""
    return raw != 0 if raw.size and raw.max() > 1 else raw.view(np.bool_)


def quoted(name):
    """Return a name from a file as text, with quotes if it is no valid name."""
    return name if len(name) <= 200 and name.replace(".", "").isidentifier() else short(name, 200)
