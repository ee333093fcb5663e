"""Accumulation in place, where the array that waits is the walk's own."""

import numpy as np

from .. import backend
from ..engine.backward import accumulate, delivering

SMALL = 1024                         # elements: adding in place only pays for more


def is_new(grad, result, arrived, kept, out):
    """Whether a derivative has made this array itself, so that nobody else holds it: a leaf may keep it as it is."""
    if grad.base is not None or grad is arrived or grad is out:
        return False
    given = 0
    for other in result:
        given += other is grad
    for other in kept if type(out) is not tuple else (*kept, *out):
        given += other is grad
    return given == 1


# How one gradient of a derivative goes on: `add_gradient` where it is unusual, else at once.
DELIVER = """
if {grad} is not None and {edge} is not None:
    if type({grad}) is not ndarray and isinstance({grad}, generic):
        {grad} = np.asarray({grad})
    old = pending.get({edge})
    if type({grad}) is not ndarray or {grad}.shape != {edge}.shape or {grad}.dtype is not {edge}.dtype:
        add_gradient(pending, owned, {edge}, {grad})
    elif old is not None:
        add_up(pending, owned, {edge}, old, {grad})
    else:
        pending[{edge}] = {grad}
        if type({edge}) is Leaf and is_new({grad}, result, grad, saved, out):
            owned.add({edge})
"""


def add_up(pending, owned, edge, old, grad):
    """Add a gradient to the one that waits: a large one in place, once the array that waits is the walk's own."""
    if grad.size < SMALL:
        total = accumulate.run(old, grad)
        pending[edge] = total if type(total) is np.ndarray else np.asarray(total)    # of 0-d arrays NumPy makes scalars
    elif edge in owned:
        old += grad
    else:
        pending[edge] = accumulate.run(old, grad)
        owned.add(edge)


def add_part(pending, owned, edge, part):
    """Add a gradient that touches only some places into an array of the walk's own."""
    old = pending.get(edge)
    if old is None or edge not in owned or type(old) not in backend.ARRAYS:      # of 0-d sums NumPy makes scalars
        buffer = backend.library_of(part.grad).zeros(edge.shape, edge.dtype)
        if old is not None:
            buffer += old
        pending[edge] = old = buffer
        owned.add(edge)
    part.add(old, part.grad)
    return True


delivering.append(add_part)
