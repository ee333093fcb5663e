"""The commonest op, two tensors and no settings: the same as `apply`, `record` and `walk`, without their loops.

Whatever is unusual about a call (a dtype to promote, a GPU array, a watcher, an error to explain) goes the long way;
a law of the tests holds the two ways together.
"""

from sys import _getframe

import numpy as np

from .. import dtypes
from ..piece import mounted
from . import door
from .arrive import SMALL, is_new, wrap
from .errors import own
from .modes import recording
from .node import FREED, INFERENCE, Leaf, Node, tensor_types, tick
from .record import check_kept

ndarray, single = np.ndarray, dtypes.float32.numpy
new = object.__new__
watchers, NOTHING = door.watchers, door.NOTHING
BOTH, ONE, OTHER = (True, True), (True, False), (False, True)


def short_way(op, otherwise, above=1):
    """`op` as a function of a Tensor and another; what is unusual it leaves to `otherwise(op, (x, y), {})`.

    above   how many calls up the user's line may be, at the least
    """
    keeps_when, ufunc = op.keeps_when, op.ufunc              # what to keep: by which of the two want a gradient

    def apply_pair(x, y):
        if type(y) not in tensor_types:
            return otherwise(op, (x, y), {})
        if x._view is not None:
            x.refresh()
        if y._view is not None:
            y.refresh()
        a, b, p, q = x.array, y.array, x._node, y._node
        if p is not None:
            keeps = keeps_when[1] if q is None else keeps_when[3]
        else:
            keeps = None if q is None else keeps_when[2]
        dtype = a.dtype
        if (keeps is None or type(a) is not ndarray or type(b) is not ndarray or b.dtype is not dtype
                or dtype is not single and dtype.kind != "f" or watchers or mounted or recording.get() is not True):
            result = unrecorded(op, x, y) if p is q is None else None
            return otherwise(op, (x, y), {}) if result is None else result
        try:
            out = op.forward(np, a, b) if ufunc is None else ufunc(a, b)
        except Exception:
            return otherwise(op, (x, y), {})             # which explains it
        if type(out) is not ndarray:
            out = np.asarray(out)
        result = new(door.Tensor)
        result.array, result._cell, result._view, result._cut = out, None, None, None
        result._node = node = Node()
        node.op, node.edges = op, (p, q)
        node.order, node.settings = tick(), NOTHING
        node.shape, node.dtype = out.shape, out.dtype
        node.hooks = node.out = None
        guard = ()
        if keeps:
            keep_a, keep_b = keeps
            if keep_a:
                cell = x._cell
                if cell is None:
                    x._cell = cell = [0, None]
                elif cell[0] is INFERENCE:
                    return otherwise(op, (x, y), {})
                guard = (cell, cell[0])
            if keep_b:
                cell = y._cell
                if cell is None:
                    y._cell = cell = [0, None]
                elif cell[0] is INFERENCE:
                    return otherwise(op, (x, y), {})
                guard += (cell, cell[0])
            node.saved = (a if keep_a else None, b if keep_b else None)
        else:
            node.saved = ()
        node.guard = guard
        frame = _getframe(above)
        code = frame.f_code
        while own[code.co_filename] and frame.f_back is not None:
            frame = frame.f_back
            code = frame.f_code
        node.code, node.at = code, frame.f_lasti
        return result
    return apply_pair


def unrecorded(op, x, y):
    """The result alone, where no gradient is wanted of either; None where anything else is unusual."""
    a, b = x.array, y.array
    if (not op.paired or type(a) is not ndarray or type(b) is not ndarray or b.dtype is not a.dtype
            or a.dtype.kind != "f" or watchers or mounted or x._cut is not None or y._cut is not None):
        return None
    try:
        out = op.forward(np, a, b) if op.ufunc is None else op.ufunc(a, b)
    except Exception:
        return None
    return wrap(out if type(out) is ndarray else np.asarray(out))


def back(node, grad, pending, ours):
    """Carry a gradient back through a node that two tensors made.

    returns   None once both gradients are where they go on; else the two, with None for what is there already
    """
    op, saved, guard = node.op, node.saved, node.guard
    if guard and (guard[0][0] != guard[1] or len(guard) > 2 and guard[2][0] != guard[3]) or saved is FREED:
        check_kept(node)
    x, y = first, second = node.edges
    if saved:
        x, y = saved
        x, y = first if x is None else x, second if y is None else y
    if op.wants_needs:
        needs = BOTH if first is not None and second is not None else ONE if second is None else OTHER
        result = one, other = op.derivative(grad, None, x, y, needs=needs)
    else:
        result = one, other = op.derivative(grad, None, x, y)
    left = None                                              # and now one after the other: a loop costs a quarter more
    if first is not None:
        if type(one) is not ndarray or one.shape != first.shape or one.dtype is not first.dtype:
            left = result
        else:
            old = pending.get(first)
            if old is None:
                pending[first] = one
                if type(first) is Leaf and is_new(one, result, grad, saved, None):
                    ours.add(first)
            elif one.size < SMALL:
                pending[first] = old + one
            elif first in ours:
                old += one
            else:
                pending[first] = old + one
                ours.add(first)
            one = None
    if second is not None:
        if type(other) is not ndarray or other.shape != second.shape or other.dtype is not second.dtype:
            left = result
        else:
            old = pending.get(second)
            if old is None:
                pending[second] = other
                if type(second) is Leaf and is_new(other, result, grad, saved, None):
                    ours.add(second)
            elif other.size < SMALL:
                pending[second] = old + other
            elif second in ours:
                old += other
            else:
                pending[second] = old + other
                ours.add(second)
            other = None
    return None if left is None else (one, other)
