"""Losses in nats: how surprised a network is by the right answers."""

from numpy import dtype, maximum, ndarray

from ...backend import holds, on
from ...dtypes import int64, uint8
from ...engine import dispatch
from ...engine.apply import NOTHING
from ...ops.elementwise.logarithms import xlogy
from ...ops.index.getitem import SLOT, getitem
from ...ops.index.masks import where_function as where
from ...ops.loss import losses
from ...piece import piece
from ...runtime import Tensor, ends, one_node
from ...runtime.device_checks import flag_outside
from .common import (
    SAID,
    declared,
    float16_in_float32,
    halves,
    in_single,
    reduced,
    reduction_of,
    refuse,
    require_floating,
    wider,
)
from .softmax import log_softmax, warn_of_probabilities, warn_of_softmax

__all__ = ["TargetError", "cross_entropy", "kl_div", "nll_loss"]

LONG, UNSIGNED = dtype("int64"), dtype("uint64")

class TargetError(IndexError, ValueError):
    """A label that names no class. An IndexError, as PyTorch's, and a ValueError, for its value is wrong."""


TargetError.__name__ = "IndexError"                      # as programs print it


@piece
@declared()
def cross_entropy(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None,
                  ignore_index: int = -100, reduce=None, reduction="mean", label_smoothing: float = 0.0):
    """Mean surprise at the true classes, in nats.

    input            (C,), (N, C) or (N, C, …)  unnormalised scores
    target           (), (N,) or (N, …)  integers in [0, C), or probabilities of the input's shape
    weight           (C,)  how much each class counts
    ignore_index     a label that does not count
    label_smoothing  share of the truth spread evenly over all classes
    returns          ()  log(C) for a blind guess, 0 when sure and right

    Raises TargetError (an IndexError and a ValueError) when a target names no class, with its position; RuntimeError
    for a label_smoothing outside [0, 1], and for an ignore_index beside probabilities.
    Source: Goodfellow et al., Deep Learning (2016), §6.2.2.3.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    if not 0 <= label_smoothing <= 1:
        refuse(RuntimeError, f"cross_entropy: label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}.")
    if halves(input) and not wider(target):
        return in_single(cross_entropy, input, target, weight, None, ignore_index, None, reduction, label_smoothing)
    warn_of_softmax("cross_entropy", input)
    dim = 0 if input.ndim == 1 else 1
    if target.is_floating_point() and target.shape == input.shape:
        if ignore_index >= 0:
            refuse(RuntimeError, f"cross_entropy: ignore_index ({ignore_index}) is not supported for floating point "
                   "target: chances of the input's shape name no class. Leave it away, or give labels.")
        return soft_cross_entropy(input, target, weight, reduction, label_smoothing, dim)
    has_ignored = check_target("cross_entropy", input, target, weight, ignore_index)
    if reduction == "mean" and weight is None and not label_smoothing and input.ndim == 2 and input.shape[1]:
        settings = {"ignore_index": ignore_index} if has_ignored else NOTHING
        return dispatch(losses.cross_entropy, (input, target), settings)      # the usual case, in one op
    scores = log_softmax(input, dim)
    loss = negative_log_likelihood(scores, target, weight, ignore_index, reduction, has_ignored)
    loss = ends("nll_loss", loss, scores)
    if not label_smoothing:
        return loss
    smooth = -(scores if weight is None else scores * per_class(weight, scores, dim)).sum(dim)
    kept = target != ignore_index
    smooth = where(kept, smooth, 0.0)
    if reduction == "mean":
        count = kept.sum() if weight is None else class_weights(weight, target, ignore_index).sum()
        smooth = smooth.sum() / count
    else:
        smooth = reduced(smooth, reduction)
    return (1 - label_smoothing) * loss + label_smoothing / input.shape[dim] * smooth


def soft_cross_entropy(input, target, weight, reduction, label_smoothing, dim):
    """cross_entropy against probabilities: the mean over samples, not over classes."""
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / input.shape[dim]
    scores = log_softmax(input, dim)
    if weight is not None:
        scores = scores * per_class(weight, scores, dim)
    return ends("soft_cross_entropy", reduced(-(scores * target).sum(dim), reduction), scores)


def per_class(weight, scores, dim):
    """A weight for each class, shaped to broadcast with scores (N, C, …)."""
    return weight.reshape(-1, *(1,) * (scores.ndim - 1 - dim))


def class_weights(weight, target, ignore_index):
    """The weight of each sample's class; 0 for those that do not count."""
    kept = target != ignore_index
    return where(kept, getitem(weight, where(kept, target, 0), index=(SLOT,)), 0.0)


@piece
@declared()
@one_node
def nll_loss(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None, ignore_index: int = -100,
             reduce=None, reduction="mean"):
    """Minus the mean log-probability of the true classes.

    input          (C,), (N, C) or (N, C, …)  log-probabilities
    target         (), (N,) or (N, …)  integers in [0, C)
    weight         (C,)  how much each class counts; the mean is weighted too
    ignore_index   a label that does not count

    Raises IndexError for a target that names no class, with its position.
    """
    require_floating("nll_loss", input)
    reduction = reduction_of(size_average, reduce, reduction)
    warn_of_probabilities("nll_loss", input)
    if halves(input):
        return in_single(nll_loss, input, target, weight, None, ignore_index, None, reduction)
    has_ignored = check_target("nll_loss", input, target, weight, ignore_index)
    return negative_log_likelihood(input, target, weight, ignore_index, reduction, has_ignored)


