"""What every format is read with: bytes by their place in a file, memory for them, and tensors that look at it."""

import os
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from math import prod

import numpy as np

from .. import backend
from ..runtime import leaf_of
from ..tensors.tensor import plain
from . import registry
from .limits import MOST_DIMENSIONS, MOST_WRITTEN_OUT, TIMES, shape_problem, short


class LoadError(RuntimeError):
    """A file is not what it should be, not all of it, or asks for more than values."""


class Source:
    """An open file, what to call it in messages, and whether its numbers are to stay in it."""

    def __init__(self, file, name, mapped=False):
        self.file, self.name, self.mapped = file, name, mapped
        self.size = file.seek(0, 2)
        self.start = self.bytes(0, min(self.size, 64))
        self.written_out = 0

    def broken(self, text):
        return LoadError(f"{self.name} is damaged: {text}")

    def bytes(self, start, count):
        """The bytes from `start` on: `count` of them, or an error."""
        if start < 0 or count < 0 or start + count > self.size:
            raise self.broken(f"it speaks of {count:,} bytes from byte {start:,} on, and has {self.size:,}. "
                              "Was it cut short?")
        self.file.seek(start)
        return self.file.read(count)

    def raw(self, start, count):
        """The same as an array of uint8 that may be written to (the file does not change)."""
        if self.mapped and count:
            self.bytes(start + count, 0)                      # is there so much?
            return np.frombuffer(self.memory, np.uint8, count, start)
        return np.frombuffer(self.bytes(start, count), np.uint8).copy()

    @cached_property
    def memory(self):
        """The open file as memory: one mapping for all arrays, so that no other file of that name gets between."""
        from mmap import ACCESS_COPY, mmap
        return mmap(self.file.fileno(), 0, access=ACCESS_COPY)

    def write_out(self, count):
        """Count bytes that are copied because of what the file says, and not because it holds them."""
        self.written_out += count
        most = max(MOST_WRITTEN_OUT, TIMES * self.size)
        if self.written_out > most:
            raise self.broken(f"it repeats its own parts: in bytes, more than {most:,} would be written out.")


@contextmanager
def opened(f, mmap=False):
    """A Source on a path or an open file."""
    if hasattr(f, "read"):
        if mmap:
            raise RuntimeError("mmap=True needs the path of a file; an open one is read whole.")
        data = f.read()
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError('load needs a file opened for reading bytes, as open(path, "rb") does.')
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
        raise LoadError(f"{path} is a pipe or a device; load needs a file, or one that is opened.")
    with open(path, "rb") as file:
        yield Source(file, path, mmap)


def similar_names(path):
    """Files of the same folder with a similar name, for the error."""
    from difflib import get_close_matches
    folder, name = os.path.split(os.path.abspath(path))
    if not os.path.isdir(folder):
        return f" There is no folder {folder} either."
    near = get_close_matches(name, sorted(os.listdir(folder))[:1000], 3)
    return f" Near it in name: {', '.join(near)}." if near else ""


class Places:
    """Where loaded memory goes: what `map_location` said."""

    def __init__(self, map_location=None):
        self.wanted, self.failure = map_location, None

    def __call__(self, flat, saved):
        """The array `flat`, which was saved from the device `saved`, where it belongs."""
        target = saved
        if callable(self.wanted):
            try:
                found = self.wanted(plain(flat), saved)
            except Exception as error:
                self.failure = error
                raise
            if hasattr(found, "array"):
                return found.array
            if found is not None:
                self.failure = TypeError("map_location(storage, place) must return the storage or None, not "
                                         f"{type(found).__name__}.")
                raise self.failure
        elif isinstance(self.wanted, dict):
            target = self.wanted.get(saved, saved)
        elif self.wanted is not None:
            target = self.wanted
        try:
            return backend.move(flat, target)
        except RuntimeError as error:
            what = ("Attempting to deserialize object on a CUDA device but cuda.is_available() is False: "
                    if str(target).partition(":")[0] == "cuda" and backend.detect()[0] is None else "")
            raise LoadError(f"{what}a tensor belongs on {bare(str(target))}. {error} "
                            'load(f, map_location="cpu") brings all of them here.') from None


class Views:
    """Tensors that look at memory, each checked to stay inside it."""

    def __init__(self, source):
        self.source = source

    def view(self, flat, offset, shape, strides):
        """The elements of `flat` from `offset` on, by shape and strides (in elements)."""
        shape, strides = tuple(shape), tuple(strides)
        if len(shape) != len(strides) or len(shape) > MOST_DIMENSIONS or not all(
                type(n) is int and 0 <= n < 2 ** 62 for n in (offset, *shape, *strides)):
            self.whole(shape)
            raise self.source.broken(f"no tensor has shape {short(shape)}, strides {short(strides)} and offset "
                                     f"{short(offset)}.")
        count = prod(shape)
        if not count:
            self.whole(shape)
            return flat[:0].reshape(shape)
        last = offset + sum((length - 1) * stride for length, stride in zip(shape, strides))
        if last >= flat.size:
            raise self.source.broken(f"a tensor of shape {short(shape)} would reach to element {last:,} of memory "
                                     f"that has {flat.size:,}.")
        if strides == contiguous(shape, strides):
            return flat[offset:offset + count].reshape(shape)
        steps = tuple(stride * flat.itemsize for stride in strides)
        seen = backend.library_of(flat).lib.stride_tricks.as_strided(flat[offset:], shape, steps)
        if not overlapping(shape, strides):
            return seen
        self.source.write_out(count * flat.itemsize)
        return seen.copy()

    def whole(self, shape):
        """Raise for a shape that no tensor has."""
        if problem := shape_problem(shape):
            raise self.source.broken(f"no tensor has shape {short(shape)}: it {problem}.")


def contiguous(shape, strides):
    """The strides of rows laid one after the other; where a length is 1, those that are given."""
    found, step = [], 1
    for length, stride in zip(reversed(shape), reversed(strides)):
        found.append(stride if length == 1 else step)
        step *= length
    return tuple(reversed(found))


def overlapping(shape, strides):
    """Whether two elements may lie at the same place."""
    reach = 0
    for stride, length in sorted((s, n) for s, n in zip(strides, shape) if n > 1):
        if stride <= reach:
            return True
        reach += (length - 1) * stride
    return False


def made(array, kind="Tensor", requires_grad=False):
    """A tensor of a known kind around an array."""
    tensor = plain(array, registry.tensors[kind])
    if kind == "Buffer":
        tensor.persistent = True
    if requires_grad:
        if array.dtype.kind not in "fc":
            raise LoadError(f"the file is damaged: a tensor of {array.dtype} cannot require a gradient.")
        leaf_of(tensor)
    return tensor


def as_bools(raw):
    """Bools from bytes: whatever is not 0 is true, and kept as 1."""
    return raw != 0 if raw.size and raw.max() > 1 else raw.view(np.bool_)


def bare(name):
    """A name from a file, without quotes if it can be one."""
    return name if len(name) <= 200 and name.replace(".", "").isidentifier() else short(name, 200)
