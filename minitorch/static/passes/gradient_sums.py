"""Sums of gradients: what adds up the gradients that wait at a node, one call as it is recorded, becomes additions."""

from ...engine.backward import add_gradient
from ...engine.node import Spec
from ..expansion import expanded
from ..steps import gathered


def gradient_sums(program):
    """Expand sums of gradients into ops: additions in the order of arrival, and sums over broadcast dimensions."""
    return expanded(program, lambda step: step.call is gathered, lambda step: total)


def total(grads, shape, dtype):
    """The sum of gradients, folded to the shape and cast to the dtype of the value they are for; of Tensors."""
    edge, pending = Spec(shape, dtype), {}
    for grad in grads:
        add_gradient(pending, set(), edge, grad, create_graph=True)
    return pending[edge]
