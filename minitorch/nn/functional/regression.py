"""Losses of numbers: how far a network's answers are from the right ones."""

import math

from ...ops.index.masks import where_function as where
from ...ops.loss.losses import huber
from ...ops.shape.views import broadcast_shape
from ...runtime import Tensor, Value, notice
from .common import averaged, float16_in_float32, reduced, reduction_of, refuse, require_floating
from .distance import at_least

__all__ = ["gaussian_nll_loss", "huber_loss", "l1_loss", "mse_loss", "poisson_nll_loss", "smooth_l1_loss"]


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
def mse_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", weight: Tensor = None):
    """The squared differences, averaged."""
    input, target = checked_pair("mse_loss", input, target, weight)
    difference = input - target
    require_floating("mse_loss", difference)
    return averaged(difference * difference, weight, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def l1_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", weight: Tensor = None):
    """The absolute differences, averaged."""
    input, target = checked_pair("l1_loss", input, target, weight)
    return averaged((input - target).abs(), weight, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def huber_loss(input: Tensor, target: Tensor, reduction="mean", delta=1.0, weight: Tensor = None):
    """Half the squared difference where it is below delta, else delta·(|difference| − delta/2)."""
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
def smooth_l1_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """huber_loss divided by beta; with beta 0 the absolute difference."""
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
    """Surprise at counts `target` when their rate is e^input (or input, with log_input=False).

    full   add Stirling's approximation of log(target!), which does not depend on the input
    """
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        safe = where(target > 1, target, 1.0)
        stirling = target * safe.log() - target + 0.5 * (2 * math.pi * safe).log()
        loss = loss + where(target > 1, stirling, 0.0)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def gaussian_nll_loss(input: Tensor, target: Tensor, var: Value, full=False, eps=1e-6, reduction="mean"):
    """Surprise at `target` when it is normal with mean `input` and variance `var` (at least eps).

    var    a number, the input's shape, or that shape with a last dimension of 1 or without it
    full   add log(2π)/2, which does not depend on the input
    Source: Nix and Weigend (1994).
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
    if (var < 0).any():
        raise ValueError("gaussian_nll_loss: var has negative entry/entries")
    var = at_least(eps, var)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)
