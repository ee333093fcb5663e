"""Losses in nats: minus the log-probability that a network gives to the right answers."""

from numpy import dtype, maximum, ndarray

from ...backend import holds, on
from ...dtypes import int64, uint8
from ...engine import dispatch
from ...engine.apply import NOTHING
from ...engine.piece import piece
from ...ops.index.getitem import SLOT, getitem
from ...ops.index.masks import where_function as where
from ...ops.loss import losses
from ...runtime import Tensor, ends, one_node
from ...runtime.libraries import flag_outside
from .common import (
    SAID,
    declared,
    halves,
    in_single,
    reduced,
    reduction_of,
    refuse,
    require_floating,
    wider,
)
from .softmaxes import log_softmax, warn_of_probabilities, warn_of_softmax

__all__ = ["TargetError", "cross_entropy", "nll_loss"]

LONG, UNSIGNED = dtype("int64"), dtype("uint64")


class TargetError(IndexError, ValueError):
    """A label outside the classes. It is an IndexError, as in PyTorch, and a ValueError, because its value is wrong."""


TargetError.__name__ = "IndexError"                      # tracebacks show this name


@piece
@declared()
def cross_entropy(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None,
                  ignore_index: int = -100, reduce=None, reduction="mean", label_smoothing: float = 0.0):
    """Return the mean negative log-likelihood of the true classes, in nats.

    input            (C,), (N, C) or (N, C, …)  unnormalised scores
    target           (), (N,) or (N, …)  integers in [0, C), or probabilities of the input's shape
    weight           (C,)  how much each class counts
    ignore_index     samples with this label do not count
    label_smoothing  share of the target probability that is spread evenly over all classes
    returns          ()  log(C) for a blind guess, 0 when sure and right

    Raises TargetError (an IndexError and a ValueError) if a target is outside [0, C), with its position; RuntimeError
    for a label_smoothing outside [0, 1], and for an ignore_index with probabilities.
    Source: Goodfellow et al., Deep Learning (2016), §6.2.2.3.
    """
    reduction = reduction_of(size_average, reduce, reduction)
    usual = weight is None and reduction == "mean" and not label_smoothing
    if usual and are_rows_and_labels(input.array, target.array):
        warn_of_softmax("cross_entropy", input)
        has_ignored = check_labels("cross_entropy", target.array, input.array.shape[1], ignore_index)
        settings = {"ignore_index": ignore_index} if has_ignored else NOTHING
        return dispatch(losses.cross_entropy, (input, target), settings)
    return composed_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing)


def are_rows_and_labels(scores, labels):
    """Return whether scores are a floating batch (N, C) and labels are int64 (N,)."""
    return (scores.ndim == 2 and scores.dtype.char in "fd" and scores.shape[1] > 0
            and labels.shape == scores.shape[:1] and labels.dtype == LONG)


def composed_cross_entropy(input, target, weight, ignore_index, reduction, label_smoothing):
    """Compute cross_entropy by log_softmax and nll_loss: for images, weighted classes, probabilities, and so on."""
    if not 0 <= label_smoothing <= 1:
        refuse(RuntimeError, f"cross_entropy: label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}.")
    if halves(input) and not wider(target):
        return in_single(cross_entropy, input, target, weight, None, ignore_index, None, reduction, label_smoothing)
    warn_of_softmax("cross_entropy", input)
    dim = 0 if input.ndim == 1 else 1
    if target.is_floating_point() and target.shape == input.shape:
        if ignore_index >= 0:
            refuse(RuntimeError, f"cross_entropy: ignore_index ({ignore_index}) is not supported for floating point "
                   "target: probabilities name no class to ignore. Omit it, or pass labels.")
        return soft_cross_entropy(input, target, weight, reduction, label_smoothing, dim)
    has_ignored = check_target("cross_entropy", input, target, weight, ignore_index)
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
    """Compute cross_entropy with probabilities as target: the mean over samples, not over classes."""
    if label_smoothing:
        target = target * (1 - label_smoothing) + label_smoothing / input.shape[dim]
    scores = log_softmax(input, dim)
    if weight is not None:
        scores = scores * per_class(weight, scores, dim)
    return ends("soft_cross_entropy", reduced(-(scores * target).sum(dim), reduction), scores)


