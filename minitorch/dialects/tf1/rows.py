"""Gradients of tables in a graph: which variables only give rows, so that their gradient is IndexedSlices."""

import numpy as np

from ...rare.autograd.tree import leaves
from ..core.convert import engine_tensor
from ..core.engine import mt
from ..core.indexed_slices import IndexedSlices
from ..core.lift import wrapped
from ..core.shapes import TensorShape
from ..functions import gathering, nn
from .variables import constant

LOOKUPS = gathering.gather, nn.embedding_lookup


def lookups(x, operations):
    """Return the indices with which operations take rows of x, if they use it in no other way; else an empty list."""
    found = []
    for op in operations if x.shape.is_fully_defined() else ():
        if any(part is x for part in leaves((op.args, op.settings))):
            if op.function not in LOOKUPS:
                return []
            own = op.function.function
            params, indices, *rest = own.bind(op.args, op.settings)
            more = dict(zip(own.names[2:], rest))
            if params is not x or indices is x or more.get("axis") or more.get("batch_dims"):
                return []
            found.append(indices)
    return found


def results(x, indices):
    """Return [(shape, element type)] of a gradient of x: of rows and indices if these are lookups; else its own."""
    if not indices:
        return [(x.shape, x.dtype)]
    shapes = [TensorShape(getattr(one, "shape", np.shape(one))) for one in indices]
    kind = getattr(indices[0], "dtype", None) or engine_tensor(indices[0]).dtype
    sizes = [shape.num_elements() for shape in shapes]
    count = None if None in sizes else sum(sizes)
    return [([count, *x.shape.as_list()[1:]], x.dtype), ([count], kind)]


def values(grads, sliced):
    """Return what an operation gives for gradients: a tensor each, or rows and their indices where `sliced` says so."""
    found = []
    for grad, rows in zip(grads, sliced):
        if rows and not isinstance(grad, IndexedSlices):
            grad = IndexedSlices(grad, wrapped(mt.arange(grad.shape[0])))
        found += [grad.values, grad.indices] if rows else [wrapped(engine_tensor(grad))]
    return found


def gathered(outputs, sources, sliced):
    """Return the gradients of sources in the graph, from the outputs of the operation that gives `values`."""
    parts, found = iter(outputs), []
    for x, rows in zip(sources, sliced):
        if rows:
            sizes = tuple(x.shape.as_list())
            made = IndexedSlices(next(parts), next(parts), constant(list(sizes), name="Const"))
            made.known = sizes
            found.append(made)
        else:
            found.append(next(parts))
    return found
