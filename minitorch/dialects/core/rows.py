"""Gradients of tables: the rows that were taken from them, instead of a whole tensor of zeros."""

from .convert import engine_tensor
from .engine import mt
from .indexed_slices import IndexedSlices
from .lift import wrapped
from .orders import in_order


def taken(noted, leaf, targets):
    """Return [(indices, rows)] of what was taken from a leaf, where targets depend on it in no other way; else [].

    noted      (leaf, indices, rows) for each call of tf.gather
    targets    nodes of the engine's graph
    """
    found = {rows._node: (indices, rows) for table, indices, rows in noted if table is leaf}
    if not found or leaf in targets:
        return []
    nodes = in_order(list(targets), lambda node: [edge for edge in node.edges if edge not in (None, leaf)])
    users = {node for node in nodes if leaf in node.edges}
    return [found[node] for node in found if node in users] if users <= found.keys() else []


def slices_of(parts, shape):
    """Return IndexedSlices of a tensor of this shape, from pairs (indices, rows) of the engine's tensors."""
    places = [indices.reshape(-1) for indices, _ in parts]
    rows = [part.reshape(-1, *shape[1:]) for _, part in parts]
    if len(parts) > 1:
        places, rows = [mt.cat([place.to(places[0].dtype) for place in places])], [mt.cat(rows)]
    return IndexedSlices(wrapped(rows[0]), wrapped(places[0]), wrapped(engine_tensor(list(shape))))
