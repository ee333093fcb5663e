"""Derivatives: a step back, one call as it is recorded, becomes the ops that its derivative is written in."""

from ..expansion import expanded


def derivatives(program):
    """Expand derivatives into ops, so that all other passes see them.

    A derivative is a function of ops and operators. It is run once on arrays of zeros, of the shapes and dtypes that
    the program has; what it calls is written down. One that looks at the numbers stays as it is: one step.
    """
    return expanded(program, is_derivative)


def is_derivative(step):
    return step.op is not None and step.op.differentiable and step.call is step.op.derivative_piece.library
