"""The backward pass: visit every node once, from the result to the leaves, and add up gradients into their .grad.

Layers in other files add functions to the lists below, as in apply.py. For complex values the pass carries the
gradient's conjugate, so that derivatives are written like those of real functions: grad * f'(x).
"""

from functools import partial
from itertools import chain
from operator import attrgetter
from threading import RLock

from .. import backend
from .apply import wrap
from .node import FREED, Leaf, Node, Output
from .op import registry
from .piece import mounted, piece

starting: list = []      # hook(pending, wanted) runs when a backward pass starts
hooking: list = []       # hook(node, grad, create_graph) runs the node's hooks; returns the gradient to use instead
using: list = []         # hook(node) runs before a derivative reads saved values; raises if one was overwritten
retaping: list = []      # hook(node, grad, inputs, out) returns (inputs, out, None) as Tensors, for 2nd derivatives,
#                          or (inputs, out, gradients) for a fused op, whose gradients can be differentiated again
wrapping: list = []      # around(differentiate, node, grad, ...) calls differentiate and profiles or diagnoses it
delivering: list = []    # hook(pending, owned, edge, part) returns True if it has added this indexed gradient itself
accumulated: list = []   # hook(leaf, tensor) runs after a gradient was added to the .grad of the tensor
SMALL = 1024             # elements of an array; adding in place is faster only for larger ones
leaf_lock = RLock()
ndarray, asarray = backend.np.ndarray, backend.np.asarray
SCALARS = backend.np.generic, int, float, complex     # NumPy's sums of 0-d arrays are numbers of these types


@piece
def backward_order(root):
    """Return every node that `root` was computed from, `root` first, each node after all the nodes that use it.

    root     a Node or Leaf; `.edges` are the nodes of its inputs (None: no gradient needed)
    returns  list; linear in the number of edges, without recursion

    Nodes are numbered when they are created, so sorting from newest to oldest gives such an order.
    """
    seen, found = {root}, [root]
    for node in found:                               # the loop appends to this list
        for edge in node.edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                found.append(edge)
    found.sort(key=attrgetter("order"), reverse=True)
    return found


@piece(arrays_only=True)
def accumulate(old, new):
    """Add a new gradient to the gradient so far: a value that is used twice gets the sum of both."""
    return old + new


ordering: list = [backward_order]        # ordering[-1].run(root) returns the order; hooks of leaves need another one


@piece(arrays_only=True)
def sum_to(grad, shape):
    """Sum a gradient to the shape that its input had before broadcasting: the gradients of all copies add up."""
    extra = len(grad.shape) - len(shape)
    axes = tuple(i for i, size in enumerate(grad.shape) if i < extra or shape[i - extra] == 1 and size != 1)
    if axes:
        grad = registry["sum"](grad, dim=axes)
    return registry["reshape"](grad, shape=tuple(shape)) if grad.shape != shape else grad


def run_backward(pending, retain_graph, create_graph, wanted=None):
    """Run the backward pass from the nodes in `pending`.

    pending   {node: gradient}; arrays, or Tensors under create_graph
    wanted    nodes whose gradients are returned: only paths to these nodes are followed, and no .grad
              changes. None: every leaf adds its gradient to its tensor's .grad
    returns   {node: gradient} for the nodes in `wanted`
    """
    for hook in starting:
        hook(pending, wanted)
    order = ordering[-1].run(next(iter(pending)) if len(pending) == 1 else root_of(pending))
    alive = None if wanted is None else reaching(order, wanted)
    found: dict = {}
    owned: set = set()                               # nodes with a pending gradient that only this function can read
    generated = not any((create_graph, mounted, wrapping, wanted is not None))
    for node in order:
        grad = pending.pop(node, None)
        if grad is None:
            continue
        if type(grad) is not ndarray and not create_graph:
            grad = as_array(grad)
        if node.hooks is not None:
            grad = hooked(node, grad, create_graph)
        if wanted is not None and ends_at(node, grad, wanted, alive, found):
            continue
        if type(node) is Leaf:
            accumulate_grad(node, grad, node.hooks is None and node in owned, create_graph)  # hooks may keep grad
        elif type(node) is Output:
            rejoin(pending, node, grad)
        elif generated and (back := node.op.back) is not None:
            back(node, grad, pending, owned, not retain_graph)
        else:
            pass_back(node, grad, pending, owned, not retain_graph, create_graph, alive)
    return found


def ends_at(node, grad, wanted, alive, found):
    """Store the node's gradient if it is in `wanted`; return True if the pass can reach no other node in `wanted`."""
    if node in wanted:
        found[node] = grad
    return alive.isdisjoint(node.edges)


def root_of(nodes):
    """Return a node whose edges are the nodes at which a backward pass starts."""
    root = Node()
    root.edges, root.order = tuple(nodes), float("inf")
    return root


def rejoin(pending, output, grad):
    """Store the gradient of one of a node's several outputs next to the gradients of its other outputs."""
    grads = pending.setdefault(output.node, [None] * len(output.node.shape))
    old = grads[output.index]
    grads[output.index] = grad if old is None else accumulate.run(old, grad)


