"""Which tapes record just now; and sketching, where shapes are all that is computed."""

import threading
from typing import Any

from ...engine.node import Leaf
from .temporary import set_to


class State(threading.local):
    """Of this thread.

    tapes       the tapes that record, the outermost first
    sketching   whether functions only tell the shape and element type of their result, on the device "meta"
    tracing     the graph of the tf.function that is being traced, which takes down every call; None: there is none
    promoting   whether tensors of two element types come to one, as in Keras' layers; otherwise they raise
    """

    def __init__(self):
        self.tapes: list = []
        self.sketching = self.promoting = False
        self.tracing: Any = None


state = State()


def note_rows(table, indices, rows):
    """Tell the tapes that `rows` were taken from a table: the gradient of a variable that is used so alone is rows."""
    if type(table._node) is Leaf:
        for tape in state.tapes:
            tape.rows.append((table._node, indices, rows))


def recorded(tensor):
    """Return an engine's tensor as an operation reads it: outside of its graph where no tape records."""
    if tensor._node is not None and not state.tapes:
        return tensor.detach()
    return tensor


def sketching(on=True):
    """Compute only shapes in a with-block; `on=False`: numbers, within a block of the other kind."""
    return set_to(state, sketching=on, tapes=[], tracing=None)
