"""Adamax: Adam, with each weight's largest slope of late in the place of its typical one."""

from ..backend import library_of
from ..piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def adamax(param, grad, state, *, lr, betas, eps, weight_decay, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", "exp_avg" (mean slope), "exp_inf" (largest slope, fading)

    Source: Kingma & Ba, Adam (2015), algorithm 2.
    """
    xp = library_of(param)
    if not state:
        state.update(step=0, exp_avg=xp.zeros_like(param), exp_inf=xp.zeros_like(param))
    grad = slope(param, grad, weight_decay, maximize)
    state["step"] += 1
    beta1, beta2 = betas
    mean, largest = state["exp_avg"], state["exp_inf"]
    mean += (1 - beta1) * (grad - mean)
    largest *= beta2
    xp.maximum(largest, abs(grad) + eps, out=largest)
    param -= lr / (1 - beta1 ** state["step"]) * mean / largest


class Adamax(Optimizer):
    """Adam by the largest slope: no step is longer than about `lr`.

    betas          memory of the mean slope, and how slowly the largest fades
    eps            keeps the division finite
    weight_decay   pull towards 0, through the gradient
    """

    rule, elementwise = adamax, True

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *,
                 maximize=False, differentiable=False, capturable=False):
        check(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable})
