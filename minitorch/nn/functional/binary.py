"""Losses of answers of yes (1) or no (0): from probabilities, or from unnormalised scores."""

from ...ops.loss import losses
from ...runtime import Tensor
from .activation import logsigmoid
from .common import answers, float16_in_float32, halves, in_single, reduced, reduction_of, refuse, require_floating
from .softmax import warn_of_sigmoid

__all__ = ["binary_cross_entropy", "binary_cross_entropy_with_logits"]


def check_same(name, input, target):
    if tuple(input.shape) != tuple(target.shape):
        refuse(ValueError, f"{name}: Target size ({list(target.shape)}) must be the same as input size "
               f"({list(input.shape)}). A missing dimension is added by target.unsqueeze(1), an extra one in the "
               "scores dropped by input.squeeze(1).")
    if not target.is_floating_point():
        refuse(RuntimeError, f"{name}: a target holds probabilities, floats like the input's, not {target.dtype}. "
               "Convert with target.float().")


def check_chances(input, target):
    """Raise unless all numbers are between 0 and 1, which nan is not; a GPU is asked once."""
    x, y = input.array, target.array
    if not x.size:
        return
    fits = answers(x.min() >= 0, x.max() <= 1, y.min() >= 0, y.max() <= 1)
    if not (fits[0] and fits[1]):
        refuse_chances("input", x, "Apply sigmoid, or use binary_cross_entropy_with_logits.")
    if not (fits[2] and fits[3]):
        refuse_chances("target", y, "They say how likely a yes (1) is: are they labels of several classes?")


def refuse_chances(which, values, hint):
    refuse(RuntimeError, f"binary_cross_entropy: all elements of {which} should be between 0 and 1; they are from "
           f"{values.min():.4g} to {values.max():.4g}. {hint}")


@float16_in_float32
def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None, reduce=None,
                         reduction="mean"):
    """Mean surprise at answers of yes (1) or no (0), from probabilities; a logarithm is kept above −100."""
    check_same("binary_cross_entropy", input, target)
    if target.dtype is not input.dtype:
        refuse(RuntimeError, f"binary_cross_entropy: found dtype {target.dtype} but expected {input.dtype}, the "
               "input's. Convert with target.to(input.dtype).")
    check_chances(input, target)
    loss = losses.binary_cross_entropy(input, target)
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))


def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None,
                                     reduce=None, reduction="mean", pos_weight: Tensor = None):
    """binary_cross_entropy of sigmoid(input), without overflow; pos_weight: how much a yes counts."""
    check_same("binary_cross_entropy_with_logits", input, target)
    require_floating("binary_cross_entropy_with_logits", input)
    warn_of_sigmoid("binary_cross_entropy_with_logits", input)
    if halves(input):
        return in_single(binary_cross_entropy_with_logits, input, target, weight, size_average, reduce, reduction,
                         pos_weight)
    loss = (losses.binary_cross_entropy_with_logits(input, target) if pos_weight is None else
            (1 - target) * input - logsigmoid(input) * (1 + (pos_weight - 1) * target))
    return reduced(loss if weight is None else loss * weight, reduction_of(size_average, reduce, reduction))
