"""Adagrad: steps shrink with the sum of squared gradients; Adadelta: steps are as large as recent steps."""

from ..backend import library_of
from ..engine.piece import piece
from .common import check, running_means, slope
from .optimizer import Optimizer
from .state import keep


@piece
def adagrad(param, grad, state, *, lr, lr_decay, weight_decay, initial_accumulator_value, eps, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step" and "sum", the sum of squared gradients

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
    """An optimiser that divides each weight's step by the root of the sum of its squared gradients so far.

    lr_decay                    the rate falls as 1 / (1 + steps · lr_decay)
    weight_decay                pull towards 0, added to the gradient
    initial_accumulator_value   first value of the sum of squares
    eps                         avoids a division by 0

    Source: Duchi et al., Adaptive Subgradient Methods (2011).
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
        for group in self.param_groups:                  # create the state before the first step, as PyTorch does
            for param in group["params"]:
                self.state[param]["step"] = 0
                keep(self.state[param], "sum", library_of(param.array).full_like(
                    param.array, initial_accumulator_value))


@piece
def adadelta(param, grad, state, *, lr, rho, eps, weight_decay, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "square_avg" (mean square gradient), "acc_delta" (mean square step), and "step"

    Source: Zeiler, Adadelta (2012), algorithm 1.
    """
    xp = library_of(param)
    square, moved = running_means(state, param, "square_avg", "acc_delta")
    grad = slope(param, grad, weight_decay, maximize)
    square *= rho
    square += (1 - rho) * grad * grad
    step = xp.sqrt(moved + eps) / xp.sqrt(square + eps) * grad  # the units are the weight's, not the gradient's
    moved *= rho
    moved += (1 - rho) * step * step
    param -= lr * step


class Adadelta(Optimizer):
    """An optimiser that multiplies each weight's gradient by its typical step over its typical gradient.

    lr             multiplies every step; 1 is the rule as published
    rho            decay of both means, 0 to 1
    eps            avoids a division by 0, and makes the first steps larger than 0
    weight_decay   pull towards 0, added to the gradient

    Raises ValueError for negative settings, and for a rho above 1. Source: Zeiler, Adadelta (2012).
    """

    rule, elementwise = adadelta, True

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False,
                 maximize=False, differentiable=False):
        check(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay)
        if rho > 1:
            raise ValueError(f"Invalid rho value: {rho}. It must be at most 1.")
        super().__init__(params, {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable})
