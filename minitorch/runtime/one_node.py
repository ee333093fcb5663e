"""Functions that are composed of ops here, and one node of PyTorch's graph: mse_loss is a MseLossBackward0.

The graph holds the nodes of the ops, as it always does. The last of them is told which function it ends, and what was
given to that: grad_fn.name() and grad_fn.next_functions speak of the function.
"""

from inspect import unwrap

from ..engine.grad_mode import recording
from ..engine.node import Edge, Leaf, Node, Output, tensor_types

CLASSES: dict = {}          # (the class of a node, its name) -> the class that says the name
ROOTS: dict = {}            # that class -> the node's own
Leaf.__name__ = "AccumulateGrad"


def one_node(body):
    """Declare that what `body` composes is one node in PyTorch: read by `checked`, which makes the function."""
    body.one_node = True
    return body


def as_declared(name, body):
    """`body`, which names the nodes of its results where it was declared to."""
    if not any(getattr(one, "one_node", False) for one in (body, unwrap(body))):
        return body

    def function(*args, **settings):
        result = body(*args, **settings)
        if type(result) in tensor_types and result._node is None:
            return result
        return ends(name, result, *args, *settings.values())
    return function


def ends(name, result, *given):
    """`result`, a tensor or a tuple of them, whose nodes are told that they end function `name`.

    given   what the function was given, of which tensors of floating or complex numbers count
    """
    edges = None
    for out in result if isinstance(result, tuple) else (result,):
        node = out._node if type(out) in tensor_types else None
        node = node.node if type(node) is Output else node
        if isinstance(node, Node):
            edges = edges or tuple([x._node for x in given if type(x) in tensor_types and x.array.dtype.kind in "fc"])
            if node not in edges:                        # else it is an input, given back as it is
                node.ends = name, edges
    return result


def wrote(name, tensor):
    """`tensor`, whose node, of a write to some or all of its elements, is told that method `name` wrote."""
    node = tensor._node
    if isinstance(node, Node) and node.op.name == "setitem" and recording.get() is True:
        node.ends = name, node.edges
    return tensor


def next_functions(node):
    """PyTorch's way to walk the graph: pairs of (grad_fn, index of its output)."""
    from .grad_names import edges_of  # read only where a graph is looked at
    edges = edges_of(node) if isinstance(node, Node) else node.edges
    return tuple((named(getattr(edge, "node", edge)), getattr(edge, "index", 0)) for edge in edges)


def named(node):
    """`node`, which has a class of its name from now on: programs print type(x.grad_fn).__name__."""
    if type(node) is not Leaf and node is not None:
        root = ROOTS.get(type(node), type(node))
        name = node.name().rpartition(":")[2]
        if (root, name) not in CLASSES:
            CLASSES[root, name] = type(name, (root,), {"__slots__": ()})
            ROOTS[CLASSES[root, name]] = root
        node.__class__ = CLASSES[root, name]
    return node


Edge.next_functions = property(next_functions)      # type: ignore[attr-defined]
