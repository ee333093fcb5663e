"""RAdam: Adam that trusts its measure of typical slopes only once it has seen enough of them."""

from ..backend import library_of
from ..piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def radam(param, grad, state, *, lr, betas, eps, weight_decay, decoupled_weight_decay, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", "exp_avg" (mean slope), "exp_avg_sq" (mean square slope)

    Source: Liu et al., On the variance of the adaptive learning rate and beyond (2020), algorithm 2.
    """
    xp = library_of(param)
    if not state:
        state.update(step=0, exp_avg=xp.zeros_like(param), exp_avg_sq=xp.zeros_like(param))
    grad = slope(param, grad, weight_decay, maximize, decoupled_weight_decay, lr)
    state["step"] += 1
    step, (beta1, beta2) = state["step"], betas
    mean, square = state["exp_avg"], state["exp_avg_sq"]
    mean += (1 - beta1) * (grad - mean)
    square *= beta2
    square += (1 - beta2) * grad * grad
    unbias1, unbias2 = 1 - beta1 ** step, 1 - beta2 ** step
    longest = 2 / (1 - beta2) - 1                               # slopes that the mean square can remember,
    seen = longest - 2 * step * beta2 ** step / unbias2         # and how many it does by now
    if seen > 5:
        trust = ((seen - 4) * (seen - 2) * longest / ((longest - 4) * (longest - 2) * seen)) ** 0.5
        param -= lr / unbias1 * trust * unbias2 ** 0.5 * mean / (xp.sqrt(square) + eps)
    else:
        param -= lr / unbias1 * mean


class RAdam(Optimizer):
    """Adam that warms up by itself: plain momentum first, adaptive steps once they can be trusted.

    betas                    memory of the mean and of the mean square
    eps                      keeps the division finite
    weight_decay             pull towards 0, through the gradient
    decoupled_weight_decay   shrink the weights instead, as AdamW does
    """

    rule, elementwise = radam, True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False):
        check(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable})
