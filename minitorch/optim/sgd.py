"""SGD: a step against the gradient, or, with momentum, against a running sum of gradients."""

from ..backend import library_of
from ..engine.piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def heavy_ball(param, grad, state, *, lr, momentum, dampening, nesterov):
    """Take one step against the velocity, for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "momentum_buffer", the velocity, from step to step

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
    """Take one step against the gradient for one parameter, in place; with momentum, against its velocity.

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

    lr             size of a step, as a multiple of the gradient
    momentum       share of the last step's velocity that is kept, 0 to 1
    dampening      how much of each new gradient is left out of the velocity
    weight_decay   pull towards 0: adds weight_decay · parameter to the gradient
    nesterov       look one step ahead; ValueError without momentum, or with dampening
    maximize       raise the loss instead of lowering it
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
