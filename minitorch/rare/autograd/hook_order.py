"""PyTorch's order of the hooks of leaves, which programs can observe."""

from weakref import WeakSet

from ...engine.backward import backward_order, leaf_lock, ordering
from ...engine.node import Leaf

# PyTorch visits the inputs of these ops in its own order, because there such an op is several nodes: linear is
# `addmm(bias, input, weight.T)`; an RNN step is one linear layer for the input and one for the state.
# {(op's name, True for a sequence of one step): the indices of the inputs here, in PyTorch's order}
PLACES = {("rnn", True): (4, 0, 2, 5, 1, 3), ("rnn", False): (5, 3, 4, 2, 0, 1), ("gru", True): (5, 1, 3, 4, 0, 2),
          ("gru", False): (5, 3, 4, 2, 0, 1), ("lstm", True): (2, 5, 0, 3, 6, 1, 4),
          ("lstm", False): (0, 3, 5, 4, 6, 2, 1), ("linear", False): (2, 0, 1)}
hooked_leaves: WeakSet = WeakSet()       # leaves with hooks added since backward passes use WhenComplete


def order_with_hooks(leaf):
    """Make backward passes use WhenComplete while a leaf has hooks."""
    with leaf_lock:
        hooked_leaves.add(leaf)
        if ordering[-1] is not WhenComplete:
            ordering.append(WhenComplete)


class WhenComplete:
    """PyTorch's order, which hooks can observe: each leaf comes right after the last node that gives it a gradient."""

    @staticmethod
    def run(root):
        with leaf_lock:
            if not any(leaf.hooks or leaf.after for leaf in hooked_leaves):
                hooked_leaves.clear()
                ordering[:] = [order for order in ordering if order is not WhenComplete]
        return leaves_when_complete(backward_order.run(root))


def leaves_when_complete(order):
    """Return the list from `backward_order`; if a leaf has hooks, with each leaf right after the last node it feeds."""
    if not any(type(node) is Leaf and (node.hooks or node.after) for node in order):
        return order
    waiting = {}                                         # {leaf: number of edges that lead to the leaf}
    for node in order:
        for edge in node.edges:
            if type(edge) is Leaf:
                waiting[edge] = waiting.get(edge, 0) + 1
    found = []
    for node in order:
        if node in waiting:
            continue
        found.append(node)
        for edge in edges_in_order(node):
            if type(edge) is Leaf:
                waiting[edge] -= 1
                if not waiting[edge]:
                    found.append(edge)
    return found


def edges_in_order(node):
    """Return the edges of a node in PyTorch's order."""
    edges = node.edges
    if (op := getattr(node, "op", None)) is None:        # run_backward adds a node above several results
        return edges
    places = PLACES.get((op.name, len(node.settings.get("sizes", ())) == 1), ())
    return [edges[place] for place in places if place < len(edges)] + [
        edge for place, edge in enumerate(edges) if place not in places]
