"""IndexedSlices as arguments of operations: functions take the whole tensor in their place."""

from ..core.indexed_slices import IndexedSlices, changed
from ..functions.segments import unsorted_segment_sum


def has_slices(x):
    """Return whether an argument is IndexedSlices, or a list with such."""
    return isinstance(x, IndexedSlices) or type(x) is list and any(map(has_slices, x))


def whole(graph, x):
    """Return IndexedSlices, or those of a list, as tensors of a graph; anything else as it is."""
    if isinstance(x, IndexedSlices):
        return graph.apply(unsorted_segment_sum, (x.values, x.indices, x.sizes[0]), {}, False)
    return [whole(graph, part) for part in x] if type(x) is list else x


def on_slices(graph, function, args, settings, by_operator):
    """Return graph.apply where some of args are IndexedSlices: a function that changes rows changes these alone."""
    if hasattr(function, "by_rows"):
        return changed(args[0], lambda rows: graph.apply(function, (rows, *args[1:]), settings, by_operator))
    return graph.apply(function, [whole(graph, x) for x in args], settings, by_operator)
