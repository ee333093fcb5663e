"""The walk back: from a loss through every node once, gradients adding up on the way."""

from operator import attrgetter

from numpy import ndarray

from .. import backend
from ..piece import mounted, piece
from .arrive import SMALL, Part, add_part, gather, is_new, run_hooks
from .kept import rewrap, rewrap_out
from .node import FREED, Leaf, Node, Output
from .op import registry
from .pair import back
from .record import check_kept

by_age = attrgetter("order")


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
    found.sort(key=by_age, reverse=True)
    return found


@piece(arrays_only=True)
def accumulate(old, new):
    """The gradient so far and one more that arrives: a value used twice gets the sum of both."""
    return old + new


@piece(arrays_only=True)
def sum_to(grad, shape):
    """Fold a gradient back to the shape its input had before broadcasting: copies add up."""
    extra = len(grad.shape) - len(shape)
    stretched = tuple(i + extra for i, size in enumerate(shape) if size == 1 and grad.shape[i + extra] != 1)
    axes = tuple(range(extra)) + stretched
    if axes:
        grad = registry["sum"](grad, dim=axes)
    return registry["reshape"](grad, shape=tuple(shape)) if grad.shape != shape else grad


def walk(pending, retain_graph, create_graph, wanted=None):
    """Carry gradients from the nodes in `pending` back through the graph.

    pending   {node: gradient}; arrays, or Tensors under create_graph
    wanted    nodes whose gradients are asked for: only paths to them are walked, and no .grad is
              touched. None: every leaf gathers its gradient in .grad
    returns   {node: gradient} of the wanted ones
    """
    order = backward_order(root_of(pending))
    alive = None if wanted is None else reaching(order, wanted)
    found = {}
    ours = set()                                     # nodes whose pending gradient this walk made itself
    add_in_place = not create_graph and accumulate not in mounted
    plain = not create_graph and wanted is None
    trusted = plain and not mounted                  # a derivative of one's own may hand out what it also keeps
    spending = trusted and not retain_graph
    for node in order:
        grad = pending.pop(node, None)
        if grad is None:
            continue
        result = None
        if trusted and type(node) is Node and node.op.paired and type(grad) is ndarray and node.hooks is None:
            result = back(node, grad, pending, ours)
            if result is None:
                if not retain_graph and node.guard:
                    node.saved = FREED
                continue
        elif type(grad) is not ndarray and not create_graph:
            grad = backend.enter(grad)
        if node.hooks is not None:
            grad = run_hooks(node, grad, create_graph)
        if wanted is not None:
            if node in wanted:
                found[node] = grad
            if not alive.intersection(node.edges):
                continue
        kind = type(node)
        if kind is Leaf:
            gather(node, grad, node.hooks is None and node in ours, create_graph)      # a hook may have kept it
            continue
        if kind is Output:
            parent = node.node
            grads = pending.setdefault(parent, [None] * len(parent.shape))
            old = grads[node.index]
            grads[node.index] = grad if old is None else accumulate(old, grad)
            continue
        arrived, kept, out = grad, node.saved, node.out
        if result is None and spending and node.op.wants_last:
            result, out = differentiate(node, grad, True), None
        elif result is None:
            result = differentiate(node, grad) if plain else differentiate_for(node, grad, create_graph, alive)
        if not retain_graph and (node.guard or node.out is not None):
            node.saved, node.out = FREED, None
        for edge, grad in zip(node.edges, result):
            if edge is None or grad is None or alive is not None and edge not in alive:
                continue
            fresh = False
            if type(grad) is not ndarray or grad.shape != edge.shape or grad.dtype is not edge.dtype:
                if type(grad) is Part:
                    add_part(pending, ours, edge, grad, create_graph)
                    continue
                before, grad = grad, fitted(grad, edge, create_graph)
                fresh = grad is not before
            old = pending.get(edge)
            if old is None:
                pending[edge] = grad
                if fresh or trusted and type(edge) is Leaf and node.op.outputs != "many" and is_new(
                        grad, result, arrived, kept, out):
                    ours.add(edge)
            elif add_in_place and edge in ours:
                if grad.size < SMALL:                # NumPy adds in place more slowly than into a new array
                    pending[edge] = old + grad
                else:
                    pending[edge] += grad
            else:
                total = accumulate(old, grad)
                pending[edge] = total if type(total) is type(old) else backend.library_of(old).asarray(total)
                ours.add(edge)
    return found