def pass_back(node, grad, pending, owned, last, create_graph=False, alive=None):
    """Call one derivative, and add its gradients to the edges that need them.

    alive   the edges whose gradients are needed; None: all
    last    True: free the node's saved values afterwards
    """
    derive = differentiate
    for around in wrapping:
        derive = partial(around, derive)
    parts = derive(node, grad, create_graph, alive, last)
    if last and (node.versions or node.out is not None):         # free the values that the node saved
        node.saved, node.out = FREED, None
    for edge, part in zip(node.edges, parts):
        if edge is not None and part is not None and (alive is None or edge in alive):
            add_gradient(pending, owned, edge, part, create_graph)


def hooked(node, grad, create_graph=False):
    """Run a node's hooks on its gradient; return the gradient to use afterwards."""
    for hook in hooking if node.hooks is not None else ():
        grad = hook(node, grad, create_graph)
    return grad


def differentiate(node, grad, create_graph=False, alive=None, last=False):
    """Call one derivative; return a gradient for each edge, or None if not needed. alive, last: as in `pass_back`."""
    for hook in using:
        hook(node)
    op, out, settings = node.op, node.out, node.settings
    inputs = [edge if kept is None else kept for kept, edge in zip(node.saved or node.edges, node.edges)]
    if create_graph:
        for hook in retaping:
            inputs, out, done = hook(node, grad, inputs, out)
            if done is not None:
                return done
    if op.wants_needs:
        settings = {**settings, "needs": tuple([e is not None if alive is None else e in alive for e in node.edges])}
    if op.wants_last and last and not create_graph and not mounted and alive is None:
        settings = {**settings, "last": True}
    result = op.derivative(grad, out, *inputs, **settings)
    return result if type(result) is tuple else (result,)


def add_gradient(pending, owned, edge, grad, create_graph=False, given=()):
    """Add a gradient to the pending gradient of `edge`, in the shape and dtype of the edge's value.

    grad    an array, a Tensor under create_graph, or an indexed gradient, whose `spread(shape)` returns an array
    given   tuples of a derivative's arguments and results: a leaf keeps an array that is there only once, uncopied
    """
    if type(grad) is not ndarray:
        if hasattr(grad, "spread"):
            add_indexed(pending, owned, edge, grad, create_graph)
            return
        grad = grad if create_graph else as_array(grad)
    new = grad if grad.shape == edge.shape and grad.dtype is edge.dtype else fit_gradient(grad, edge)
    old = pending.get(edge)
    if old is not None:
        if edge in owned and type(old) is ndarray and old.size >= SMALL and not mounted:
            old += new
            return
        new = accumulate.run(old, new)
    pending[edge] = new = new if create_graph or type(new) is ndarray else as_array(new)
    once = new is not grad or type(edge) is Leaf and [*map(id, chain(*given))].count(id(new)) == 1
    if once and getattr(new, "base", None) is None:      # `new` is no view of another array's memory
        owned.add(edge)


def add_indexed(pending, owned, edge, part, create_graph):
    """Add an indexed gradient: by a hook in `delivering`, else as an array in the shape of the edge's value."""
    if create_graph or not any(hook(pending, owned, edge, part) for hook in delivering):
        add_gradient(pending, owned, edge, part.spread(edge.shape), create_graph)


def as_array(grad):
    """Return a gradient as an array: NumPy's sums of 0-d arrays are numbers. A GPU array makes its GPU current."""
    return asarray(grad) if isinstance(grad, SCALARS) else backend.enter(grad)


def fit_gradient(grad, edge):
    """Return a gradient in the shape and dtype of its edge's value."""
    grad = grad if grad.shape == edge.shape else sum_to.run(grad, edge.shape)
    dtype = getattr(grad, "array", grad).dtype           # a real array may have a complex gradient
    grad = registry["real_part"](grad) if dtype.kind == "c" != edge.dtype.kind else grad
    return registry["cast"](grad, dtype=edge.dtype) if dtype != edge.dtype else grad


def accumulate_grad(leaf, grad, owned, create_graph=False):
    """Add a gradient to the .grad of the leaf's tensor; no other tensor shares the memory of .grad.

    owned   True if no other code can read the array, so that .grad may use it
    """
    tensor = leaf.tensor()
    if tensor is None or tensor._node is None:           # the tensor was freed, or requires no gradient any more
        return
    grad = grad.conj() if leaf.dtype.kind == "c" else grad
    with leaf_lock:
        if create_graph or tensor._grad is not None:
            add_to_grad(tensor, grad, create_graph)
        else:
            tensor._grad = wrap(grad if owned and grad.base is None and grad.flags.c_contiguous else grad.copy())
    for hook in accumulated if leaf.after is not None else ():
        hook(leaf, tensor)


def add_to_grad(tensor, grad, create_graph):
    """Add a gradient to a tensor's .grad: in place, or under create_graph by an op, so that the sum has a node."""
    old = tensor._grad
    if not create_graph and old._node is None:
        backend.add_to(old.array, grad)
    else:
        grad = grad if create_graph else wrap(grad)
        tensor._grad = registry["clone"](grad) if old is None else old + grad


def reaching(order, wanted):
    """Return the set of the nodes in `wanted` and of all nodes from which the pass can reach one of them."""
    alive = set(wanted)
    for node in reversed(order):                     # in `order`, a node comes before its inputs
        if not alive.isdisjoint(node.edges):
            alive.add(node)
    return alive
