"""ASGD: descent whose rate fades, and the average of the weights it passes through."""

from ..backend import library_of
from ..piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def asgd(param, grad, state, *, lr, lambd, alpha, t0, weight_decay, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", "eta" (the rate of the next step), "mu" (the share of the next weights in the
                  average) and "ax", the average

    Source: Polyak & Juditsky, Acceleration of stochastic approximation by averaging (1992).
    """
    if "ax" not in state:
        state.update(step=0, eta=lr, mu=1.0, ax=library_of(param).zeros_like(param))
    grad = slope(param, grad, weight_decay, maximize)
    state["step"] += 1
    param *= 1 - lambd * state["eta"]
    param -= state["eta"] * grad
    average = state["ax"]
    if state["mu"] == 1:
        average[...] = param
    else:
        average += state["mu"] * (param - average)
    state["eta"] = lr / (1 + lambd * lr * state["step"]) ** alpha
    state["mu"] = 1 / max(1, state["step"] - t0)


class ASGD(Optimizer):
    """Averaged gradient descent: `state[param]["ax"]` is the mean of the weights since step `t0`.

    lambd          weights shrink by lambd · rate a step, and the rate fades as (1 + lambd · lr · step)^−alpha
    alpha          power of that fading
    t0             step at which averaging begins; before it the average is the weights themselves
    weight_decay   pull towards 0, through the gradient

    Raises ValueError for a negative lr or weight_decay.
    """

    rule, elementwise = asgd, True

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        check(lr=lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable})
