"""RMSprop: each weight's slope, divided by its size of late; Rprop, which it comes from: only the slope's sign."""

from ..backend import library_of
from ..piece import piece
from .common import check, running_means, slope
from .optimizer import Optimizer


@piece
def rmsprop(param, grad, state, *, lr, alpha, eps, weight_decay, momentum, centered, maximize):
    """One step for one parameter, in place.

    param, grad   arrays of one shape
    state         dict; keeps "step", "square_avg" (mean square slope), with momentum
                  "momentum_buffer", and centered "grad_avg" (mean slope)

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
        square = square - mean * mean                 # the variance: how much the slope changes
    step = grad / (xp.sqrt(square) + eps)
    if momentum:
        velocity = state["momentum_buffer"]
        velocity *= momentum
        velocity += step
        step = velocity
    param -= lr * step


class RMSprop(Optimizer):
    """Each weight's step is its slope over the root of a running mean of squared slopes.

    alpha          memory of that mean, 0 to 1
    eps            keeps the division finite
    weight_decay   pull towards 0, through the gradient
    momentum       how much of the last step's velocity stays
    centered       divide by the deviation of the slopes instead of their size
    """

    rule, elementwise = rmsprop, True

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False,
                 capturable=False, foreach=None, maximize=False, differentiable=False):
        check(lr=lr, eps=eps, momentum=momentum, weight_decay=weight_decay, alpha=alpha)
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable})


@piece
def rprop(param, grad, state, *, lr, etas, step_sizes, maximize):
    """One step for one parameter, in place. Only the sign of the gradient counts.

    param, grad   arrays of one shape
    state         dict; keeps "step", "prev" (the last slope) and "step_size", a length a weight

    Source: Riedmiller & Braun, A direct adaptive method for faster backpropagation learning: the RPROP
    algorithm (1993), in the form that skips a step where the slope changed its sign.
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
    """Resilient backpropagation, for gradients of the whole data: batches that differ turn the signs.

    lr           length of every weight's first step
    etas         factors of a step whose slope changed its sign, below 1, and of one whose slope kept it, above 1
    step_sizes   the shortest and the longest step

    Raises ValueError for a negative lr, and for etas that do not lie around 1.
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
