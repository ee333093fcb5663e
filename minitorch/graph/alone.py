"""The next commonest op: one tensor, perhaps with numbers, and no settings. The same as `apply`, with fewer questions.

Whatever is unusual about a call goes the long way, as in pair.py; the same law of the tests holds the two together.
"""

import numpy as np

from .. import dtypes
from ..piece import mounted
from . import door
from .modes import recording
from .node import tensor_types
from .record import record

ndarray, single = np.ndarray, dtypes.float32.numpy
new = object.__new__
watchers, REAL = door.watchers, {float, int}


def short_way(op, otherwise):
    """`op` as a function of (Tensor, numbers or None, …); what is unusual it leaves to `otherwise(op, inputs, {})`."""
    signature, settings = op.signature, op.defaults

    def apply_alone(inputs):
        x = inputs[0]
        if type(x) not in tensor_types:
            return otherwise(op, inputs, {})
        if x._view is not None:
            x.refresh()
        array, edge = x.array, x._node
        dtype = array.dtype
        if (edge is None or type(array) is not ndarray or dtype is not single and dtype.kind != "f"
                or watchers or mounted or recording.get() is not True):
            return otherwise(op, inputs, {})
        arrays, edges = (array,), (edge,)
        if len(inputs) > 1:
            for value, kind in zip(inputs[1:], signature.types[1:]):
                if value is not None and (type(value) not in REAL or kind is None or type(value) not in kind):
                    return otherwise(op, inputs, {})
            arrays, edges = (array, *inputs[1:]), (edge,) + (None,) * (len(inputs) - 1)
        try:
            out = op.forward(np, *arrays, **settings)
        except Exception:
            return otherwise(op, inputs, {})             # which explains it
        if type(out) is not ndarray:
            out = np.asarray(out)
        if out.dtype is not dtype and out.dtype.kind != "f":
            return otherwise(op, inputs, {})
        result = new(door.Tensor)
        result.array = out
        result._node = record(op, inputs, arrays, edges, settings, result)
        return result
    return apply_alone
