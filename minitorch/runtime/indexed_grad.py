"""Indexed gradients: those of x[index], gather and embedding, which are zero almost everywhere."""

from .. import backend
from ..engine.backward import delivering


class IndexedGrad:
    """A gradient that is zero in most places: added in place, never spread over zeros first.

    add(buffer, grad)    adds it into an array of the input's shape
    scatter(grad, shape) the same as an op that can be differentiated, for create_graph
    """

    __slots__ = ("add", "grad", "scatter")
    shape = None                         # as of no value: `add_gradient` sees to it

    def __init__(self, grad, add, scatter):
        self.grad, self.add, self.scatter = grad, add, scatter

    def spread(self, shape):
        """The whole gradient of an input of that shape, zeros and all."""
        return self.scatter(self.grad, shape)


def add_part(pending, owned, edge, part):
    """Add a gradient of some elements only into an array of the walk's own; returns True: it is added."""
    old = pending.get(edge)
    if old is None or edge not in owned or type(old) not in backend.ARRAYS:      # of 0-d sums NumPy makes scalars
        buffer = backend.library_of(part.grad).zeros(edge.shape, edge.dtype)
        if old is not None:
            buffer += old
        pending[edge] = old = buffer
        owned.add(edge)
    part.add(old, part.grad)
    return True


delivering.append(add_part)
