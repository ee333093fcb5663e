"""Views: tensors that share memory, and how the graph follows a write through one of them."""

import numpy as np

from ..backend import library_of
from .modes import recording


class View:
    """How a tensor came from another whose memory it shares: the base and the steps from it."""

    __slots__ = ("base", "many", "seen", "steps")

    def __init__(self, base, steps, seen):
        self.base, self.steps, self.seen = base, steps, seen
        self.many = False                                # whether it is one of several parts made at once

    def replay(self, start):
        """The steps taken again, from `start`."""
        for op, settings, index in self.steps:
            start = op(start, **settings) if index is None else op(start, **settings)[index]
        return start

    def refresh(self, tensor):
        """The base was written to and has a new node: follow the steps again from there."""
        self.seen = self.base._generation
        token = recording.set(True)
        try:
            tensor._node = self.replay(self.base)._node
        finally:
            recording.reset(token)


def share(op, source, settings, result, index=None):
    """Tie a view to its base: one version cell, and the steps that lead from the base to it."""
    old, new = source.array, result.array
    seen = type(new) is np.ndarray and new.base is not None and (new.base is old or new.base is old.base)
    if not seen and not may_share(old, new):
        return
    if source._cell is None:
        source._cell = [0, None]
    result._cell = source._cell
    view = source._view
    base, steps = (source, ()) if view is None else (view.base, view.steps)
    result._view = View(base, (*steps, (op, settings, index)), base._generation)


def may_share(a, b):
    """Whether two arrays may overlap in memory (reshape sometimes copies)."""
    if type(a) is np.ndarray:
        return np.may_share_memory(a, b)
    return library_of(a).may_share_memory(a, b)