def per_class(weight, scores, dim):
    """Reshape the weights of the classes to broadcast with scores (N, C, …)."""
    return weight.reshape(-1, *(1,) * (scores.ndim - 1 - dim))


def class_weights(weight, target, ignore_index):
    """Return the weight of each sample's class; 0 for ignored samples."""
    kept = target != ignore_index
    return where(kept, getitem(weight, where(kept, target, 0), index=(SLOT,)), 0.0)


@piece
@declared()
@one_node
def nll_loss(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None, ignore_index: int = -100,
             reduce=None, reduction="mean"):
    """Return minus the mean log-probability of the true classes.

    input          (C,), (N, C) or (N, C, …)  log-probabilities
    target         (), (N,) or (N, …)  integers in [0, C)
    weight         (C,)  how much each class counts; the mean is weighted too
    ignore_index   samples with this label do not count

    Raises IndexError for a target outside [0, C), with its position.
    """
    require_floating("nll_loss", input)
    reduction = reduction_of(size_average, reduce, reduction)
    warn_of_probabilities("nll_loss", input)
    if halves(input):
        return in_single(nll_loss, input, target, weight, None, ignore_index, None, reduction)
    has_ignored = check_target("nll_loss", input, target, weight, ignore_index)
    return negative_log_likelihood(input, target, weight, ignore_index, reduction, has_ignored)


def negative_log_likelihood(input, target, weight, ignore_index, reduction, has_ignored):
    """Return minus the log-probability at the targets, which were checked before."""
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
    """Raise for labels that do not fit the scores; return whether some may be ignored."""
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
        refuse_target_shape(name, input, target, needed)
    if target.dtype not in (int64, uint8):
        refuse(RuntimeError, f"{name}: expected target dtype to be Long or Byte, integers of 64 or unsigned of 8 bits, "
               f"but got {target.dtype}. Convert with target.long().")
    if weight is not None and tuple(weight.shape) != (classes,):
        refuse(RuntimeError, f"{name}: weight tensor should be defined either for all {classes} classes or no classes "
               f"but got weight tensor of shape: {list(weight.shape)}")
    if weight is not None and weight.dtype is not input.dtype:
        refuse(RuntimeError, f"{name}: expected scalar type {input.dtype.name} but found {weight.dtype.name}: the "
               f"weight must be of the input's dtype, weight.to({input.dtype!r}).")
    return check_labels(name, target.array, classes, ignore_index)


def refuse_target_shape(name, input, target, needed):
    """Raise because the labels do not have one number for each sample; say which shapes are possible."""
    kind = ValueError if input.ndim < 2 or target.shape[:1] != input.shape[:1] else RuntimeError
    hint = (" 0D or 1D target tensor expected, multi-target not supported: drop the last dimension by "
            "target.squeeze(1)." if tuple(target.shape) == (*needed, 1) else
            f" Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]})."
            if target.ndim == 1 and input.ndim == 2 else " From one-hot rows, make labels by target.argmax(1), or proba"
            "bilities by target.float(): Expected floating point type for target with class probabilities, got Long."
            if target.shape == input.shape else "")
    refuse(kind, f"{name} cannot join scores of {tuple(input.shape)} and a target of {tuple(target.shape)}: "
           f"the target must be {needed}, one class number a sample.{hint}")


def check_labels(name, labels, classes, ignore_index):
    """Raise for labels outside the classes, with the position of the first; return whether some may be ignored."""
    if labels.dtype is LONG and type(labels) is ndarray and labels.size and (
            maximum.reduce(labels.view(UNSIGNED), axis=None) < classes):  # negative labels become huge unsigned numbers
        return 0 <= ignore_index < classes
    with on(labels):
        return find_wrong_label(name, labels, classes, ignore_index)


def find_wrong_label(name, labels, classes, ignore_index):
    """Check the labels one by one for check_labels, if some may be ignored or wrong."""
    if flag_outside(labels, 0, classes - 1, no_class, name, classes, ignored=ignore_index):
        return True                                      # on a GPU, reading the result would wait for a copy
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
