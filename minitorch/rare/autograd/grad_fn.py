"""What PyTorch's programs read of a graph's node: the name of its class, its next_functions, and what it saved."""

from ...engine.node import Leaf, Node, Output, Spec
from ...runtime.second_order import rewrap
from ...runtime.version_counter import check_kept
from .grad_names import edges_of

CLASSES: dict = {}          # {(class of a node, name): the subclass that has this name}
ROOTS: dict = {}            # {a subclass in CLASSES: the node's own class}


def next_functions(node):
    """Return a node's inputs as PyTorch does: pairs of (grad_fn, index of its output)."""
    edges = edges_of(node) if isinstance(node, Node) else node.edges
    return tuple((name_class(getattr(edge, "node", edge)), getattr(edge, "index", 0)) for edge in edges)


def name_class(node):
    """Give a node a class with its name, as programs print type(x.grad_fn).__name__; return the node."""
    if type(node) is not Leaf and node is not None:
        root = ROOTS.get(type(node), type(node))
        name = node.name().rpartition(":")[2]
        if (root, name) not in CLASSES:
            members = {"__slots__": ()} | ({"__getattr__": saved_attribute} if root is Node else {})
            CLASSES[root, name] = type(name, (root,), members)
            ROOTS[CLASSES[root, name]] = root
        node.__class__ = CLASSES[root, name]
    return node


def grad_fn(node):
    """Return what a tensor with this node shows as its grad_fn: the node itself, not one of its several outputs."""
    return name_class(node.node if type(node) is Output else node)


def saved_names(op):
    """Return {name: (attribute of the node, index)} of the saved values, by PyTorch's names: `self` is input 0."""
    found = {own: ("saved", place) for place, own in enumerate(op.inputs) if place in op.keeps}
    if 0 in op.keeps:
        found["self"] = "saved", 0
    if op.keeps_out and not op.residual:
        found["result"] = "out", None
    return {**found, **{own: ("settings", own) for own in op.setting_names}}


def saved_attribute(node, attribute):
    """Return the value that a node saved, for its attribute `_saved_` + name; raise AttributeError for others.

    Only nodes that a program reads as a grad_fn get this __getattr__: it makes reading any attribute slower.
    """
    name = attribute.removeprefix("_saved_")
    if name == attribute:
        raise AttributeError(f"{type(node).__name__!r} object has no attribute {name!r}", name=name, obj=node)
    where, key = saved_names(node.op).get(name, (None, None))
    if where is None:
        raise AttributeError(f"{node.name()!r} has no attribute '_saved_{name}': a node of {node.op.name} keeps "
                             f"{', '.join(saved_names(node.op)) or 'nothing'}.")
    if where == "settings":
        return node.settings.get(key)
    check_kept(node)
    if where == "out":
        return tuple(map(rewrapped, node.out)) if type(node.out) is tuple else rewrapped(node.out, node)
    kept, edge = node.saved[key] if node.saved else None, node.edges[key]
    leaf = edge.variable if type(edge) is Leaf else None
    return leaf if leaf is not None and leaf.array is kept else rewrapped(kept, edge)


def rewrapped(kept, edge=None):
    """Return a saved array as a Tensor with its edge, a number unchanged, and None for a value that is not saved."""
    kept = kept.array() if hasattr(kept, "packed") else kept
    return None if type(kept) is Spec else rewrap(kept, edge, iter(()))


def names_of(node):
    """Return dir(node), with a `_saved_…` name for each value that its op saves; input 0 is `_saved_self`."""
    own = saved_names(node.op)
    hidden = {name for name, where in own.items() if where == ("saved", 0) and name != "self"}
    return [*object.__dir__(node), *(f"_saved_{name}" for name in own if name not in hidden)]
