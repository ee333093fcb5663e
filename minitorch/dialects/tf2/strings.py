"""tf.strings: the little that programs do with text among numbers."""

import numpy as np

from ..core.convert import strings as _strings
from ..core.missing import speak_for as _speak_for
from ..core.tensor import StringTensor
from ..functions.creation import constant, convert_to_tensor

__all__ = ["as_string", "join", "length", "lower", "upper"]


def as_string(input, precision=-1, scientific=False, shortest=False, width=-1, fill="", name=None):
    """Numbers as text.

    input         numbers of any shape
    precision     how many digits follow the point; −1: 6
    scientific    whether floats are written as 1.5e+02
    shortest, width, fill    taken as TensorFlow does, without effect
    """
    value = np.asarray(convert_to_tensor(input))
    form = "" if value.dtype.kind in "iub" else f".{6 if precision < 0 else precision}{'e' if scientific else 'f'}"
    return StringTensor(_strings(np.array([format(x, form) for x in value.reshape(-1).tolist()]).reshape(value.shape)))


def changed(function, doc):
    """A function that changes each text, by Python's for one."""
    def run(input, encoding="", name=None):
        value = np.asarray(convert_to_tensor(input).tensor)
        made = np.array([function(x.decode()) for x in value.reshape(-1).tolist()]).reshape(value.shape)
        return StringTensor(_strings(made))
    run.__doc__ = f"{doc}: texts of any shape -> the same shape; encoding is taken, they are UTF-8."
    return run


lower = changed(str.lower, "The texts of `input` in small letters")
upper = changed(str.upper, "The texts of `input` in capital letters")


def length(input, unit="BYTE", name=None):
    """How many bytes each text of `input`, of any shape, has; with unit "UTF8_CHAR", how many characters."""
    value = np.asarray(convert_to_tensor(input).tensor)
    count = [len(x if unit == "BYTE" else x.decode()) for x in value.reshape(-1).tolist()]
    return constant(np.array(count, "int32").reshape(value.shape))


def join(inputs, separator="", name=None):
    """Texts put one behind the other, element by element.

    inputs       a list of tensors of texts, whose shapes broadcast
    separator    what stands between them
    """
    values = np.broadcast_arrays(*[np.asarray(convert_to_tensor(x).tensor) for x in inputs])
    made = [separator.encode().join(parts) for parts in zip(*(v.reshape(-1).tolist() for v in values))]
    return StringTensor(_strings(np.array(made).reshape(values[0].shape)))


_speak_for(globals(), "tf.strings")
