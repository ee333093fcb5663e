"""Softmax and log_softmax, and warnings if scores already went through softmax or sigmoid."""

import warnings

import numpy as np

from ...ops.loss import softmax as ops
from ...runtime import Dim, Tensor, notice, require

__all__ = ["log_softmax", "softmax"]


def softmax(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """eˣ, scaled to sum to 1 along `dim`; any shape in, same out."""
    return ops.softmax.function(input, dim=implied(input, dim, "softmax"), dtype=dtype)


def log_softmax(input: Tensor, dim: Dim = None, _stacklevel=3, dtype=None):
    """log(softmax(x)) along `dim`, without overflow; any shape in, same out."""
    return ops.log_softmax.function(input, dim=implied(input, dim, "log_softmax"), dtype=dtype)


def implied(input, dim, name):
    """Return `dim`; if it is None, warn as PyTorch does and return PyTorch's old default."""
    if dim is None:
        require(name, {"input": input})
        dim = 0 if input.ndim in (0, 1, 3) else 1
        warnings.warn(f"Implicit dimension choice for {name} has been deprecated: write dim={dim}.",
                      UserWarning, stacklevel=3)
    return dim


CLOSE = 2e-3                             # maximum difference between 1 and the sum of a softmax row, also in float16


def maker(tensor):
    """Return the name of the op that computed a tensor, None if it was not recorded."""
    op = getattr(tensor._node, "op", None)
    return None if op is None else op.name


def warn_of_softmax(name, input):
    """Warn if scores (N, C) went through softmax before cross_entropy, which applies it itself."""
    array = input.array                                  # its first number is nearly always enough
    if maker(input) == "softmax" or type(array) is np.ndarray and array.ndim == 2 and array.shape[1] > 1 and (
            array.size and 0 <= array.item(0) <= 1 + CLOSE and sums_to_one(array)):
        notice(f"{name} was given rows that are non-negative and sum to 1, as after softmax. It applies log_softmax "
               "itself: give it the scores as the last layer leaves them, or learning is slow and the loss never "
               "comes near 0.")


def sums_to_one(array):
    """Return whether all rows of an array with at least one number look like probabilities."""
    first = array[0]
    if abs(first.sum() - 1) > CLOSE or first.min() < 0:
        return False
    return array.min() >= 0 and np.abs(array.sum(1) - 1).max() <= CLOSE


def warn_of_probabilities(name, input):
    """Warn if probabilities are passed to nll_loss, which needs their logarithms."""
    if maker(input) in ("softmax", "sigmoid"):
        notice(f"{name} was given probabilities, and takes their logarithms: use log_softmax instead of softmax, "
               "or omit softmax and use cross_entropy.")


def warn_of_sigmoid(name, input):
    """Warn if probabilities are passed to a loss that applies sigmoid itself."""
    if maker(input) == "sigmoid":
        notice(f"{name} was given the results of sigmoid, and applies sigmoid itself: give it the scores as the last "
               "layer leaves them, or use binary_cross_entropy.")
