"""The commonest op but one: a single tensor, perhaps with numbers and settings. The same as `apply` and `record`, with
fewer questions.

Whatever is unusual about a call goes the long way, as in pair.py; the same law of the tests holds the two together.
"""

from sys import _getframe

import numpy as np

from .. import dtypes
from ..piece import mounted
from . import door
from .errors import own
from .modes import recording
from .node import INFERENCE, Node, tensor_types, tick
from .views import share

ndarray, single = np.ndarray, dtypes.float32.numpy
new = object.__new__
watchers = door.watchers
PLAIN, MANY = {int, float, bool, str, type(None)}, 256     # settings that are remembered; how many calls an op


def usual(op, x, inputs, settings, key, passed):
    """Whether beside the tensor x there are numbers or None only; settings are looked at too, and refused if wrong.

    key   of `passed`, where a call that was right is remembered: one whose settings are plain and kept their names
    """
    if settings:
        door.check(op, inputs, settings)
    for value, types in zip(inputs, op.signature.numbers):
        if value is not None and value is not x and type(value) not in types:
            return False
    if len(passed) < MANY and (not settings or PLAIN.issuperset(map(type, settings.values()))
                               and settings.keys() <= set(key)):
        passed.add(key)
    return True


def short_way(op, otherwise, at=0, above=1):
    """`op` as a function of (inputs, settings); what is unusual it leaves to `otherwise(op, inputs, settings)`.

    inputs   at `at` a Tensor, and beside it numbers or None
    above    how many calls up the user's line may be, at the least
    """
    signature, defaults, width, ufunc = op.signature, op.defaults, len(op.inputs), op.ufunc
    before, after = (None,) * at, (None,) * (width - at - 1)
    keeps = tuple([kept and whose in (None, at) for kept, whose in zip(op.keeps_inputs, op.keeps_for)])
    keeps_any, keeps_all, keeps_it = any(keeps), all(keeps), keeps[at:at + 1] == (True,)
    keeps_out, residual, view = op.keeps_out and op.out_for in (None, at) and not op.residual, op.residual, op.view
    unsaved = (None,) * width if op.keeps_any or op.shapes else ()
    passed: set = set()                                  # kinds of arguments, and settings, that were looked at before

    def apply_alone(inputs, settings):
        x = inputs[at]
        if type(x) not in tensor_types:
            return otherwise(op, inputs, settings)
        if x._view is not None:
            x.refresh()
        array, edge = x.array, x._node
        dtype = array.dtype
        if (type(array) is not ndarray or dtype is not single and dtype.kind != "f" or watchers or mounted
                or (x._cut is not None if edge is None else recording.get() is not True)):
            return otherwise(op, inputs, settings)
        arrays = (array,)
        if width > 1 or settings and not signature.trusted:
            if settings:
                key = (*map(type, inputs), array.ndim, *settings, *settings.values(), *map(type, settings.values()))
            else:
                key = type(inputs[1 - at]) if width == 2 else (*map(type, inputs),)
            try:
                known = key in passed
            except TypeError:                            # of a list
                known = False
            if not known and not usual(op, x, inputs, settings, key, passed):
                return otherwise(op, inputs, settings)
            if width == 2:
                arrays = (inputs[0], array) if at else (array, inputs[1])
            elif width > 2:
                arrays = inputs[:at] + arrays + inputs[at + 1:]
        settings = {**defaults, **settings} if settings else defaults
        try:
            out = op.forward(np, *arrays, **settings) if ufunc is None else ufunc(*arrays)
        except Exception:
            return otherwise(op, inputs, settings)       # which explains it
        rest = None
        if residual:
            out, rest = out
        if type(out) is not ndarray:
            out = np.asarray(out)
        if out.dtype is not dtype and out.dtype.kind != "f":
            return otherwise(op, inputs, settings)
        result = new(door.Tensor)
        result.array, result._cell, result._view, result._cut = out, None, None, None
        if edge is None:
            result._node = None
        else:
            result._node = node = Node()
            node.op, node.settings, node.order = op, settings, tick()
            node.edges = before + (edge,) + after
            node.shape, node.dtype = out.shape, out.dtype
            node.hooks, node.out = None, rest
            node.saved, node.guard = unsaved, ()
            if keeps_any:
                node.saved = arrays if keeps_all else tuple([v if kept else None for v, kept in zip(arrays, keeps)])
                if keeps_it:
                    cell = x._cell
                    if cell is None:
                        x._cell = cell = [0, None]
                    elif cell[0] is INFERENCE:
                        return otherwise(op, inputs, settings)
                    node.guard = (cell, cell[0])
            if keeps_out:
                node.out, result._cell = out, [0, None]
                node.guard += (result._cell, 0)
            frame = _getframe(above)
            code = frame.f_code
            while own[code.co_filename] and frame.f_back is not None:
                frame = frame.f_back
                code = frame.f_code
            node.code, node.at = code, frame.f_lasti
        if view:
            share(op, x, settings, result)
        return result
    return apply_alone
