"""Walk back from a result through every node once: gradients add up on the way and end in the .grad of leaves.

Layers in other files add functions to the lists below, as in apply.py. Of complex values the walk carries the conjugate
of the gradient, so that derivatives are written as those of real functions: grad * f'(x).
"""

from functools import partial
from operator import attrgetter
from threading import RLock

from .. import backend
from ..piece import mounted, piece
from .apply import wrap
from .node import FREED, Leaf, Node, Output
from .op import registry

hooking: list = []       # layer(node, grad, create_graph): the gradient that goes on in its place: hooks
using: list = []         # layer(node): before a derivative reads what the node kept: overwritten values are refused
retaping: list = []      # layer(node, grad, inputs, out): (inputs, out, None) as Tensors for a second derivative,
#                          or (inputs, out, gradients) of a fused op, differentiable again
wrapping: list = []      # around(differentiate, node, grad, ...): every derivative runs inside it: profiling, diagnosis
delivering: list = []    # layer(pending, owned, edge, part): whether it has added this indexed gradient itself
accumulated: list = []   # layer(leaf, tensor): after a gradient was added to the tensor's .grad
SMALL = 1024             # elements: adding in place pays for more only
leaf_lock = RLock()
ndarray, asarray = backend.np.ndarray, backend.np.asarray
SCALARS = backend.np.generic, int, float, complex     # what sums of 0-d arrays are: NumPy makes no arrays of them


@piece
def backward_order(root):
    """Every node that `root` was computed from, itself first, none before all that used it are done.

    root     a Node or Leaf; `.edges` leads to the nodes of its inputs (None: no gradient wanted)
    returns  list; linear in the number of edges, without recursion

    Nodes are numbered as they are made, so the newest first is such an order.
    """
    seen, found = {root}, [root]
    for node in found:                               # which grows while it is read
        for edge in node.edges:
            if edge is not None and edge not in seen:
                seen.add(edge)
                found.append(edge)
    found.sort(key=attrgetter("order"), reverse=True)
    return found


@piece(arrays_only=True)
def accumulate(old, new):
    """The gradient so far and one more that arrives: a value used twice gets the sum of both."""
    return old + new


ordering: list = [backward_order]        # the last .run(root) gives the order of a walk: hooks of leaves ask for theirs


@piece(arrays_only=True)
def sum_to(grad, shape):
    """Fold a gradient back to the shape its input had before broadcasting: copies add up."""
    extra = len(grad.shape) - len(shape)
    axes = tuple(i for i, size in enumerate(grad.shape) if i < extra or shape[i - extra] == 1 and size != 1)
    if axes:
        grad = registry["sum"](grad, dim=axes)
    return registry["reshape"](grad, shape=tuple(shape)) if grad.shape != shape else grad


def run_backward(pending, retain_graph, create_graph, wanted=None):
    """Carry gradients from the nodes in `pending` back through the graph.

    pending   {node: gradient}; arrays, or Tensors under create_graph
    wanted    nodes whose gradients are asked for: only paths to them are walked, and no .grad is
              touched. None: every leaf gathers its gradient in .grad
    returns   {node: gradient} of the wanted ones
    """
    root = next(iter(pending))
    if len(pending) > 1:                                 # one node above all the starting ones
        root = Node()
        root.edges, root.order = tuple(pending), float("inf")
    order = ordering[-1].run(root)
    alive = None if wanted is None else reaching(order, wanted)
    found: dict = {}
    owned: set = set()                               # nodes whose pending gradient is an array of this walk's own
    generated = not (create_graph or mounted or wrapping or wanted is not None)
    for node in order:
        grad = pending.pop(node, None)
        if grad is None:
            continue
        if type(grad) is not ndarray and not create_graph:
            grad = asarray(grad) if isinstance(grad, SCALARS) else backend.enter(grad)
        if node.hooks is not None:
            for layer in hooking:
                grad = layer(node, grad, create_graph)
        if wanted is not None:
            if node in wanted:
                found[node] = grad
            if alive.isdisjoint(node.edges):
                continue
        if type(node) is Leaf:
            accumulate_grad(node, grad, node.hooks is None and node in owned, create_graph)   # a hook may have kept it
        elif type(node) is Output:
            rejoin(pending, node, grad)
        elif generated and (back := node.op.back) is not None:
            back(node, grad, pending, owned, not retain_graph)
        else:
            pass_back(node, grad, pending, owned, not retain_graph, create_graph, alive)
    return found


def rejoin(pending, output, grad):
    """Put the gradient of one of several outputs with those of the others, for their node."""
    grads = pending.setdefault(output.node, [None] * len(output.node.shape))
    old = grads[output.index]
    grads[output.index] = grad if old is None else accumulate.run(old, grad)


