"""Hooks that save a node's values in another form: see `saved_tensors_hooks` in graph.py.

While no hook is set and no packed value exists, calls and gradients run exactly as they would without this file.
"""

from contextvars import ContextVar
from weakref import ref

from ... import backend
from ...engine.apply import watchers, wrap
from ...engine.backward import wrapping
from ...engine.grad_mode import no_grad
from ...engine.node import Leaf, Node, Output, Spec, tensor_types
from ...runtime.version_counter import counter_of

hooks: ContextVar = ContextVar("minitorch.saved_tensors_hooks", default=())  # pairs (pack, unpack) from the user
waiting: set = set()                                     # weak references to nodes with packed values


class Packed(Spec):
    """The packed form of a saved array: its shape and dtype, the result of `pack`, and the pair of hooks."""

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
                               "the same memory: return a new tensor, as in x * 2 instead of x.mul_(2).")

    def array(self):
        """Return the array of the tensor that `unpack` returns; raise if it is no tensor of the saved shape."""
        with no_grad():
            tensor = self.pair[1](self.packed)
        if type(tensor) not in tensor_types:
            raise TypeError("Output of saved tensor unpack_hook expected to be a Tensor but got result of type "
                            f"{type(tensor).__name__}: return a Tensor equal to the one that pack was given.")
        if tensor.array.shape != self.shape:
            raise RuntimeError(f"the saved tensor unpack_hook returned a tensor of shape {tuple(tensor.shape)}, but "
                               f"pack was given one of {tuple(self.shape)}.")
        return tensor.array

    def copy(self):
        """Return a packed copy of the value, before an in-place operation overwrites it."""
        return Packed(self.array().copy(), self.pair)


def pack(kept, edge=None):
    """Return a saved array, or each array in a tuple, packed by the innermost hook; return other values unchanged."""
    if type(kept) is tuple:
        return tuple(map(pack, kept))
    if type(kept) not in backend.ARRAYS:
        return kept
    leaf = edge.variable if type(edge) is Leaf else None
    return Packed(kept, hooks.get()[-1], leaf if leaf is not None and leaf.array is kept else None)


def unpack(kept):
    """Return saved values, with packed ones as arrays again."""
    if type(kept) is tuple:
        return tuple(map(unpack, kept))
    return kept.array() if type(kept) is Packed else kept


def pack_node(op, inputs, settings, result):
    """Pack all values that the node of a result has just saved; later writes to their memory are then not detected."""
    if not hooks.get():                                  # the hooks were set by another thread
        return
    node = getattr(next((x for x in (result if type(result) is tuple else (result,)) if x._node), None), "_node", None)
    node = node.node if type(node) is Output else node
    if type(node) is not Node or node.op is not op:      # this is not the op's node, but a view's older one
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
    """Run a derivative with its node's saved values unpacked, and pack them again afterwards."""
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
    """Remove a node that was used or freed; after the last such node, `with_unpacked` is no longer called."""
    waiting.discard(node)
    if not waiting and with_unpacked in wrapping:
        wrapping.remove(with_unpacked)


def push(pair):
    """Set a pair of hooks for values saved from now on; return a token for `pop`."""
    watchers.append(pack_node)                           # while there is a watcher, calls skip generated code
    return hooks.set((*hooks.get(), pair))


def pop(token):
    """Restore the hooks that were set before `push`."""
    hooks.reset(token)
    watchers.remove(pack_node)
