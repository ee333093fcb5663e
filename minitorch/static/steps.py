"""Steps that are no ops: casts, copies, sums of gradients, writes."""

import numpy as np

from ..backend import add_to
from ..engine import wrap
from ..engine.backward import add_gradient
from ..engine.node import Spec
from ..ops.kernels.tiling import choose, choose_into

__all__ = ["add_to", "cast", "copied", "gathered", "reinterpreted", "repeated", "updated", "where"]


def cast(x, dtype):
    """x in another dtype, a copy."""
    return x.astype(dtype)


def copied(x):
    """A copy of x that nobody else holds."""
    return x.copy()


def reinterpreted(x, shape, dtype):
    """The memory of x in another shape or dtype: the bits of a float as an integer."""
    return x.view(dtype).reshape(shape)


def repeated(x, shape):
    """x broadcast to a shape, as an array of its own: one long row is added faster than many short ones."""
    return np.broadcast_to(x, shape).copy()


def where(condition, x, y, out=None):
    """x where the condition holds, else y."""
    return choose(np, condition, x, y) if out is None else choose_into(out, condition, x, y)


def gathered(grads, shape, dtype):
    """The sum of gradients, folded to the shape and cast to the dtype of the value they are for."""
    edge, pending = Spec(shape, dtype), {}
    owned: set = set()
    for grad in grads:
        add_gradient(pending, owned, edge, grad)
    return pending[edge]


def updated(grads, also, optimizer, params):
    """A step of an optimiser, by these gradients: its rates and counts are those of the moment.

    also     the tensors that its hooks read or write; it has them itself
    params   those that it updates: others had no gradient when this was recorded, whatever is in their .grad now
    """
    before, others = [param._grad for param in params], ()
    if len(params) < sum([len(group["params"]) for group in optimizer.param_groups]):
        own = set(map(id, params))
        others = [param for group in optimizer.param_groups for param in group["params"] if id(param) not in own]
        before += [param._grad for param in others]
        for param in others:
            param._grad = None
    for param, grad in zip(params, grads):
        param._grad = wrap(grad)
    optimizer.step()                                         # what .grad is at the end, the program says
    for param, grad in zip((*params, *others) if others else params, before):
        param._grad = grad
