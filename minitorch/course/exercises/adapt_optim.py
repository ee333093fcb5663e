"""From a learner's rule to the library's: what no exercise asked for, such as nesterov, stays the library's.

A parameter that is a single number comes to a learner as an array of one element: theirs had at least one dimension.
"""

import numpy as np

from ...engine import no_grad
from ...nn.utils.clip_grad import clip_grad_norm_, several
from ...optim.adagrad import adagrad
from ...optim.adam import adam
from ...optim.common import slope
from ...optim.rmsprop import rmsprop
from ...optim.sgd import heavy_ball, sgd
from ...tensors import Tensor
from ...tensors.tensor import tensor_of
from ..safe_call import call


def names_of(mine, *settings):
    """Return what a rule keeps in its state, by name."""
    state: dict = {}
    call(mine, np.zeros(2), np.ones(2), state, *settings)
    return state.keys()


def can_go_on(param, state, names):
    """Whether a learner's rule may take this step: an array of NumPy's, and a state that is empty or its own.

    A state from the library's rule (of a file, or from before the answer was right) is carried on by the library.
    """
    return type(param) is np.ndarray and (not state or names <= state.keys())


def sgd_rule(mine):
    """4.1; with momentum the library's goes on, to 4.2 if that is mounted."""
    def rule(param, grad, state, *, lr, momentum, dampening, weight_decay, nesterov, maximize):
        if momentum or type(param) is not np.ndarray:
            return sgd.library(param, grad, state, lr=lr, momentum=momentum, dampening=dampening,
                               weight_decay=weight_decay, nesterov=nesterov, maximize=maximize)
        p = tensor_of(param)
        mine(p, tensor_of(-grad if maximize else grad), lr, weight_decay)
        if p.array is not param:                           # p.data = ... gave it another array
            param[...] = p.array
    return rule


def momentum_rule(mine):
    """4.2; dampening and nesterov stay the library's."""
    names = names_of(mine, 0.1, 0.9)

    def rule(param, grad, state, *, lr, momentum, dampening, nesterov):
        if dampening or nesterov or not can_go_on(param, state, names):
            return heavy_ball.library(param, grad, state, lr=lr, momentum=momentum, dampening=dampening,
                                      nesterov=nesterov)
        mine(np.atleast_1d(param), np.atleast_1d(grad), state, lr, momentum)
    return rule


def two_rules(mine):
    """4.3 in two places: Adagrad's rule, and beside it RMSprop's."""
    names = {alpha: names_of(mine, 0.1, alpha, 1e-8) for alpha in (None, 0.9)}

    def of_all(param, grad, state, *, lr, lr_decay, weight_decay, initial_accumulator_value, eps, maximize):
        if state.keys() == {"step", "sum"} and not state["step"]:      # as Adagrad makes it: nothing is kept yet
            state.clear()
        if lr_decay or initial_accumulator_value or not can_go_on(param, state, names[None]):
            return adagrad.library(param, grad, state, lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, eps=eps,
                                   initial_accumulator_value=initial_accumulator_value, maximize=maximize)
        grad = slope(param, grad, weight_decay, maximize)
        mine(np.atleast_1d(param), np.atleast_1d(grad), state, lr, None, eps)

    def of_late(param, grad, state, *, lr, alpha, eps, weight_decay, momentum, centered, maximize):
        if momentum or centered or not can_go_on(param, state, names[0.9]):
            return rmsprop.library(param, grad, state, lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay,
                                   momentum=momentum, centered=centered, maximize=maximize)
        grad = slope(param, grad, weight_decay, maximize)
        mine(np.atleast_1d(param), np.atleast_1d(grad), state, lr, alpha, eps)

    of_all.beside = ((rmsprop, of_late),)
    return of_all


def adam_rule(mine):
    """4.4; amsgrad stays the library's."""
    names = names_of(mine, 0.1, 0.9, 0.999, 1e-8)

    def rule(param, grad, state, *, lr, betas, eps, weight_decay, amsgrad, maximize, decoupled_weight_decay):
        if amsgrad or not can_go_on(param, state, names):
            return adam.library(param, grad, state, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay,
                                amsgrad=amsgrad, maximize=maximize, decoupled_weight_decay=decoupled_weight_decay)
        grad = slope(param, grad, weight_decay, maximize, decoupled_weight_decay, lr)
        mine(np.atleast_1d(param), np.atleast_1d(grad), state, lr, *betas, eps)
    return rule


def clipping(mine):
    """4.6; norms of another order and the refusal of infinite ones stay the library's."""
    def clip(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
        params = several(parameters)
        grads = [p.grad for p in params if p.grad is not None]
        here = grads and all(type(grad.array) is np.ndarray for grad in grads)
        if norm_type != 2 or error_if_nonfinite or not here:
            return clip_grad_norm_.library(params, max_norm, norm_type, error_if_nonfinite, foreach)
        with no_grad():
            norm = mine(params, max_norm)
            return norm if isinstance(norm, Tensor) else grads[0].new_tensor(norm)
    return clip
