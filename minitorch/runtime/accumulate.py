"""Accumulation in place, where the array that waits is the walk's own."""

import numpy as np

from ..engine.backward import accumulate, add_gradient

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


# How one gradient of a derivative goes on: at once where it is the first and fits, else by `deliver`.
DELIVER = """
if {g} is not None and {e} is not None:
    if type({g}) is ndarray and {g}.shape == {e}.shape and {g}.dtype is {e}.dtype and {e} not in pending:
        pending[{e}] = {g}
        if type({e}) is Leaf and is_new({g}, result, grad, saved, out):
            owned.add({e})
    else:
        deliver(pending, owned, {e}, {g})
"""


def deliver(pending, owned, edge, grad):
    """Add a gradient to those that wait: `add_gradient`, but in place once the array that waits is the walk's own."""
    grad = np.asarray(grad) if isinstance(grad, np.generic) else grad            # of 0-d arrays NumPy makes scalars
    old = pending.get(edge)
    if type(grad) is not np.ndarray or grad.shape != edge.shape or grad.dtype is not edge.dtype:
        add_gradient(pending, owned, edge, grad)
    elif old is None or grad.size < SMALL:
        pending[edge] = grad if old is None else np.asarray(accumulate.run(old, grad))
    elif edge in owned:
        old += grad
    else:
        pending[edge] = accumulate.run(old, grad)
        owned.add(edge)
