"""Adadelta: steps as long as the steps of late, so that no rate need be chosen."""

from ..backend import library_of
from ..piece import piece
from .common import check, running_means, slope
from .optimizer import Optimizer


@piece
def adadelta(param, grad, state, *, lr, rho, eps, weight_decay, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", "square_avg" (mean square slope), "acc_delta" (mean square step)

    Source: Zeiler, Adadelta (2012), algorithm 1.
    """
    xp = library_of(param)
    square, moved = running_means(state, param, "square_avg", "acc_delta")
    grad = slope(param, grad, weight_decay, maximize)
    square *= rho
    square += (1 - rho) * grad * grad
    step = xp.sqrt(moved + eps) / xp.sqrt(square + eps) * grad       # in the units of the weight, not of the slope
    moved *= rho
    moved += (1 - rho) * step * step
    param -= lr * step


class Adadelta(Optimizer):
    """Each weight's slope, scaled by its typical step over its typical slope.

    lr             multiplies every step; 1 is the rule as published
    rho            memory of both means, 0 to 1
    eps            keeps the division finite, and begins the motion
    weight_decay   pull towards 0, through the gradient
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
