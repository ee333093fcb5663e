"""Functions that are composed of several ops here, but are one node in PyTorch: mse_loss is a MseLossBackward0.

The graph still has one node for each op. The last node stores the name of the function that it ends, and the edges of
the function's inputs: grad_fn.name() and grad_fn.next_functions return these.
"""

from inspect import unwrap

from ..engine.grad_mode import recording
from ..engine.node import Node, Output, tensor_types


def one_node(body):
    """Declare that the function `body` is one node in PyTorch; `checked`, which makes it public, reads this."""
    body.one_node = True
    return body


def as_declared(name, body):
    """Return `body`; if it was declared one node, with each result's node marked as the end of function `name`."""
    if not any(getattr(one, "one_node", False) for one in (body, unwrap(body))):
        return body

    def function(*args, **settings):
        result = body(*args, **settings)
        if type(result) in tensor_types and result._node is None:
            return result
        return ends(name, result, *args, *settings.values())
    return function


def ends(name, result, *given):
    """Mark the nodes of `result`, a tensor or a tuple of tensors, as ends of function `name`; return `result`.

    given   the arguments of the function; its tensors of floating or complex dtype become the edges
    """
    edges = None
    for out in result if isinstance(result, tuple) else (result,):
        node = out._node if type(out) in tensor_types else None
        node = node.node if type(node) is Output else node
        if isinstance(node, Node):
            edges = edges or tuple([x._node for x in given if type(x) in tensor_types and x.array.dtype.kind in "fc"])
            if node not in edges:                       # if the node is one of the edges, the result is an input itself
                node.ends = name, edges
    return result


def wrote(name, tensor):
    """Mark a tensor's node, of an in-place write to its elements, as the end of method `name`; return the tensor."""
    node = tensor._node
    if isinstance(node, Node) and node.op.name == "setitem" and recording.get() is True:
        node.ends = name, node.edges
    return tensor
