"""Indexed gradients: the gradients of x[index], gather and embedding, which are zero almost everywhere."""

from .. import backend


class IndexedGrad:
    """A gradient of some elements only, all others are zero. It is added in place, without a full array of zeros.

    add(buffer, grad)    adds it to an array of the input's shape, in place
    scatter(grad, shape) returns the full gradient by ops that can be differentiated, for create_graph
    """

    __slots__ = ("add", "grad", "scatter")
    shape = None                         # None marks an indexed gradient: see `add_gradient`

    def __init__(self, grad, add, scatter):
        self.grad, self.add, self.scatter = grad, add, scatter

    def spread(self, shape):
        """Return the gradient of the complete input, of this shape: it is 0 for elements that were not selected."""
        return self.scatter(self.grad, shape)


def add_part(pending, owned, edge, part):
    """Add an indexed gradient to the pending gradient of `edge`, in an array of the backward pass; return True."""
    old = pending.get(edge)
    if old is None or edge not in owned or type(old) not in backend.ARRAYS:      # NumPy's 0-d sums are no arrays
        buffer = backend.library_of(part.grad).zeros(edge.shape, edge.dtype)
        if old is not None:
            buffer += old
        pending[edge] = old = buffer
        owned.add(edge)
    part.add(old, part.grad)
    return True
