"""Losses of numbers, how far a network's answers are from the right ones; and of answers of yes (1) or no (0)."""

import math

from ...backend import holds
from ...ops.index.masks import where_function as where
from ...ops.loss import losses
from ...ops.loss.losses import huber
from ...ops.shape.views import broadcast_shape
from ...runtime import Tensor, Value, notice, one_node
from ...runtime.device_checks import flag_outside
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
from .distance import at_least
from .softmax import warn_of_sigmoid

__all__ = ["binary_cross_entropy", "binary_cross_entropy_with_logits", "gaussian_nll_loss", "huber_loss", "l1_loss",
           "mse_loss", "poisson_nll_loss", "smooth_l1_loss"]


def checked_pair(name, input, target, weight=None):
    """The input and the target, broadcast. Warn if their sizes differ, which is nearly always a mistake."""
    if weight is not None and weight.shape != input.shape:
        refuse(ValueError, f"{name}: Weights and input must have the same size, and they are {list(weight.shape)} and "
               f"{list(input.shape)}.")
    if tuple(input.shape) != tuple(target.shape):
        notice(f"Using a target size ({list(target.shape)}) that is different to the input size ({list(input.shape)}) "
               f"in {name}: they are broadcast, each with each, which is likely not what was meant. Give them the same "
               "size: " + (f"target.reshape({list(input.shape)})." if input.numel() == target.numel() else
                           "target.expand_as(input), if it is meant."))
        shape = broadcast_shape(name, input, target)
        return input.expand(shape), target.expand(shape)
    return input, target


