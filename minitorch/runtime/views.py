"""Views: tensors that share memory, and how the graph is updated after a write to one of them."""

import numpy as np

from ..backend import library_of
from ..engine.grad_mode import recording
from ..engine.node import tensor_types
from .hooks import hooks_of

SEVERAL = "is one of several views that split, chunk or unbind made at once"
QUIET = "is a view that was made under no_grad()"


class View:
    """The history of a tensor that shares another's memory: its base, the view it was made from, and the last step.

    above   the View from which it was made; if made from the base itself, the length of `_turns` of the base then
    fresh   the last tensor computed again for views of this one, as (generation of the base, tensor)
    closed  why writes raise while gradients are needed: SEVERAL, QUIET or None
    """

    __slots__ = ("above", "base", "closed", "fresh", "seen", "step")

    def __init__(self, base, above, step, seen, closed):
        self.base, self.above, self.step, self.seen, self.closed = base, above, step, seen, closed
        self.fresh = None

    @property
    def steps(self):
        """The steps from the base to this view: (op, settings, index of the output)."""
        steps, view = [], self
        while type(view) is View:
            steps.append(view.step)
            view = view.above
        return [*self.base._turns[view:][::-1], *steps[::-1]]

    def start(self):
        """Return the input of the last step, computed again from the base or from a view that is up to date."""
        base, view = self.base, self.above
        if type(view) is not View and not base._turns:   # the most common case is a view of the base itself
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
        """Compute the view's node again from its base, which was written to and has a new node."""
        if self.closed is QUIET:
            raise RuntimeError(f"this tensor {QUIET} and its base was modified inplace since: it is ambiguous whether "
                               "it should have a gradient. Make the view outside of no_grad(), or .detach() it.")
        self.seen = self.base._generation
        token = recording.set(True)
        try:
            node = take(self.step, self.start())._node  # make a new node, because the tensor's hooks are on the old one
        finally:
            recording.reset(token)
        hand_over(tensor, tensor._node, node)
        tensor._node = node


def hand_over(tensor, old, new):
    """Move the request of retain_grad from a tensor's old node to its new one."""
    if old is not None and old.hooks is not None and old.hooks.retained is not None and old.hooks.retained() is tensor:
        if new is not None:
            hooks_of(new).retained = old.hooks.retained
        old.hooks.retained = None


def take(step, x):
    op, settings, index = step
    return op(x, **settings) if index is None else op(x, **settings)[index]


def follow(op, inputs):
    """Update the node of each input that is a view of a tensor written to since; return the inputs."""
    for x in inputs:
        if type(x) in tensor_types and x._view is not None:
            x.refresh()
    return inputs


# The test in the generated code for an op: it calls `follow` only if an input is a view.
FOLLOW = """
if {views}:
    follow(op, {inputs})
"""


def share(op, source, settings, result, index=None):
    """Make a result a view of its source if they share memory: with one version counter, and the op that made it."""
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
    """Return whether two arrays may overlap in memory (reshape sometimes copies)."""
    if type(a) is np.ndarray:
        return np.may_share_memory(a, b)
    return library_of(a).may_share_memory(a, b)