def pass_back(node, grad, pending, owned, last, create_graph=False, alive=None):
    """Call one derivative, and deliver its gradients to the edges that want them.

    alive   the edges that are asked for; None: all
    last    whether what the node kept is freed after this
    """
    derive = differentiate
    for around in wrapping:
        derive = partial(around, derive)
    parts = derive(node, grad, create_graph, alive, last)
    if last and (node.versions or node.out is not None):
        node.saved, node.out = FREED, None
    for edge, part in zip(node.edges, parts):
        if edge is not None and part is not None and (alive is None or edge in alive):
            add_gradient(pending, owned, edge, part, create_graph)


def differentiate(node, grad, create_graph=False, alive=None, last=False):
    """Call one derivative: a gradient for each edge, None where nobody wants it; alive and last as in `pass_back`."""
    for layer in using:
        layer(node)
    op, out, settings = node.op, node.out, node.settings
    inputs = [edge if kept is None else kept for kept, edge in zip(node.saved or node.edges, node.edges)]
    if create_graph:
        for layer in retaping:
            inputs, out, done = layer(node, grad, inputs, out)
            if done is not None:
                return done
    if op.wants_needs:
        settings = {**settings, "needs": tuple([e is not None if alive is None else e in alive for e in node.edges])}
    if op.wants_last and last and not create_graph and not mounted and alive is None:
        settings = {**settings, "last": True}
    result = op.derivative(grad, out, *inputs, **settings)
    return result if type(result) is tuple else (result,)


def add_gradient(pending, owned, edge, grad, create_graph=False, given=()):
    """Add a gradient to those that wait at `edge`, in the shape and dtype of its value.

    grad    an array, a Tensor under create_graph, or what has `spread(shape)`, which gives one: an indexed gradient
    given   tuples of all that a derivative was given and gave: an array that is there once is new, a leaf may keep it
    """
    if type(grad) is not ndarray and hasattr(grad, "spread"):
        if not create_graph and any(layer(pending, owned, edge, grad) for layer in delivering):
            return
        grad = grad.spread(edge.shape)
    if type(grad) is not ndarray and not create_graph:
        grad = asarray(grad) if isinstance(grad, SCALARS) else backend.enter(grad)
    new = grad if grad.shape == edge.shape and grad.dtype is edge.dtype else fitted(grad, edge)
    if (old := pending.get(edge)) is not None:
        if type(old) is ndarray and old.size >= SMALL and edge in owned and not mounted:
            old += new
            return
        new = accumulate.run(old, new)
    pending[edge] = new = asarray(new) if type(new) is not ndarray and isinstance(new, SCALARS) else new
    once = new is not grad or type(edge) is Leaf and sum([x is new for some in given for x in some]) == 1
    if once and getattr(new, "base", None) is None:      # a view shares memory with what others hold
        owned.add(edge)


def fitted(grad, edge):
    """A gradient in the shape and dtype of the value that it is for."""
    grad = grad if grad.shape == edge.shape else sum_to.run(grad, edge.shape)
    dtype = getattr(grad, "array", grad).dtype           # below: a complex gradient may be for a real value
    grad = registry["real_part"](grad) if dtype.kind == "c" != edge.dtype.kind else grad
    return registry["cast"](grad, dtype=edge.dtype) if dtype != edge.dtype else grad


def accumulate_grad(leaf, grad, owned, create_graph=False):
    """Add a gradient into the leaf's .grad, which shares memory with nothing.

    owned   whether nobody else holds the array
    """
    tensor = leaf.tensor()
    if tensor is None or tensor._node is None:           # gone, or it wants no gradient any more
        return
    grad = grad.conj() if leaf.dtype.kind == "c" else grad
    with leaf_lock:
        old = tensor._grad
        if old is not None and (create_graph or old._node is not None):
            tensor._grad = old + (grad if create_graph else wrap(grad))
        elif old is not None:
            backend.add_to(old.array, grad)
        elif create_graph:
            tensor._grad = registry["clone"](grad)
        else:
            tensor._grad = wrap(grad if owned and grad.base is None and grad.flags.c_contiguous else grad.copy())
    for layer in accumulated if leaf.after is not None else ():
        layer(leaf, tensor)


def reaching(order, wanted):
    """The wanted nodes and all from which one of them can be reached."""
    alive = set(wanted)
    for node in reversed(order):                     # inputs come after their users in `order`
        if not alive.isdisjoint(node.edges):
            alive.add(node)
    return alive