def negative_log_likelihood(input, target, weight, ignore_index, reduction, has_ignored):
    """Minus the log-probability at the targets, which were checked before."""
    single = input.ndim == 1
    if single:
        input, target = input.unsqueeze(0), target.unsqueeze(0)
    loss = -losses.gather_target(input, target, ignore_index=ignore_index if has_ignored else None)
    if weight is not None:
        counted = class_weights(weight, target, ignore_index)
        loss = loss * counted
        if reduction == "mean":
            return loss.sum() / counted.sum()
    elif has_ignored and reduction == "mean":
        return loss.sum() / (target != ignore_index).sum()
    return loss.squeeze(0) if single and reduction == "none" else reduced(loss, reduction)


def check_target(name, input, target, weight, ignore_index):
    """Raise for labels that do not fit the scores; return whether some are to be ignored."""
    scores, labels = input.array, target.array
    if (type(labels) is ndarray and labels.dtype is int64.numpy and scores.ndim == 2 and weight is None
            and labels.shape == scores.shape[:1]):       # the usual case, checked by its types
        return check_labels(name, labels, scores.shape[1], ignore_index)
    if input.ndim == 0:
        refuse(RuntimeError, f"{name} needs scores (N, C), not a single number.")
    classes = input.shape[0 if input.ndim == 1 else 1]
    needed = tuple(input.shape[:1] + input.shape[2:]) if input.ndim > 1 else ()
    if target.is_floating_point() and (input.ndim < 2 or target.shape[:1] == input.shape[:1]):
        swapped = not input.is_floating_point() and " Are the two the wrong way round? Scores come first."
        refuse(RuntimeError, f"{name}: expected scalar type Long but found {SAID[target.dtype.name]}: a target of "
               f"{tuple(target.shape)} for scores of {tuple(input.shape)} holds class numbers, which are integers." +
               (swapped or " Convert with target.long()" + (f", or give probabilities of shape {tuple(input.shape)}."
                                                            if name == "cross_entropy" else ".")))
    if tuple(target.shape) != needed:
        kind = ValueError if input.ndim < 2 or target.shape[:1] != input.shape[:1] else RuntimeError
        hint = (" 0D or 1D target tensor expected, multi-target not supported: drop the last dimension by "
                "target.squeeze(1)." if tuple(target.shape) == (*needed, 1) else
                f" Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]})."
                if target.ndim == 1 and input.ndim == 2 else " One-hot rows become labels by target.argmax(1), or "
                "chances by target.float(): Expected floating point type for target with class probabilities, got Long."
                if target.shape == input.shape else "")
        refuse(kind, f"{name} cannot join scores of {tuple(input.shape)} and a target of {tuple(target.shape)}: "
               f"the target must be {needed}, one class number a sample.{hint}")
    if target.dtype not in (int64, uint8):
        refuse(RuntimeError, f"{name}: expected target dtype to be Long or Byte, integers of 64 or unsigned of 8 bits, "
               f"but got {target.dtype}. Convert with target.long().")
    if weight is not None and tuple(weight.shape) != (classes,):
        refuse(RuntimeError, f"{name}: weight tensor should be defined either for all {classes} classes or no classes "
               f"but got weight tensor of shape: {list(weight.shape)}")
    if weight is not None and weight.dtype is not input.dtype:
        refuse(RuntimeError, f"{name}: expected scalar type {input.dtype.name} but found {weight.dtype.name}: the "
               f"weight must be of the input's dtype, weight.to({input.dtype!r}).")
    with on(target.array):
        return check_labels(name, target.array, classes, ignore_index)


def check_labels(name, labels, classes, ignore_index):
    """Raise for labels that name no class, with the first's position; return whether some are to be ignored."""
    if labels.dtype is LONG and type(labels) is ndarray and labels.size and (
            maximum.reduce(labels.view(UNSIGNED), axis=None) < classes):     # without its sign one below 0 is huge
        return 0 <= ignore_index < classes
    if flag_outside(labels, 0, classes - 1, no_class, name, classes, ignored=ignore_index):
        return True                                      # nobody knows before a copy
    wrong = labels >= classes
    if labels.dtype.kind != "u":
        wrong |= labels < 0
    if not holds(wrong.any()):
        return 0 <= ignore_index < classes
    wrong &= labels != ignore_index
    if wrong.any():
        position = tuple(int(axis[0]) for axis in wrong.nonzero()) if labels.ndim else ()
        error = no_class(int(labels[position]), position[0] if len(position) == 1 else position, name, classes)
        refuse(TargetError, error.args[0])
    return True


def no_class(label, position, name, classes):
    at = "given" if position == () else f"at position {position}"
    return TargetError(f"{name}: Target {label} is out of bounds: the label {at} names none of the {classes} classes, "
                       f"which are numbered from 0 to {classes - 1}.")


@float16_in_float32
def kl_div(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean", log_target=False):
    """How many nats the log-probabilities `input` lose against the probabilities `target`, of the same shape.

    reduction    "batchmean" divides by N, "mean" by all elements
    log_target   whether the target is of log-probabilities too

    Raises RuntimeError for integers.
    """
    if not (input.is_floating_point() and target.is_floating_point()):
        refuse(RuntimeError, f"kl_div: Integral inputs not supported, and they are {input.dtype} and {target.dtype}: "
               "it takes log-probabilities and probabilities.")
    loss = target.exp() * (target - input) if log_target else xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0] if input.ndim else loss
    return reduced(loss, reduction_of(size_average, reduce, reduction))
