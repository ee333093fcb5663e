"""What nodes keep for backward, seen from outside: `grad_fn._saved_self`, and hooks that keep it in another form.

While no hook is set and no packed value is alive, calls and gradients take the same paths as without this file.
"""

from contextvars import ContextVar
from weakref import ref

from .. import backend
from ..engine.apply import watchers, wrap
from ..engine.backward import wrapping
from ..engine.grad_mode import no_grad
from ..engine.node import Leaf, Node, Output, Spec, tensor_types
from ..engine.op import declaring
from .second_order import rewrap
from .version_counter import check_kept, counter_of

hooks: ContextVar = ContextVar("minitorch.saved_tensors_hooks", default=())        # pairs (pack, unpack), inmost last
waiting: set = set()                                     # weak references to nodes that keep something packed


class Packed(Spec):
    """In the place of a kept array: its shape and dtype, what `pack` made of it, and `unpack`."""

    __slots__ = ("packed", "pair")

    def __init__(self, array, pair, variable=None):
        super().__init__(array.shape, array.dtype)
        self.pair = pair
        tensor = variable if variable is not None else wrap(array)
        version = counter_of(tensor)[0]
        with no_grad():
            self.packed = pair[0](tensor)
        if tensor._counter[0] != version:
            raise RuntimeError("A saved tensor pack hook is modifying its input in place. Other operations may read "
                               "the same memory: return a new tensor, as in x * 2 in place of x.mul_(2).")

    def array(self):
        """What `unpack` gives back."""
        with no_grad():
            tensor = self.pair[1](self.packed)
        if type(tensor) not in tensor_types:
            raise TypeError("Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                            f"{type(tensor).__name__}: return what pack was given.")
        if tensor.array.shape != self.shape:
            raise RuntimeError(f"the saved tensor unpack_hook returned a tensor of shape {tuple(tensor.shape)}, where "
                               f"pack was given one of {tuple(self.shape)}.")
        return tensor.array

    def copy(self):
        """The same value in memory of its own, packed again: an operation in place is about to write over it."""
        return Packed(self.array().copy(), self.pair)


def pack(kept, edge=None):
    """Kept arrays, also those in a tuple, in the form that the inmost hook gives them; all else as it is."""
    if type(kept) is tuple:
        return tuple(map(pack, kept))
    if type(kept) not in backend.ARRAYS:
        return kept
    leaf = edge.variable if type(edge) is Leaf else None
    return Packed(kept, hooks.get()[-1], leaf if leaf is not None and leaf.array is kept else None)


def unpack(kept):
    """The arrays again."""
    if type(kept) is tuple:
        return tuple(map(unpack, kept))
    return kept.array() if type(kept) is Packed else kept


def pack_node(op, inputs, settings, result):
    """Pack all that the node of a result has just kept; whether its memory is written to is the hooks' matter then."""
    if not hooks.get():                                  # the hooks are another thread's
        return
    node = getattr(next((x for x in (result if type(result) is tuple else (result,)) if x._node), None), "_node", None)
    node = node.node if type(node) is Output else node
    if type(node) is not Node or node.op is not op:      # a view that was there before
        return
    saved = tuple(map(pack, node.saved, node.edges)) if node.saved else node.saved
    out = pack(node.out)
    if any(type(part) is Packed for kept in (saved, out) for part in (kept if type(kept) is tuple else (kept,))):
        node.saved, node.out = saved, out
        node.versions = [part for _ in range(max(1, len(node.versions) // 2)) for part in ([0, None], 0)]
        waiting.add(ref(node, forget))
        if with_unpacked not in wrapping:
            wrapping.append(with_unpacked)


def with_unpacked(differentiate, node, grad, create_graph=False, alive=None, last=False):
    """A derivative, with what its node keeps unpacked for as long as it runs."""
    if ref(node) not in waiting:
        return differentiate(node, grad, create_graph, alive, last)
    saved, out = node.saved, node.out
    node.saved, node.out = unpack(saved), unpack(out)
    try:
        result = differentiate(node, grad, create_graph, alive, last)
    finally:
        node.saved, node.out = saved, out
    if last:
        forget(ref(node))
    return result


def forget(node):
    """A node is done with, or gone; with the last one, gradients take the generated paths again."""
    waiting.discard(node)
    if not waiting and with_unpacked in wrapping:
        wrapping.remove(with_unpacked)


def push(pair):
    """Set a pair of hooks for what is kept from now on; returns what `pop` wants."""
    watchers.append(pack_node)                           # a watcher sends all calls past the generated paths
    return hooks.set((*hooks.get(), pair))


def pop(token):
    """Go back to the hooks before."""
    hooks.reset(token)
    watchers.remove(pack_node)


def saved_names(op):
    """{name: how to read it from a node} of what an op's nodes keep, by PyTorch's names: `self` is the first input."""
    found = {own: ("saved", place) for place, own in enumerate(op.inputs) if place in op.keeps}
    if 0 in op.keeps:
        found["self"] = "saved", 0
    if op.keeps_out and not op.residual:
        found["result"] = "out", None
    return {**found, **{own: ("settings", own) for own in op.setting_names}}


def saved_attribute(name):
    """The property `_saved_` + name of nodes."""
    def read(node):
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
    return property(read, doc=f"What the node keeps as {name}; see minitorch.autograd.graph.")


def rewrapped(kept, edge=None):
    """A kept array as a Tensor on its edge, a number as it is, None for what was not kept."""
    kept = unpack(kept)
    return None if type(kept) is Spec else rewrap(kept, edge, iter(()))


def name_saved(op, **declared):
    """Give nodes the attributes of what this op's keep."""
    for name in saved_names(op):
        if not hasattr(Node, f"_saved_{name}"):
            setattr(Node, f"_saved_{name}", saved_attribute(name))


def names_of(node):
    """dir(node): of the saved attributes only its own, each once."""
    own = saved_names(node.op)
    hidden = {f"_saved_{name}" for name, where in own.items() if where == ("saved", 0) and name != "self"}
    shown = {f"_saved_{name}" for name in own} - hidden
    return [name for name in object.__dir__(node) if not name.startswith("_saved_") or name in shown]


def printed_name(node):
    """PyTorch's name of what made a result: 'MulBackward0'."""
    from .grad_names import name_of  # read only where a graph is looked at
    return name_of(node)


Node.__dir__, Node.name = names_of, printed_name
declaring.append(name_saved)
