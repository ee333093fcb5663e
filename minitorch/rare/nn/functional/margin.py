"""Losses that are 0 if the scores of the right classes exceed those of the wrong classes by a margin."""

from ....backend import holds
from ....nn.functional.activation import logsigmoid
from ....nn.functional.common import float16_in_float32, reduced, reduction_of, refuse, require_floating
from ....ops.index.gather import gather
from ....ops.index.masks import where_function as where
from ....runtime import Tensor, functions, one_node
from ....runtime.libraries import flag_outside

__all__ = ["multi_margin_loss", "multilabel_margin_loss", "multilabel_soft_margin_loss"]


@float16_in_float32
@one_node
def multi_margin_loss(input: Tensor, target: Tensor, p=1, margin: float = 1.0, weight: Tensor = None,
                      size_average=None, reduce=None, reduction="mean"):
    """Return the mean over classes of max(0, margin − right score + wrong score)^p.

    input    (N, C) or (C,)
    target   (N,) or ()  integers in [0, C)
    weight   (C,)  how much each class counts

    Raises ValueError unless p is 1 or 2, RuntimeError for other shapes and labels.
    """
    require_floating("multi_margin_loss", input)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    reduction = reduction_of(size_average, reduce, reduction)
    if input.ndim < 2 and target.ndim < 2 and target.numel() == 1:
        loss = multi_margin_loss(input.reshape(1, -1), target.reshape(1), p, margin, weight, reduction="none")
        return reduced(loss.reshape(target.shape), reduction)
    if input.ndim != 2 or not input.shape[1] or tuple(target.shape) != (input.shape[0],):
        refuse(RuntimeError, f"multi_margin_loss: inconsistent target size: {list(target.shape)} for scores of "
               f"{list(input.shape)}, which must not be empty.")
    classes = input.shape[1]
    check_labels("multi_margin_loss", target.array, 0, classes, f"the {classes} classes are numbered from 0 to "
                 f"{classes - 1}.")
    label = target.unsqueeze(1)
    loss = hinge(margin - gather(input, label, dim=1) + input)
    loss = loss if p == 1 else loss * loss
    loss = loss if weight is None else loss * weight[label]
    right = functions["arange"](classes, device=input.device) == label
    loss = where(right, 0.0, loss).sum(1) / classes
    return reduced(loss, reduction)


def check_labels(name, labels, low, classes, rule):
    """Raise unless all labels are at least `low` and below the number of classes."""
    if not flag_outside(labels, low, classes - 1, wrong_label, name, rule) and labels.size and holds(
            (labels.min() < low) | (labels.max() >= classes)):
        refuse(RuntimeError, f"{name}: target out of range: labels go from {labels.min()} to {labels.max()}, and "
               f"{rule}")


def wrong_label(label, position, name, rule):
    return RuntimeError(f"{name}: target out of range: the label at position {position} is {label}, and {rule}")


def hinge(x):
    """Return max(x, 0); nan becomes 0, and the gradient at 0 is 0."""
    return where(x > 0, x, 0.0)


@float16_in_float32
@one_node
def multilabel_margin_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean"):
    """Return the sum of max(0, 1 − right score + wrong score) over pairs of right and wrong classes, divided by C.

    input    (N, C) or (C,)
    target   the same shape: the right classes of each sample first, then −1

    Raises RuntimeError for other shapes, and for labels of C or more.
    """
    require_floating("multilabel_margin_loss", input)
    if input.shape != target.shape or input.ndim > 2 or 0 in input.shape[-1:]:
        refuse(RuntimeError, f"multilabel_margin_loss: inconsistent target size: {list(target.shape)} for input of "
               f"size: {list(input.shape)}, which must not be empty.")
    check_labels("multilabel_margin_loss", target.array, -1, (input.shape or (1,))[-1],
                 "they are class numbers, or −1 after the last.")
    if not input.ndim:
        input, target = input.reshape(1), target.reshape(1)
    classes = input.shape[-1]
    counted = (target >= 0).long().cumprod(-1) == 1                         # True before the row's first −1
    positions = where(counted, target, classes)
    right = target.new_zeros((*target.shape[:-1], classes + 1)).scatter(-1, positions, 1)[..., :classes] == 1
    scores = input.gather(-1, where(counted, target, 0)).unsqueeze(-1)      # (N, labels, 1)
    loss = hinge(1 - scores + input.unsqueeze(-2))                          # (N, labels, C)
    loss = where(counted.unsqueeze(-1) & ~right.unsqueeze(-2), loss, 0.0).sum((-2, -1)) / classes
    return reduced(loss, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None, reduce=None,
                                reduction="mean"):
    """Return the mean binary cross-entropy of C independent yes/no labels (1 or 0), from unnormalised scores.

    input    (N, C) or (C,)
    target   the same shape, from 0 to 1
    weight   (C,)  how much each label counts

    Raises IndexError for a single number.
    """
    if not input.ndim:
        refuse(IndexError, "multilabel_soft_margin_loss: Dimension specified as -1 but tensor has no dimensions: it "
               "takes scores (N, C) or (C,).")
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    loss = (loss if weight is None else loss * weight).sum(input.ndim - 1) / input.shape[-1]
    return reduced(loss, reduction_of(size_average, reduce, reduction))
