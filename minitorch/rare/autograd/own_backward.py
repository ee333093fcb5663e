"""What a backward pass of your own calls: the derivative of one node, and a leaf's .grad."""

from functools import partial

from ... import backend
from ...engine import no_grad
from ...engine.backward import accumulate_grad, differentiate, hooked, wrapping
from ...engine.node import FREED, Node
from ...runtime import IndexedGrad


def deposit(leaf, grad):
    """Add an array to the .grad of a leaf's tensor: for backward passes that users write themselves."""
    with no_grad():
        accumulate_grad(leaf, hooked(leaf, backend.enter(grad).astype(leaf.dtype, copy=False)), False)


def derivatives(node, grad):
    """Return the gradients of one node's inputs, one array for each of its `.edges`, from its output's gradient.

    An array is None if no gradient is needed, and has the result's shape, before `sum_to`. The saved values
    are not freed, so you may call this again: for backward passes that users write themselves.

    Raises TypeError for an output of a Function or of an op with several: its node needs the gradients of all outputs.
    """
    if not isinstance(node, Node):
        raise TypeError(f"derivatives takes a node with one output, not {node!r}, which is an output of a Function or "
                        "of an op with several: call backward() on the result, which can use those too.")
    derive = differentiate
    for around in wrapping:
        derive = partial(around, derive)
    parts = derive(node, grad, False, None, False)
    return tuple([part.spread(edge.shape) if type(part) is IndexedGrad else part
                  for edge, part in zip(node.edges, parts)])


def free(node):
    """Free the saved values of a node, as `backward` does: another backward pass through it raises."""
    if node.versions or node.out is not None:
        node.saved, node.out = FREED, None
