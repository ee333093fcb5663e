"""What a node kept, as Tensors again: the values that a derivative of the derivative is recorded on."""

from .. import backend
from .arrive import wrap
from .node import Output


def rewrap(x, edge, cells):
    """A kept array as a Tensor that is still part of the graph; specs and numbers as they are.

    cells   the version counters of what the node kept, in order: the Tensor counts with its own, so that a write
            between the first derivative and the second is noticed
    """
    if type(x) not in backend.ARRAYS:
        return x
    tensor = wrap(x, edge)
    tensor._cell = next(cells)
    return tensor


def rewrap_out(node, out, cells):
    """What was kept of the output as Tensors: outputs lead to the node again, a residual leads nowhere."""
    if node.op.residual:
        return tuple(map(bare, out)) if type(out) is tuple else bare(out)
    if type(out) is not tuple:
        return rewrap(out, node, cells)
    return tuple([rewrap(o, Output(node, i, o.shape, o.dtype) if o is not None and o.dtype.kind in "fc" else None,
                         cells) for i, o in enumerate(out)])


def bare(x):
    return wrap(x) if type(x) in backend.ARRAYS else x
