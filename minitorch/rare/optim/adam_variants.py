"""Variants of Adam.

Adamax   divides by each weight's largest recent |gradient| instead of the root mean square
NAdam    adds the next step's momentum in advance (Nesterov)
RAdam    divides by the root mean square only after enough gradients
"""

from ...backend import library_of
from ...engine.piece import piece
from ...optim.common import check, running_means, slope
from ...optim.optimizer import Optimizer


@piece
def adamax(param, grad, state, *, lr, betas, eps, weight_decay, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", "exp_avg" (mean gradient), "exp_inf" (largest |gradient|, which decays)

    Source: Kingma & Ba, Adam (2015), algorithm 2.
    """
    xp = library_of(param)
    mean, largest = running_means(state, param, "exp_avg", "exp_inf")
    grad = slope(param, grad, weight_decay, maximize)
    beta1, beta2 = betas
    mean += (1 - beta1) * (grad - mean)
    largest *= beta2
    xp.maximum(largest, abs(grad) + eps, out=largest)
    param -= lr / (1 - beta1 ** state["step"]) * mean / largest


class Adamax(Optimizer):
    """A variant of Adam that divides by the largest recent |gradient|: no step is larger than about `lr`.

    betas          decay of the mean gradient, and of the largest |gradient|
    eps            avoids a division by 0
    weight_decay   pull towards 0, through the gradient
    """

    rule, elementwise = adamax, True

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *,
                 maximize=False, differentiable=False, capturable=False):
        check(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable})


@piece
def nadam(param, grad, state, *, lr, betas, eps, weight_decay, momentum_decay, decoupled_weight_decay, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", "mu_product" (the product of all momenta so far), "exp_avg" (mean
                  gradient), "exp_avg_sq" (mean squared gradient)

    Source: Dozat, Incorporating Nesterov momentum into Adam (2016), algorithm 2.
    """
    xp = library_of(param)
    if not state:
        state.update(step=0, mu_product=1.0)
    mean, square = running_means(state, param, "exp_avg", "exp_avg_sq")
    grad = slope(param, grad, weight_decay, maximize, decoupled_weight_decay, lr)
    beta1, beta2 = betas
    mean += (1 - beta1) * (grad - mean)
    square *= beta2
    square += (1 - beta2) * grad * grad

    def momentum(step):                               # the momentum of a step, which grows towards beta1
        return beta1 * (1 - 0.5 * 0.96 ** (step * momentum_decay))
    now, ahead = momentum(state["step"]), momentum(state["step"] + 1)
    state["mu_product"] = state["mu_product"] * now
    typical = xp.sqrt(square / (1 - beta2 ** state["step"])) + eps
    param -= lr * (1 - now) / (1 - state["mu_product"]) * grad / typical
    param -= lr * ahead / (1 - state["mu_product"] * ahead) * mean / typical


class NAdam(Optimizer):
    """Adam with Nesterov momentum, which grows during training.

    betas                    decay of the mean and of the mean square
    eps                      avoids a division by 0
    weight_decay             pull towards 0, through the gradient
    momentum_decay           how quickly the momentum grows
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


@piece
def radam(param, grad, state, *, lr, betas, eps, weight_decay, decoupled_weight_decay, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", "exp_avg" (mean gradient), "exp_avg_sq" (mean squared gradient)

    Source: Liu et al., On the variance of the adaptive learning rate and beyond (2020), algorithm 2.
    """
    xp = library_of(param)
    mean, square = running_means(state, param, "exp_avg", "exp_avg_sq")
    grad = slope(param, grad, weight_decay, maximize, decoupled_weight_decay, lr)
    step, (beta1, beta2) = state["step"], betas
    mean += (1 - beta1) * (grad - mean)
    square *= beta2
    square += (1 - beta2) * grad * grad
    unbias1, unbias2 = 1 - beta1 ** step, 1 - beta2 ** step
    longest = 2 / (1 - beta2) - 1                            # maximum number of gradients that the mean square averages
    seen = longest - 2 * step * beta2 ** step / unbias2       # number of gradients that the mean square averages by now
    if seen > 5:
        trust = ((seen - 4) * (seen - 2) * longest / ((longest - 4) * (longest - 2) * seen)) ** 0.5
        param -= lr / unbias1 * trust * unbias2 ** 0.5 * mean / (xp.sqrt(square) + eps)
    else:
        param -= lr / unbias1 * mean


class RAdam(Optimizer):
    """A variant of Adam that warms up by itself: plain momentum until the mean squares are reliable.

    betas                    decay of the mean and of the mean square
    eps                      avoids a division by 0
    weight_decay             pull towards 0, through the gradient
    decoupled_weight_decay   shrink the weights instead, as AdamW does
    """

    rule, elementwise, branches = radam, True, True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False,
                 *, foreach=None, maximize=False, capturable=False, differentiable=False):
        check(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable})
