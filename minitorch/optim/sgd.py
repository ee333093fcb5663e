"""SGD: a step down the slope, or with momentum along a running sum of slopes; ASGD, which averages where it went."""

from ..backend import library_of
from ..piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def heavy_ball(param, grad, state, *, lr, momentum, dampening, nesterov):
    """One step along the velocity, for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "momentum_buffer", the velocity, from step to step

    Source: Sutskever et al., On the importance of initialization and momentum (2013), with
    the learning rate outside the sum.
    """
    if "momentum_buffer" in state:
        velocity = state["momentum_buffer"]
        velocity *= momentum
        velocity += (1 - dampening) * grad if dampening else grad
    else:
        velocity = state["momentum_buffer"] = library_of(param).array(grad)
    param -= lr * (grad + momentum * velocity if nesterov else velocity)


@piece
def sgd(param, grad, state, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
    """One step down the slope for one parameter, in place; with momentum, along its velocity.

    param, grad   arrays of one shape
    state         dict; empty without momentum
    """
    grad = slope(param, grad, weight_decay, maximize)
    if momentum:
        heavy_ball(param, grad, state, lr=lr, momentum=momentum, dampening=dampening, nesterov=nesterov)
    else:
        param -= lr * grad


class SGD(Optimizer):
    """Stochastic gradient descent.

    lr             length of a step, in units of the gradient
    momentum       how much of the last step's velocity stays, 0 to 1
    dampening      how much of each new gradient is left out of the velocity
    weight_decay   pull towards 0: adds weight_decay · parameter to the gradient
    nesterov       look one step ahead; ValueError without momentum, or with dampening
    maximize       climb instead
    """

    rule, elementwise = sgd, True

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *,
                 maximize=False, foreach=None, differentiable=False, fused=None):
        check(lr=lr, momentum=momentum, weight_decay=weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening: "
                             "SGD(params, lr, momentum=0.9, nesterov=True).")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, "foreach": foreach, "differentiable": differentiable,
            "fused": fused})


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

    rule, elementwise, branches = asgd, True, True

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False,
                 differentiable=False, capturable=False):
        check(lr=lr, weight_decay=weight_decay)
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable})
