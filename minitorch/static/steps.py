"""Steps that are no ops: casts, copies, sums of gradients, writes."""

from ..engine import wrap
from ..engine.backward import add_gradient, add_to
from ..engine.node import Spec

__all__ = ["add_to", "cast", "copied", "gathered", "updated"]


def cast(x, dtype):
    """x in another dtype, a copy."""
    return x.astype(dtype)


def copied(x):
    """A copy of x that nobody else holds."""
    return x.copy()


def gathered(grads, shape, dtype):
    """The sum of gradients, folded to the shape and cast to the dtype of the value they are for."""
    edge, pending = Spec(shape, dtype), {}
    owned: set = set()
    for grad in grads:
        add_gradient(pending, owned, edge, grad)
    return pending[edge]


def updated(grads, optimizer, params):
    """A step of an optimiser, by these gradients: its rates and counts are those of the moment."""
    for param, grad in zip(params, grads):
        param._grad = wrap(grad)
    optimizer.step()
