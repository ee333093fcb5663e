"""Rprop: each weight has a step of its own, which grows while its slope keeps its sign."""

from ..backend import library_of
from ..piece import piece
from .common import check, running_means
from .optimizer import Optimizer


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
