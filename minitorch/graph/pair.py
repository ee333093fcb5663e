"""The door for the commonest call, two tensors and no settings: the same as `apply` and `record`, without their loops.

Whatever is unusual about a call (a dtype to promote, a GPU array, a watcher, an error to explain) goes the long way;
a law of the tests holds the two ways together.
"""

import sys

import numpy as np

from ..piece import mounted
from . import door
from .errors import HOME
from .modes import recording
from .node import INFERENCE, Node, tick

ndarray = np.ndarray
new = object.__new__
apply, watchers, NOTHING = door.apply, door.watchers, door.NOTHING


def apply_pair(op, x, y):
    """`op` on two Tensors: what `apply(op, (x, y))` returns."""
    if x._view is not None:
        x.refresh()
    if y._view is not None:
        y.refresh()
    a, b, p, q = x.array, y.array, x._node, y._node
    dtype = a.dtype
    if (type(a) is not ndarray or type(b) is not ndarray or b.dtype is not dtype or dtype.kind != "f" or watchers
            or mounted or (p is None and q is None) or recording.get() is not True or not op.paired):
        return apply(op, (x, y))
    try:
        out = op.forward(np, a, b)
    except Exception:
        return apply(op, (x, y))                         # which explains it
    if type(out) is not ndarray:
        out = np.asarray(out)
    result = new(door.Tensor)
    result.array = out
    result._node = node = new(Node)
    node.op, node.settings, node.order, node.hooks, node.edges = op, NOTHING, tick(), None, (p, q)
    node.shape, node.dtype, node.out = out.shape, out.dtype, None
    keep_a, keep_b = op.keeps_inputs
    wanted = op.keeps_for
    keep_a = keep_a and (wanted[0] is None or (p, q)[wanted[0]] is not None)
    keep_b = keep_b and (wanted[1] is None or (p, q)[wanted[1]] is not None)
    guard = ()
    if keep_a or keep_b:
        if keep_a:
            cell = x._cell
            if cell is None:
                x._cell = cell = [0, None]
            elif cell[0] is INFERENCE:
                return apply(op, (x, y))
            guard = (cell, cell[0])
        if keep_b:
            cell = y._cell
            if cell is None:
                y._cell = cell = [0, None]
            elif cell[0] is INFERENCE:
                return apply(op, (x, y))
            guard += (cell, cell[0])
        node.saved = (a if keep_a else None, b if keep_b else None)
    else:
        node.saved = ()
    node.guard = guard
    frame = sys._getframe(2)
    while frame.f_code.co_filename.startswith(HOME) and frame.f_back is not None:
        frame = frame.f_back
    node.code, node.at = frame.f_code, frame.f_lasti
    return result
