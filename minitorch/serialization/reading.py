"""What every format is read with: bytes by their place in a file, memory for them, and tensors that look at it."""

from functools import cached_property

import numpy as np

from .. import backend
from ..graph import leaf_of
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
        raw = np.empty(count, np.uint8)
        raw[:] = np.frombuffer(self.bytes(start, count), np.uint8)
        return raw

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
            if found is not None and not hasattr(found, "array"):
                self.failure = TypeError("map_location(storage, place) must return the storage or None, not "
                                         f"{type(found).__name__}.")
                raise self.failure
            if found is not None:
                return found.array
        elif isinstance(self.wanted, dict):
            target = self.wanted.get(saved, saved)
        elif self.wanted is not None:
            target = self.wanted
        try:
            return backend.move(flat, target)
        except RuntimeError as error:
            raise LoadError(f"a tensor belongs on {bare(str(target))}: {error} "
                            'load(f, map_location="cpu") brings all of them here.') from None


class Views:
    """Tensors that look at memory, each checked to stay inside it."""

    def __init__(self, source):
        self.source = source

    def view(self, flat, offset, shape, strides):
        """The elements of `flat` from `offset` on, by shape and strides (in elements)."""
        shape, strides = tuple(shape), tuple(strides)
        count, last = 1, offset
        right = len(shape) == len(strides) <= MOST_DIMENSIONS and type(offset) is int and 0 <= offset < 2 ** 62
        for length, stride in zip(shape, strides) if right else ():
            if type(length) is not int or type(stride) is not int or not (
                    0 <= length < 2 ** 62 and 0 <= stride < 2 ** 62):
                right = False
                break
            count *= length
            last += (length - 1) * stride
        if not right:
            self.whole(shape)
            raise self.source.broken(f"no tensor has shape {short(shape)}, strides {short(strides)} and offset "
                                     f"{short(offset)}.")
        if not count:
            self.whole(shape)
            return flat[:0].reshape(shape)
        if last >= flat.size:
            raise self.source.broken(f"a tensor of shape {short(shape)} would reach to element {last:,} of memory "
                                     f"that has {flat.size:,}.")
        if strides == contiguous(shape, strides):
            return flat[offset:offset + count].reshape(shape)
        library = backend.library_of(flat)
        steps = tuple(stride * flat.itemsize for stride in strides)
        seen = library.lib.stride_tricks.as_strided(flat[offset:], shape, steps)
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


def truths(raw):
    """Bools from bytes: whatever is not 0 is true, and kept as 1."""
    if raw.size and raw.max() > 1:
        raw = (raw != 0).view(np.uint8)
    return raw.view(np.bool_)


def bare(name):
    """A name from a file, without quotes if it can be one."""
    return name if len(name) <= 200 and name.replace(".", "").isidentifier() else short(name, 200)