@float16_in_float32
@one_node
def mse_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", weight: Tensor = None):
    """The squared differences of input and target, averaged.

    input, target   any shape, the same for both; where they broadcast, a warning says so
    weight          the input's shape: how much each element counts; the mean is over its sum
    """
    input, target = checked_pair("mse_loss", input, target, weight)
    difference = input - target
    require_floating("mse_loss", difference)
    return averaged(difference * difference, weight, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def l1_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", weight: Tensor = None):
    """The absolute differences of input and target, averaged. Arguments as mse_loss's."""
    input, target = checked_pair("l1_loss", input, target, weight)
    return averaged((input - target).abs(), weight, reduction_of(size_average, reduce, reduction))


@float16_in_float32
@one_node
def huber_loss(input: Tensor, target: Tensor, reduction="mean", delta: float = 1.0, weight: Tensor = None):
    """Half the squared difference where it is below delta, else delta·(|difference| − delta/2).

    input, target   any shape, the same for both; where they broadcast, a warning says so
    weight          the input's shape: what each element is multiplied by

    Raises RuntimeError for a delta of 0 or less, TypeError for what is no number.
    """
    input, target = checked_pair("huber_loss", input, target, weight)
    if not isinstance(delta, int | float):
        raise TypeError(f"huber_loss: delta must be a float or int, got: {type(delta).__name__}.")
    if not delta > 0:
        raise RuntimeError(f"huber_loss does not support non-positive values for delta, such as {delta}.")
    require_floating("huber_loss", input)
    if target.dtype.is_complex:
        refuse(RuntimeError, f"huber_loss: result type {target.dtype} can't be cast to the input's, {input.dtype}.")
    loss = huber(input, target, delta=delta).to(input.dtype)
    return reduced(loss if weight is None else loss * weight, reduction)


@float16_in_float32
@one_node
def smooth_l1_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", beta: float = 1.0):
    """huber_loss divided by beta; with beta 0 the absolute difference. input and target as huber_loss's.

    Raises RuntimeError for a negative beta.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    input, target = checked_pair("smooth_l1_loss", input, target)
    if not beta >= 0:
        raise RuntimeError(f"smooth_l1_loss does not support negative values for beta, such as {beta}.")
    loss = (input - target).abs() if beta == 0 else huber(input, target, delta=beta) / beta
    require_floating("smooth_l1_loss", loss)
    return reduced(loss, reduction)


@float16_in_float32
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False, size_average=None,
                     eps: float = 1e-8, reduce=None, reduction="mean"):
    """Surprise at counts `target` when their rate is e^input (or input, with log_input=False); any shape.

    full   add Stirling's approximation of log(target!), which does not depend on the input
    """
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        safe = where(target > 1, target, 1.0)
        stirling = target * safe.log() - target + 0.5 * (2 * math.pi * safe).log()
        loss = loss + where(target > 1, stirling, 0.0)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def gaussian_nll_loss(input: Tensor, target: Tensor, var: Value, full=False, eps: float = 1e-6, reduction="mean"):
    """Surprise at `target` when it is normal with mean `input` and variance `var` (at least eps).

    var    a number, the input's shape, or that shape with a last dimension of 1 or without it
    full   add log(2π)/2, which does not depend on the input

    Raises ValueError for a negative variance, or one of another shape. Source: Nix and Weigend (1994).
    """
    if isinstance(var, int | float):
        var = input.new_full(tuple(input.shape), var)
    if var.dtype.rank < 2:
        refuse(RuntimeError, f"gaussian_nll_loss: a variance kept above eps can't be of {var.dtype}: convert it "
               "first, as in var.float().")
    if var.ndim == input.ndim - 1 and tuple(var.shape) == tuple(input.shape[:-1]):
        var = var.unsqueeze(-1)
    elif var.ndim != input.ndim or any(v not in (1, n) for v, n in zip(var.shape, input.shape)):
        raise ValueError(f"gaussian_nll_loss: var is of incorrect size: {tuple(var.shape)} for an input of "
                         f"{tuple(input.shape)}.")
    if not flag_outside(var.array, 0, math.inf, negative_variance) and holds((var.array < 0).any()):
        raise negative_variance()
    var = at_least(eps, var)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def negative_variance(*where):
    return ValueError("gaussian_nll_loss: var has negative entry/entries")


def check_same(name, input, target):
    if tuple(input.shape) != tuple(target.shape):
        refuse(ValueError, f"{name}: Target size ({list(target.shape)}) must be the same as input size "
               f"({list(input.shape)}). A missing dimension is added by target.unsqueeze(1), an extra one in the "
               "scores dropped by input.squeeze(1).")
    if not target.is_floating_point():
        refuse(RuntimeError, f"{name}: Found dtype {SAID.get(target.dtype.name, target.dtype)} but expected Float: "
               f"a target holds probabilities, floats like the input's, not {target.dtype}. "
               "Convert with target.float().")


def check_chances(input, target):
    """Raise unless all numbers are between 0 and 1, which nan is not."""
    for which, x, hint in (("input", input.array, "Apply sigmoid, or use binary_cross_entropy_with_logits."),
                           ("target", target.array, "They say how likely a yes (1) is: are they labels of several "
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
    """Mean surprise at answers of yes (1) or no (0), from probabilities; a logarithm is kept above −100.

    input, target   any shape, the same for both, from 0 to 1
    weight          how much each element counts, broadcast to the input

    Raises ValueError for other shapes, RuntimeError for numbers outside 0 … 1.
    """
    check_same("binary_cross_entropy", input, target)
    if target.dtype is not input.dtype:
        refuse(RuntimeError, f"binary_cross_entropy: found dtype {target.dtype} but expected {input.dtype}, the "
               "input's. Convert with target.to(input.dtype).")
    check_chances(input, target)
    loss = losses.binary_cross_entropy(input, target)
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))


@one_node
def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None,
                                     reduce=None, reduction="mean", pos_weight: Tensor = None):
    """binary_cross_entropy of sigmoid(input), without overflow; pos_weight: how much a yes counts.

    target and weight as binary_cross_entropy's; pos_weight broadcasts to the input.
    """
    check_same("binary_cross_entropy_with_logits", input, target)
    require_floating("binary_cross_entropy_with_logits", input)
    warn_of_sigmoid("binary_cross_entropy_with_logits", input)
    if halves(input):
        return in_single(binary_cross_entropy_with_logits, input, target, weight, size_average, reduce, reduction,
                         pos_weight)
    loss = (losses.binary_cross_entropy_with_logits(input, target) if pos_weight is None else
            (1 - target) * input - logsigmoid(input) * (1 + (pos_weight - 1) * target))
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))
