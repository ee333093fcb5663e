"""Adagrad: the further a weight has come, the shorter its steps."""

from ..backend import library_of
from ..piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def adagrad(param, grad, state, *, lr, lr_decay, weight_decay, initial_accumulator_value, eps, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step" and "sum", the squared slopes so far

    Source: Duchi, Hazan & Singer, Adaptive subgradient methods (2011).
    """
    xp = library_of(param)
    if "sum" not in state:
        state.update(step=0, sum=xp.full_like(param, initial_accumulator_value))
    grad = slope(param, grad, weight_decay, maximize)
    state["step"] += 1
    total = state["sum"]
    total += grad * grad
    rate = lr / (1 + (state["step"] - 1) * lr_decay)
    param -= rate * grad / (xp.sqrt(total) + eps)


class Adagrad(Optimizer):
    """Each weight's step is divided by the root of all its squared slopes so far.

    lr_decay                    the rate falls as 1 / (1 + steps · lr_decay)
    weight_decay                pull towards 0, through the gradient
    initial_accumulator_value   where the sum of squares begins
    eps                         keeps the division finite
    """

    rule, elementwise = adagrad, True

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10,
                 foreach=None, *, maximize=False, differentiable=False, fused=None):
        check(lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, eps=eps,
              initial_accumulator_value=initial_accumulator_value)
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused})
