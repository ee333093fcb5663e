"""An op between a module and its surroundings: in the backward pass it passes the gradients to hooks."""

from ...engine import Op, derivative_of


def identity(xp, *arrays, gate):
    """Return copies of the arrays; in the backward pass, `gate` receives the gradients."""
    return tuple([x.copy() for x in arrays])


boundary = Op(identity, symbol="hook", outputs="many", promotes=False, hidden=True, name="module_boundary")


@derivative_of(boundary)
def boundary_derivative(grads, out, *arrays, gate):
    return tuple(gate(tuple(grads)))
