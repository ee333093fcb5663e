"""Losses for numbers, and for yes (1) or no (0) answers."""

from ...backend import holds
from ...ops.loss import regression
from ...ops.loss.regression import huber
from ...ops.shape.views import broadcast_shape
from ...runtime import Tensor, notice, one_node
from ...runtime.libraries import flag_outside
from .activation import logsigmoid
from .common import (
    SAID,
    averaged,
    float16_in_float32,
    halves,
    in_single,
    reduced,
    reduction_of,
    refuse,
    require_floating,
)
from .softmaxes import warn_of_sigmoid

__all__ = ["binary_cross_entropy", "binary_cross_entropy_with_logits", "l1_loss", "mse_loss", "smooth_l1_loss"]


def checked_pair(name, input, target, weight=None):
    """Return input and target, broadcast. Warn if their sizes differ, which is nearly always a mistake."""
    if weight is not None and weight.shape != input.shape:
        refuse(ValueError, f"{name}: Weights and input must have the same size, and they are {list(weight.shape)} and "
               f"{list(input.shape)}.")
    if tuple(input.shape) != tuple(target.shape):
        notice(f"Using a target size ({list(target.shape)}) that is different to the input size ({list(input.shape)}) "
               f"in {name}: they are broadcast, so each is compared with each, probably by mistake. Give them the same "
               "size: " + (f"target.reshape({list(input.shape)})." if input.numel() == target.numel() else
                           "target.expand_as(input), if you want this."))
        shape = broadcast_shape(name, input, target)
        return input.expand(shape), target.expand(shape)
    return input, target


@float16_in_float32
@one_node
def mse_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", weight: Tensor = None):
    """Return the mean of the squared differences of input and target.

    input, target   both have the same shape; if they must be broadcast, a warning says so
    weight          the input's shape: how much each element counts; the mean divides by the sum of weights
    """
    input, target = checked_pair("mse_loss", input, target, weight)
    difference = input - target
    require_floating("mse_loss", difference)
    return averaged(difference * difference, weight, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def l1_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", weight: Tensor = None):
    """Return the mean of the absolute differences of input and target. Arguments as mse_loss's."""
    input, target = checked_pair("l1_loss", input, target, weight)
    return averaged((input - target).abs(), weight, reduction_of(size_average, reduce, reduction))


@float16_in_float32
@one_node
def smooth_l1_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", beta: float = 1.0):
    """Return huber_loss / beta, or the absolute difference if beta is 0. input and target as huber_loss's.

    Raises RuntimeError for a negative beta.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    input, target = checked_pair("smooth_l1_loss", input, target)
    if not beta >= 0:
        raise RuntimeError(f"smooth_l1_loss does not support negative values for beta, such as {beta}.")
    loss = (input - target).abs() if beta == 0 else huber(input, target, delta=beta) / beta
    require_floating("smooth_l1_loss", loss)
    return reduced(loss, reduction)


def check_same(name, input, target):
    if tuple(input.shape) != tuple(target.shape):
        refuse(ValueError, f"{name}: Target size ({list(target.shape)}) must be the same as input size "
               f"({list(input.shape)}). Add a missing dimension by target.unsqueeze(1), or drop an extra one of "
               "the scores by input.squeeze(1).")
    if not target.is_floating_point():
        refuse(RuntimeError, f"{name}: Found dtype {SAID.get(target.dtype.name, target.dtype)} but expected Float: "
               f"a target holds probabilities, floats like the input's, not {target.dtype}. "
               "Convert with target.float().")


def check_chances(input, target):
    """Raise unless all numbers are between 0 and 1; nan also raises."""
    for which, x, hint in (("input", input.array, "Apply sigmoid, or use binary_cross_entropy_with_logits."),
                           ("target", target.array, "Each is the probability of a yes (1): are they labels of several "
                                                    "classes?")):
        if not flag_outside(x, 0, 1, no_chance, which, hint) and x.size and holds(~((x.min() >= 0) & (x.max() <= 1))):
            refuse(RuntimeError, f"binary_cross_entropy: all elements of {which} should be between 0 and 1; they are "
                   f"from {x.min():.4g} to {x.max():.4g}. {hint}")


def no_chance(value, position, which, hint):
    return RuntimeError(f"binary_cross_entropy: all elements of {which} should be between 0 and 1; that at position "
                        f"{position} is not. {hint}")


@float16_in_float32
@one_node
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None, reduce=None,
                         reduction="mean"):
    """Return the mean negative log-likelihood of answers 1 (yes) or 0 (no), from probabilities; log ≥ −100.

    input, target   both have the same shape; numbers from 0 to 1
    weight          how much each element counts, broadcast to the input

    Raises ValueError for unequal shapes, RuntimeError for numbers outside 0 … 1.
    """
    check_same("binary_cross_entropy", input, target)
    if target.dtype is not input.dtype:
        refuse(RuntimeError, f"binary_cross_entropy: found dtype {target.dtype} but expected {input.dtype}, the "
               "input's. Convert with target.to(input.dtype).")
    check_chances(input, target)
    loss = regression.binary_cross_entropy(input, target)
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))


@one_node
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None,
                                     reduce=None, reduction="mean", pos_weight: Tensor = None):
    """Return binary_cross_entropy of sigmoid(input), without overflow; pos_weight is the weight of a yes.

    target and weight as binary_cross_entropy's; pos_weight broadcasts to the input.
    """
    check_same("binary_cross_entropy_with_logits", input, target)
    require_floating("binary_cross_entropy_with_logits", input)
    warn_of_sigmoid("binary_cross_entropy_with_logits", input)
    if halves(input):
        return in_single(binary_cross_entropy_with_logits, input, target, weight, size_average, reduce, reduction,
                         pos_weight)
    loss = (regression.binary_cross_entropy_with_logits(input, target) if pos_weight is None else
            (1 - target) * input - logsigmoid(input) * (1 + (pos_weight - 1) * target))
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))
