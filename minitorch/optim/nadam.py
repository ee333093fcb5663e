"""NAdam: Adam that looks one step ahead along its momentum, as Nesterov's does."""

from ..backend import library_of
from ..piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def nadam(param, grad, state, *, lr, betas, eps, weight_decay, momentum_decay, decoupled_weight_decay, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", "mu_product" (all momenta so far, multiplied), "exp_avg" (mean
                  slope), "exp_avg_sq" (mean square slope)

    Source: Dozat, Incorporating Nesterov momentum into Adam (2016), algorithm 2.
    """
    xp = library_of(param)
    if not state:
        state.update(step=0, mu_product=1.0, exp_avg=xp.zeros_like(param), exp_avg_sq=xp.zeros_like(param))
    grad = slope(param, grad, weight_decay, maximize, decoupled_weight_decay, lr)
    state["step"] += 1
    beta1, beta2 = betas
    mean, square = state["exp_avg"], state["exp_avg_sq"]
    mean += (1 - beta1) * (grad - mean)
    square *= beta2
    square += (1 - beta2) * grad * grad

    def momentum(step):                               # grows towards beta1 as training goes on
        return beta1 * (1 - 0.5 * 0.96 ** (step * momentum_decay))
    now, ahead = momentum(state["step"]), momentum(state["step"] + 1)
    state["mu_product"] *= now
    typical = xp.sqrt(square / (1 - beta2 ** state["step"])) + eps
    param -= lr * (1 - now) / (1 - state["mu_product"]) * grad / typical
    param -= lr * ahead / (1 - state["mu_product"] * ahead) * mean / typical


class NAdam(Optimizer):
    """Adam with Nesterov momentum, which grows as training goes on.

    betas                    memory of the mean and of the mean square
    eps                      keeps the division finite
    weight_decay             pull towards 0, through the gradient
    momentum_decay           how fast the momentum grows
    decoupled_weight_decay   shrink the weights instead, as AdamW does
    """

    rule, elementwise = nadam, True

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3,
                 decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False):
        check(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay,
            "momentum_decay": momentum_decay, "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "differentiable": differentiable})
