"""Scores as probabilities: softmax and its kin, and warnings where scores have been through it already."""

import warnings

import numpy as np

from ...ops.loss import softmax as ops
from ...ops.shape.creation import rand_like
from ...runtime import Dim, Tensor, notice, require

__all__ = ["gumbel_softmax", "log_softmax", "softmax", "softmin"]


def softmax(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """eˣ, scaled to sum to 1 along `dim`; any shape in, same out."""
    return ops.softmax.function(input, dim=implied(input, dim, "softmax"), dtype=dtype)


def log_softmax(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """log(softmax(x)) along `dim`, without overflow; any shape in, same out."""
    return ops.log_softmax.function(input, dim=implied(input, dim, "log_softmax"), dtype=dtype)


def softmin(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """softmax(−x) along `dim`; any shape in, same out."""
    return ops.softmax.function(-input, dim=implied(input, dim, "softmin"), dtype=dtype)


def gumbel_softmax(logits, tau: float = 1, hard=False, eps: float = 1e-10, dim: Dim = -1):
    """A random choice that gradients pass through: softmax of (scores + Gumbel noise) / tau.

    logits   scores, of any shape: the choice is along `dim`
    hard     one-hot on the way forward, soft on the way back

    Source: Jang et al., Categorical Reparameterization with Gumbel-Softmax (2017).
    """
    noise = -(-(1 - rand_like(logits)).log()).log()
    soft = softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    best = soft.argmax(dim, keepdim=True)
    return (soft * 0).detach().scatter(dim, best, 1.0) - soft.detach() + soft


def implied(input, dim, name):
    """PyTorch's old default for a dim left out, with its warning."""
    if dim is None:
        require(name, {"input": input})
        dim = 0 if input.ndim in (0, 1, 3) else 1
        warnings.warn(f"Implicit dimension choice for {name} has been deprecated: write dim={dim}.",
                      UserWarning, stacklevel=3)
    return dim


CLOSE = 2e-3                             # how near to 1 the rows of a softmax sum, in float16 too


def maker(tensor):
    """Return the name of the op that made a tensor, None where it was not recorded."""
    op = getattr(tensor._node, "op", None)
    return None if op is None else op.name


def warn_of_softmax(name, input):
    """Warn of scores (N, C) that went through softmax before cross_entropy, which does that itself."""
    if maker(input) == "softmax" or input.ndim == 2 and sums_to_one(input.array):
        notice(f"{name} was given rows that are non-negative and sum to 1, as after softmax. It applies log_softmax "
               "itself: give it the scores as the last layer leaves them, or learning is slow and the loss never "
               "comes near 0.")


def sums_to_one(array):
    """Whether all rows look like probabilities; nearly always the first number or the first row says no."""
    if type(array) is not np.ndarray or array.size == 0 or array.shape[1] < 2 or not 0 <= array.item(0) <= 1 + CLOSE:
        return False
    first = array[0]
    if abs(first.sum() - 1) > CLOSE or first.min() < 0:
        return False
    return array.min() >= 0 and np.abs(array.sum(1) - 1).max() <= CLOSE


def warn_of_probabilities(name, input):
    """Warn of probabilities given to nll_loss, which takes their logarithms."""
    if maker(input) in ("softmax", "sigmoid"):
        notice(f"{name} was given probabilities, and takes their logarithms: use log_softmax in the place of softmax, "
               "or leave softmax away and use cross_entropy.")


def warn_of_sigmoid(name, input):
    """Warn of probabilities given to a loss that applies sigmoid itself."""
    if maker(input) == "sigmoid":
        notice(f"{name} was given the results of sigmoid, and applies sigmoid itself: give it the scores as the last "
               "layer leaves them, or use binary_cross_entropy.")
