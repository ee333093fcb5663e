"""Optimisers with a proximal step: weights are drawn to 0 after the gradient's step, and many are exactly 0.

Arguments that mean the same wherever they occur:

    learning_rate                 a number or a tensor
    l1_regularization_strength    how strongly weights are drawn to 0
    l2_regularization_strength    how strongly large ones shrink
    param, grad                   arrays of one shape: what is changed in place, and its gradient
    state                         what the rule keeps, arrays of that shape by name
    lr, l1, l2, step              the rate, the two strengths, and how many steps there are with this one
"""

from ...backend import library_of
from .optimizers import Optimizer


def nearer(param, rate, l1, l2):
    """Draw a parameter to 0 in place: by rate · l1, and by the factor 1 / (1 + rate · l2)."""
    xp = library_of(param)
    if l1:
        param[...] = xp.sign(param) * xp.maximum(xp.abs(param) - rate * l1, 0)
    param /= 1 + rate * l2


def proximal_descent(param, grad, state, *, lr, l1, l2, step=1):
    """A parameter less lr times its gradient, then drawn to 0."""
    param -= lr * grad
    nearer(param, lr, l1, l2)


def proximal_adagrad(param, grad, state, *, lr, l1, l2, step=1):
    """A parameter less its gradient over the root of the sum of squares, times lr, then drawn to 0."""
    total = state["accumulator"]
    total += grad * grad
    rate = lr / library_of(param).sqrt(total)
    param -= rate * grad
    nearer(param, rate, l1, l2)


class ProximalGradientDescentOptimizer(Optimizer):
    """A step down the gradient, then one to 0. Source: Duchi & Singer, forward-backward splitting (2009)."""

    rule = staticmethod(proximal_descent)

    def __init__(self, learning_rate, l1_regularization_strength=0.0, l2_regularization_strength=0.0, use_locking=False,
                 name="ProximalGradientDescent"):
        super().__init__(learning_rate, name=name)
        self.settings = {"l1": l1_regularization_strength, "l2": l2_regularization_strength}


class ProximalAdagradOptimizer(Optimizer):
    """Adagrad's step, then one to 0 of each weight's own rate. Source: Duchi & Singer (2009).

    initial_accumulator_value    what the sum of squares begins with
    """

    rule = staticmethod(proximal_adagrad)

    def __init__(self, learning_rate, initial_accumulator_value=0.1, l1_regularization_strength=0.0,
                 l2_regularization_strength=0.0, use_locking=False, name="ProximalAdagrad"):
        super().__init__(learning_rate, name=name, kept={"accumulator": ("accumulator", initial_accumulator_value)})
        self.settings = {"l1": l1_regularization_strength, "l2": l2_regularization_strength}
