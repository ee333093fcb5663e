"""tf.strings: the little that programs do with text among numbers."""

import re

import numpy as np

from ..core.convert import strings as _strings
from ..core.dtypes import as_dtype, float32
from ..core.errors import InvalidArgumentError
from ..core.tensor import StringTensor
from ..functions.creation import constant, convert_to_tensor


def texts(input):
    """Return an array of byte strings."""
    return np.asarray(convert_to_tensor(input).tensor)


def each(function, *inputs):
    """Apply a function to each text, a string of Python's, or to several that broadcast: texts of their shape."""
    values = np.broadcast_arrays(*map(texts, inputs))
    rows = zip(*([part.decode() for part in v.reshape(-1).tolist()] for v in values))
    return StringTensor(_strings(np.array([function(*row) for row in rows], object).reshape(values[0].shape)))


def measured(function, input, kind):
    """Return a number of each text, of its bytes, in an array of an element type."""
    value = texts(input)
    return constant(np.array([function(x) for x in value.reshape(-1).tolist()], kind).reshape(value.shape))


def lower(input, encoding="", name=None):
    """Return the texts of `input`, of any shape, in small letters; encoding is taken, they are UTF-8."""
    return each(str.lower, input)


def length(input, unit="BYTE", name=None):
    """Return how many bytes each text of `input`, of any shape, has; with unit "UTF8_CHAR", how many characters."""
    return measured(lambda x: len(x if unit == "BYTE" else x.decode()), input, "int32")


def join(inputs, separator="", name=None):
    """Return texts put one behind the other, element by element.

    inputs       a list of tensors of texts, whose shapes broadcast
    separator    what stands between them
    """
    return each(lambda *parts: separator.join(parts), *inputs)


def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
    """Return the texts with what a regular expression finds replaced.

    input             texts of any shape
    pattern           an expression, in Python's syntax
    rewrite           what comes in the place of a find: \\1 … \\9 are its groups, \\0 is all of it
    replace_global    whether all finds are replaced, or the first of each text
    """
    wanted, by = re.compile(text_of(pattern)), re.sub(r"\\0", r"\\g<0>", text_of(rewrite))
    return each(lambda text: wanted.sub(by, text, 0 if replace_global else 1), input)


def text_of(value):
    """Return a text as Python's string: of a tensor, of bytes, or one that is."""
    value = value.numpy() if hasattr(value, "numpy") else value
    return value.decode() if isinstance(value, bytes) else value


def substr(input, pos, len, unit="BYTE", name=None):
    """Return a part of each text of `input`, of any shape: `len` bytes from `pos` on, which may count from the end.

    unit    "BYTE", or "UTF8_CHAR": pos and len count characters

    Raises InvalidArgumentError for a place outside of a text.
    """
    value, parts = texts(input), []
    for text in value.reshape(-1).tolist():
        text = text if unit == "BYTE" else text.decode()
        if not -text.__len__() <= int(pos) <= text.__len__():
            raise InvalidArgumentError(f"pos {int(pos)} out of range for string {text!r}")
        start = int(pos) % (text.__len__() or 1) if int(pos) < 0 else int(pos)
        parts.append(text[start:start + int(len)])
    return StringTensor(_strings(np.array(parts, object).reshape(value.shape)))


def to_number(input, out_type=float32, name=None):
    """Return texts of any shape as numbers of out_type. Raises InvalidArgumentError for a text that is none."""
    kind = as_dtype(out_type)
    read = int if kind.is_integer else float
    try:
        return measured(read, input, kind.as_numpy_dtype)
    except ValueError as error:
        raise InvalidArgumentError(f"StringToNumberOp could not correctly convert string: {error}") from None


def reduce_join(inputs, axis=None, keepdims=False, separator="", name=None):
    """Return the texts along an axis put one behind the other.

    inputs       texts of any shape
    axis         None: all
    keepdims     whether the axis stays, with size 1
    separator    what stands between them
    """
    value = texts(inputs)
    rows = value.reshape(1, -1) if axis is None else np.moveaxis(value, axis, -1).reshape(-1, value.shape[axis])
    joined = np.array([separator.encode().join(row) for row in rows.tolist()], object)
    over = tuple(range(value.ndim)) if axis is None else (axis % value.ndim,)
    joined = joined.reshape([1 if i in over else n for i, n in enumerate(value.shape)])
    return StringTensor(_strings(joined if keepdims else joined.squeeze(over)))


def parts_of(function, input, name):
    """Return the parts of one text, a tensor without axes, as texts (n,). Raise NotImplementedError for several."""
    value = texts(input)
    if value.ndim:
        raise NotImplementedError(f"tf.strings.{name} of several texts gives rows of unequal length, and tensors are "
                                  f"dense here: call it on each text, as in dataset.map(tf.strings.{name}).")
    return StringTensor(_strings(np.array(function(value.item().decode()), object).reshape(-1)))


def split(input, sep=None, maxsplit=-1, name=None):
    """Return the words of one text, a tensor without axes: texts (n,).

    sep         what stands between them; None: white space
    maxsplit    how often it is split at most; −1: at each

    Raises NotImplementedError for several texts, whose words would be rows of unequal length.
    """
    return parts_of(lambda text: text.split(sep or None, maxsplit), input, "split")


def unicode_split(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    """Return the characters of one text, a tensor without axes: texts (n,).

    input_encoding              taken: texts are UTF-8
    errors, replacement_char    taken as TensorFlow does, without effect

    Raises NotImplementedError for several texts, whose characters would be rows of unequal length.
    """
    return parts_of(list, input, "unicode_split")
