"""Adam: each weight's step is its mean gradient divided by its typical gradient."""

from ..backend import library_of
from ..engine.piece import piece
from .common import check, check_tensors, slope
from .optimizer import Optimizer


@piece
def adam(param, grad, state, *, lr, betas, eps, weight_decay, amsgrad, maximize, decoupled_weight_decay):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", "exp_avg" (mean gradient), "exp_avg_sq" (mean square)

    Source: Kingma & Ba, Adam (2015), algorithm 1; amsgrad: Reddi et al. (2018).
    """
    xp = library_of(param)
    if "exp_avg" not in state:
        state.update(step=0, exp_avg=xp.zeros_like(param), exp_avg_sq=xp.zeros_like(param))
        if amsgrad:
            state["max_exp_avg_sq"] = xp.zeros_like(param)
    grad = slope(param, grad, weight_decay, maximize, decoupled_weight_decay, lr)
    state["step"] += 1
    beta1, beta2 = betas
    mean, square = state["exp_avg"], state["exp_avg_sq"]
    unbias1 = 1 - beta1 ** state["step"]  # corrects the mean, which starts at 0 and is too small at first
    unbias2 = (1 - beta2 ** state["step"]) ** 0.5
    work = xp.subtract(grad, mean, out=xp.empty_like(mean))      # use one work array, because allocation takes time
    work *= 1 - beta1
    mean += work
    xp.multiply(grad, grad, out=work)
    work *= 1 - beta2
    square *= beta2
    square += work
    if amsgrad:
        square = xp.maximum(state["max_exp_avg_sq"], square, out=state["max_exp_avg_sq"])
    xp.sqrt(square, out=work)                        # step = lr · (mean / unbias1) / (√square / unbias2 + eps)
    work += eps * unbias2
    xp.divide(mean, work, out=work)
    work *= lr * unbias2 / unbias1
    param -= work


class Adam(Optimizer):
    """Adaptive moments: steps of about `lr`, for gradients of any scale.

    betas                    decay of the mean and of the mean square, each at least 0 and below 1
    eps                      avoids a division by 0
    weight_decay             pull towards 0, added to the gradient (see AdamW)
    amsgrad                  divide by the largest mean square so far
    maximize                 raise the loss instead of lowering it
    capturable               on a GPU, store the count of steps there, so that a CUDA graph can repeat them
    decoupled_weight_decay   shrink the weights by lr · weight_decay instead, as AdamW does

    Raises ValueError for negative settings, and betas outside [0, 1). Source: Kingma and Ba, Adam (2015).
    """

    rule, elementwise = adam, True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False, fused=None,
                 decoupled_weight_decay=False):
        check(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay)
        check_tensors(lr, betas, foreach, capturable)
        super().__init__(params, {
            "lr": lr, "betas": tuple(betas), "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize, "foreach": foreach, "capturable": capturable, "differentiable": differentiable,
            "fused": fused, "decoupled_weight_decay": decoupled_weight_decay})


class AdamW(Adam):
    """Adam with decoupled weight decay: each step multiplies weights by 1 − lr · weight_decay. Settings as Adam's."""

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *,
                 maximize=False, foreach=None, capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize,
                         capturable=capturable, differentiable=differentiable, fused=fused,
                         decoupled_weight_decay=True)
