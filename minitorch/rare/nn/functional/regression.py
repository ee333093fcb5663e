"""Regression losses other than the squared error: Huber, Poisson and Gaussian."""

import math

from ....backend import holds
from ....nn.functional.common import (
    float16_in_float32,
    reduced,
    reduction_of,
    refuse,
    require_floating,
)
from ....nn.functional.regression import checked_pair
from ....ops.index.masks import where_function as where
from ....ops.loss.regression import huber
from ....runtime import Tensor, Value, one_node
from ....runtime.libraries import flag_outside
from .distance import at_least

__all__ = ["gaussian_nll_loss", "huber_loss", "poisson_nll_loss"]


@float16_in_float32
@one_node
def huber_loss(input: Tensor, target: Tensor, reduction="mean", delta: float = 1.0, weight: Tensor = None):
    """Return the mean of d²/2 if |d| < delta, else delta·(|d| − delta/2), where d = input − target.

    input, target   tensors of the same shape; other shapes are broadcast, with a warning
    weight          the input's shape: the factor of each element

    Raises RuntimeError for a delta of 0 or less, TypeError if it is not a number.
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
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False, size_average=None,
                     eps: float = 1e-8, reduce=None, reduction="mean"):
    """Return the Poisson −log likelihood of counts `target` at rate e^input (input if not log_input); any shape.

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
    """Return the −log likelihood of `target` under a normal distribution: mean `input`, variance `var` (at least eps).

    var    a number, or a tensor of the input's shape; its last dimension may have size 1 or be absent
    full   add log(2π)/2, which does not depend on the input

    Raises ValueError for a negative variance, or one of another shape. Source: Nix and Weigend (1994).
    """
    if isinstance(var, int | float):
        var = input.new_full(tuple(input.shape), var)
    if var.dtype.rank < 2:
        refuse(RuntimeError, f"gaussian_nll_loss: var must be floating point, not {var.dtype}: convert it "
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