def fitted(grad, edge, create_graph):
    """A gradient in the shape and dtype of the value it is for."""
    if grad.shape != edge.shape:
        grad = sum_to(grad, edge.shape)
    if create_graph:
        if grad.array.dtype == edge.dtype:
            return grad
        return registry["cast"](real_beside(grad, grad.array.dtype, edge), dtype=edge.dtype)
    if type(grad) is not ndarray:                    # of 0-d arrays NumPy makes scalars, which += cannot change
        grad = backend.enter(grad)
    return grad if grad.dtype == edge.dtype else real_beside(grad, grad.dtype, edge).astype(edge.dtype)


def real_beside(grad, dtype, edge):
    """The real part of a complex gradient that is for a real value."""
    return registry["real_part"](grad) if dtype.kind == "c" != edge.dtype.kind else grad


def root_of(pending):
    """One node above all the starting ones."""
    if len(pending) == 1:
        return next(iter(pending))
    root = Node.__new__(Node)
    root.edges, root.order, root.hooks = tuple(pending), float("inf"), None
    return root


def reaching(order, wanted):
    """The wanted nodes and all from which one of them can be reached."""
    alive = set(wanted)
    for node in reversed(order):                     # inputs come after their users in `order`
        if not alive.isdisjoint(node.edges):
            alive.add(node)
    return alive


def differentiate(node, grad, last=False):
    """Call one derivative on arrays: a gradient for each edge, None where nobody wants it.

    last   whether what the node kept is freed after this, so that a derivative that asks may write over it
    """
    op, edges, saved = node.op, node.edges, node.saved
    if node.guard or saved is FREED:
        check_kept(node)
    inputs = [e if s is None else s for s, e in zip(saved, edges)] if saved else edges
    settings = {**node.settings, "needs": tuple([e is not None for e in edges])} if op.wants_needs else node.settings
    settings = {**settings, "last": True} if last else settings
    result = op.derivative(grad, node.out, *inputs, **settings)
    return result if type(result) is tuple else (result,)


def differentiate_for(node, grad, create_graph, alive):
    """Call one derivative; on Tensors under create_graph, and only for the edges that are asked for."""
    op, saved, edges, out = node.op, node.saved, node.edges, node.out
    if node.guard or saved is FREED:
        check_kept(node)
    inputs = [e if s is None else s for s, e in zip(saved, edges)] if saved else edges
    if create_graph:
        if op.composition is not None:
            return through_composition(node, grad, inputs)
        cells = iter(node.guard[::2])
        inputs = [rewrap(x, edge, cells) for x, edge in zip(inputs, edges)]
        if out is not None:
            out = rewrap_out(node, out, cells)
    settings = node.settings
    if op.wants_needs:
        settings = {**settings, "needs": tuple([e is not None if alive is None else e in alive for e in edges])}
    result = op.derivative(grad, out, *inputs, **settings)
    return result if type(result) is tuple else (result,)


def derivatives(node, grad):
    """What one node sends back for the gradient that arrived, one array for each of its `.edges`.

    None where no gradient is wanted; shapes still as the result's, before `sum_to`. What the
    node kept is not freed, so this may be called again: for walks of one's own.
    """
    parts = differentiate(node, grad)
    return tuple([part.place(part.grad, edge.shape) if type(part) is Part else part
                  for edge, part in zip(node.edges, parts)])


def through_composition(node, grad, inputs):
    """A second derivative of a fused op: that of the plain ops it stands for."""
    fresh, edges, cells = [], [], iter(node.guard[::2])
    for x, edge in zip(inputs, node.edges):
        x = rewrap(x, edge, cells)
        if edge is not None:
            x = registry["alias"](x)              # a node of its own: gradients stop here and flow on
            edges.append(x._node)
        fresh.append(x)
    out = node.op.composition(*fresh, **node.settings)
    outs, grads = (out, grad) if type(out) is tuple else ((out,), (grad,))
    pending = {o._node: g for o, g in zip(outs, grads) if g is not None and o._node is not None}
    found = walk(pending, True, True, wanted=set(edges))
    return tuple(None if edge is None else found.get(x._node) for x, edge in zip(fresh, node.edges))
