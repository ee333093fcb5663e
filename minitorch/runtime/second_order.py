"""Second derivatives: return saved values to the graph as Tensors, and compute fused ops again as plain ops."""

from .. import backend
from ..engine.apply import wrap
from ..engine.backward import run_backward
from ..engine.node import Output
from ..engine.op import registry


def retape(node, grad, inputs, out):
    """Return a derivative's arguments as Tensors: inputs have their edges, outputs the node, and a residual no node.

    returns   inputs, out, and None; for a fused op, its gradients instead of None
    """
    if node.op.composition is not None:
        return inputs, out, through_composition(node, grad, inputs)
    counters = iter(node.versions[::2])
    inputs = [rewrap(x, edge, counters) for x, edge in zip(inputs, node.edges)]
    if out is None:
        return inputs, out, None
    if node.op.residual:
        return inputs, tuple(map(as_bare_tensor, out)) if type(out) is tuple else as_bare_tensor(out), None
    if type(out) is not tuple:
        return inputs, rewrap(out, node, counters), None
    return inputs, tuple([rewrap(o, output_of(node, i, o), counters) for i, o in enumerate(out)]), None


def rewrap(x, edge, counters):
    """Return a saved array as a Tensor that is part of the graph; return specs and numbers unchanged.

    counters   the version counters of the saved values, in order: the Tensor gets the next one, so that a write
               between the first derivative and the second is detected
    """
    if type(x) not in backend.ARRAYS:
        return x
    tensor = wrap(x, edge)
    tensor._counter = next(counters, None)
    return tensor


def output_of(node, index, array):
    """Return the edge of one of several outputs; None if it has no gradient."""
    floating = array is not None and array.dtype.kind in "fc"
    return Output(node, index, array.shape, array.dtype) if floating else None


def as_bare_tensor(x):
    """Return an array as a Tensor outside the graph, and other values unchanged."""
    return wrap(x) if type(x) in backend.ARRAYS else x


def through_composition(node, grad, inputs):
    """Return the gradients of a fused op by its composition of plain ops, so that they can be differentiated."""
    fresh, edges, counters = [], [], iter(node.versions[::2])
    if node.op.restores is not None and node.saved[0] is None:
        inputs = node.op.restores(node.out, *inputs, **node.settings)
    for x, edge in zip(inputs, node.edges):
        x = rewrap(x, edge, counters)
        if edge is not None:
            x = registry["alias"](x)              # make a new node; run_backward returns its gradient
            edges.append(x._node)
        fresh.append(x)
    out = node.op.composition(*fresh, **node.settings)
    outs, grads = (out, grad) if type(out) is tuple else ((out,), (grad,))
    pending = {o._node: g for o, g in zip(outs, grads) if g is not None and o._node is not None}
    found = run_backward(pending, True, True, wanted=set(edges))
    return tuple(None if edge is None else found.get(x._node) for x, edge in zip(fresh, node.edges))
