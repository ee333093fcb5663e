"""Views: tensors that share memory, and how the graph follows a write through one of them."""

import numpy as np

from ..backend import library_of
from ..engine.apply import calling, viewing
from ..engine.grad_mode import recording
from ..engine.node import tensor_types
from .hooks import hooks_of

SEVERAL = "is one of several views that split, chunk or unbind made at once"
QUIET = "is a view that was made under no_grad()"


class View:
    """How a tensor came from another whose memory it shares: the base, the view above it, and the step from there.

    above   the View that this one was made from; of a base itself, how often that had been turned in place by then
    fresh   the last replay for the sake of views below, as (generation of the base, tensor)
    closed  why it may not be written to where gradients are wanted: SEVERAL, QUIET or None
    """

    __slots__ = ("above", "base", "closed", "fresh", "seen", "step")

    def __init__(self, base, above, step, seen, closed):
        self.base, self.above, self.step, self.seen, self.closed = base, above, step, seen, closed
        self.fresh = None

    @property
    def steps(self):
        """The steps that lead from the base to this view: (op, settings, which of several outputs)."""
        steps, view = [], self
        while type(view) is View:
            steps.append(view.step)
            view = view.above
        return [*self.base._turns[view:][::-1], *steps[::-1]]

    def start(self):
        """What the last step starts from, taken again from the base, or from a view above that did so before."""
        base, view = self.base, self.above
        if type(view) is not View and not base._turns:   # the most common
            return base
        now, path = base._generation, []
        while type(view) is View and (view.fresh is None or view.fresh[0] != now):
            path.append(view)
            view = view.above
        if type(view) is View:
            tensor = view.fresh[1]
        else:
            tensor = base
            for step in base._turns[view:][::-1]:
                tensor = take(step, tensor)
        for view in reversed(path):
            tensor = take(view.step, tensor)
            view.fresh = now, tensor
        return tensor

    def refresh(self, tensor):
        """The base was written to and has a new node: follow the steps again from there."""
        if self.closed is QUIET:
            raise RuntimeError(f"this tensor {QUIET} and its base was modified inplace since: whether a gradient is "
                               "to pass through it is ambiguous. Make the view outside of no_grad(), or .detach() it.")
        self.seen = self.base._generation
        token = recording.set(True)
        try:
            node = take(self.step, self.start())._node   # never one that views below go through: hooks are the tensor's
        finally:
            recording.reset(token)
        hand_over(tensor, tensor._node, node)
        tensor._node = node


def hand_over(tensor, old, new):
    """retain_grad means the tensor: its new node keeps the gradient from now on."""
    if old is not None and old.hooks is not None and old.hooks.retained is not None and old.hooks.retained() is tensor:
        if new is not None:
            hooks_of(new).retained = old.hooks.retained
        old.hooks.retained = None


def take(step, x):
    op, settings, index = step
    return op(x, **settings) if index is None else op(x, **settings)[index]


def follow(op, inputs):
    """The inputs, those that are views up to date with their base."""
    for x in inputs:
        if type(x) in tensor_types and x._view is not None:
            x.refresh()
    return inputs


# Asked in a generated path before it is called.
FOLLOW = """
if {views}:
    follow(op, {inputs})
"""


def share(op, source, settings, result, index=None):
    """Tie a view to its base: one version cell, and the step that leads to it."""
    old, new = source.array, result.array
    seen = type(new) is np.ndarray and new.base is not None and (new.base is old or new.base is old.base)
    if not seen and not may_share(old, new):
        return
    if source._counter is None:
        source._counter = [0, None]
    result._counter = source._counter
    above = source._view
    closed = QUIET if result._node is None and source._node is not None else None if above is None else above.closed
    if above is None:
        result._view = View(source, len(source._turns), (op, settings, index), source._generation, closed)
    else:
        result._view = View(above.base, above, (op, settings, index), above.base._generation, closed)


def may_share(a, b):
    """Whether two arrays may overlap in memory (reshape sometimes copies)."""
    if type(a) is np.ndarray:
        return np.may_share_memory(a, b)
    return library_of(a).may_share_memory(a, b)


calling.append(follow)
viewing.append(share)
