"""tf.lookup: tables that are made once, and asked for the values of keys."""

import numpy as np

from ..core.dtypes import as_dtype, int64, string
from ..core.errors import InvalidArgumentError
from ..core.missing import speak_for as _speak_for
from ..functions.creation import constant, convert_to_tensor
from ..tf1.graph import Operation, Tensor as GraphTensor

__all__ = ["KeyValueTensorInitializer", "StaticHashTable", "TextFileIndex", "TextFileInitializer"]


class KeyValueTensorInitializer:
    """What a table begins with: keys (n,) and values (n,), of texts or whole numbers or floats.

    key_dtype, value_dtype    their element types; None: as given

    Raises InvalidArgumentError where they are not as many, or a key has two values.
    """

    def __init__(self, keys, values, key_dtype=None, value_dtype=None, name=None):
        keys, values = constant(keys, dtype=key_dtype), constant(values, dtype=value_dtype)
        self.key_dtype, self.value_dtype = keys.dtype, values.dtype
        own, others = (np.asarray(x.numpy()).reshape(-1).tolist() for x in (keys, values))
        if len(own) != len(others):
            raise InvalidArgumentError(f"Expected shape {keys.shape} for value, got {values.shape}")
        self.found: dict = {}
        for key, value in zip(own, others):
            if self.found.setdefault(key, value) != value:
                raise InvalidArgumentError(f"HashTable has different value for same key. Key {key} has "
                                           f"{self.found[key]} and trying to add value {value}")


class TextFileIndex:
    """What of a line of a file is meant: all of it, its number, or else the number of one of its columns."""

    WHOLE_LINE, LINE_NUMBER = -2, -1


class TextFileInitializer(KeyValueTensorInitializer):
    """What a table begins with: a line of a file each.

    filename                    the file, in UTF-8
    key_dtype, value_dtype      tf.string or tf.int64
    key_index, value_index      a TextFileIndex, or a column, from 0 on
    vocab_size                  how many lines are read; None: all
    delimiter                   between columns
    value_index_offset          added to the numbers of lines that are values
    """

    def __init__(self, filename, key_dtype, key_index, value_dtype, value_index, vocab_size=None, delimiter="\t",
                 name=None, value_index_offset=0):
        with open(filename, encoding="utf-8") as file:
            lines = file.read().splitlines()[:vocab_size]

        def part(dtype, index, offset=0):
            if index == TextFileIndex.LINE_NUMBER:
                return [number + offset for number in range(len(lines))]
            texts = lines if index == TextFileIndex.WHOLE_LINE else [line.split(delimiter)[index] for line in lines]
            return [text if as_dtype(dtype) is string else int(text) for text in texts]
        super().__init__(part(key_dtype, key_index), part(value_dtype, value_index, value_index_offset), key_dtype,
                         value_dtype)


class StaticHashTable:
    """A table that does not change: `lookup(keys)` gives the values of keys, default_value for those not in it.

    initializer                   a KeyValueTensorInitializer or TextFileInitializer
    experimental_is_anonymous     taken, without effect

    >>> from minitorch.dialects import tf2 as tf
    >>> table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["cat", "dog"], [1, 2]), default_value=-1)
    >>> table.lookup(tf.constant(["dog", "bird"])).numpy()
    array([ 2, -1], dtype=int32)
    """

    def __init__(self, initializer, default_value, name=None, experimental_is_anonymous=False):
        self.found, self.key_dtype, self.value_dtype = initializer.found, initializer.key_dtype, initializer.value_dtype
        self.default_value = constant(default_value, dtype=self.value_dtype)
        self.name = name or "hash_table"

    def lookup(self, keys, name=None):
        """Return the values of keys, of any shape -> the same shape. Raise TypeError for keys of another type."""
        keys = convert_to_tensor(keys)
        if isinstance(keys, GraphTensor):                    # in a tf.function
            made = Operation(keys.graph, self.lookup, (keys,), {}, name or "lookup", [(keys.shape, self.value_dtype)])
            made.unrecorded = "a table is asked, which no program holds"
            return made.result
        if keys.dtype != self.key_dtype:
            raise TypeError(f"Dtype of argument `keys` must be {self.key_dtype}, received: {keys.dtype}")
        default = self.default_value.numpy()
        default = default.item() if hasattr(default, "item") else default
        values = [self.found.get(key, default) for key in np.asarray(keys.numpy()).reshape(-1).tolist()]
        kind = object if self.value_dtype is string else self.value_dtype.kind.numpy
        return constant(np.array(values, kind).reshape(tuple(keys.shape)), dtype=self.value_dtype)

    __getitem__ = lookup

    def size(self, name=None):
        """Return how many keys there are."""
        return constant(len(self.found), dtype=int64)

    def export(self, name=None):
        """Return (all keys, their values)."""
        return (constant(list(self.found), dtype=self.key_dtype),
                constant(list(self.found.values()), dtype=self.value_dtype))


_speak_for(globals(), "tf.lookup")
