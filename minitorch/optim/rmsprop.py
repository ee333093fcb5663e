"""RMSprop: each weight's gradient, divided by its recent size."""

from ..backend import library_of
from ..engine.piece import piece
from .common import check, slope
from .optimizer import Optimizer


@piece
def rmsprop(param, grad, state, *, lr, alpha, eps, weight_decay, momentum, centered, maximize):
    """Take one step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; stores "step", "square_avg" (mean square gradient), with momentum
                  "momentum_buffer", and centered "grad_avg" (mean gradient)

    Source: Tieleman & Hinton, Neural networks for machine learning, lecture 6.5 (2012); centered:
    Graves, Generating sequences with recurrent neural networks (2013), eq. 40.
    """
    xp = library_of(param)
    if "square_avg" not in state:
        state.update(step=0, square_avg=xp.zeros_like(param))
        if momentum:
            state["momentum_buffer"] = xp.zeros_like(param)
        if centered:
            state["grad_avg"] = xp.zeros_like(param)
    grad = slope(param, grad, weight_decay, maximize)
    state["step"] += 1
    square = state["square_avg"]
    square *= alpha
    square += (1 - alpha) * grad * grad
    if centered:
        mean = state["grad_avg"]
        mean += (1 - alpha) * (grad - mean)
        square = square - mean * mean                 # this is the variance of the gradient
    step = grad / (xp.sqrt(square) + eps)
    if momentum:
        velocity = state["momentum_buffer"]
        velocity *= momentum
        velocity += step
        step = velocity
    param -= lr * step


class RMSprop(Optimizer):
    """An optimiser that divides each weight's gradient by the root of a running mean of squared gradients.

    alpha          decay of that mean, 0 to 1
    eps            avoids a division by 0
    weight_decay   pull towards 0, added to the gradient
    momentum       share of the last step's velocity that is kept
    centered       divide by the standard deviation of the gradients instead of their size
    """

    rule, elementwise = rmsprop, True

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        check(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable})
