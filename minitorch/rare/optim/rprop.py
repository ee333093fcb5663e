"""Optimisers that few programs use: Rprop, by the signs of gradients, and ASGD, with averaged weights."""

from ...backend import library_of
from ...engine.piece import piece
from ...optim.common import check, running_means, slope
from ...optim.optimizer import Optimizer


@piece
def rprop(param, grad, state, *, lr, etas, step_sizes, maximize):
    """Take one step for one parameter, in place. Only the sign of the gradient counts.

    param, grad   arrays of one shape
    state         dict; stores "step", "prev" (the last gradient) and "step_size", one number for each weight

    Source: Riedmiller & Braun, A direct adaptive method for faster backpropagation learning: the RPROP
    algorithm (1993), in the form that skips a step if the gradient changed its sign.
    """
    xp = library_of(param)
    fresh = "prev" not in state
    last, size = running_means(state, param, "prev", "step_size")
    if fresh:
        size += lr
    if maximize:
        grad = -grad
    turned = xp.sign(grad * last)
    size *= xp.where(turned > 0, etas[1], xp.where(turned < 0, etas[0], 1)).astype(size.dtype)
    xp.clip(size, *step_sizes, out=size)
    last[...] = xp.where(turned < 0, 0, grad)
    param -= xp.sign(last) * size


class Rprop(Optimizer):
    """Resilient backpropagation, for gradients of the whole data: different batches would change the signs.

    lr           size of every weight's first step
    etas         two factors of the step size: if the gradient changed its sign (< 1), and if it did not (> 1)
    step_sizes   the smallest and the largest step

    Raises ValueError for a negative lr, and unless etas[0] < 1 < etas[1].
    """

    rule, elementwise = rprop, True

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        check(lr=lr)
        if not 0 < etas[0] < 1 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}. The first must be between 0 and 1, the second "
                             "above 1.")
        super().__init__(params, {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable})


@piece
def asgd(param, grad, state, *, lr, lambd, alpha, t0, weight_decay, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", "eta" (the rate of the next step), "mu" (the share of the next weights in the
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

    lambd          weights shrink by lambd · rate a step, and the rate decreases as (1 + lambd · lr · step)^−alpha
    alpha          power of that decrease
    t0             step at which averaging begins; until then "ax" equals the weights
    weight_decay   pull towards 0, through the gradient

    Raises ValueError for a negative lr or weight_decay.
    """

    rule, elementwise, branches = asgd, True, True

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        check(lr=lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable})
