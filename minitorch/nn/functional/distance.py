"""How far apart vectors are, and in which directions they point; losses that want a margin between them or scores."""

from ...backend import holds
from ...dtypes import promote_types
from ...engine import no_grad
from ...ops.index.gather import gather
from ...ops.index.masks import where_function as where
from ...runtime import Dim, Tensor, function, functions
from ...runtime.device_checks import flag_outside
from .activation import logsigmoid
from .common import float16_in_float32, halves, in_single, reduced, reduction_of, refuse, require_floating

__all__ = ["cosine_embedding_loss", "cosine_similarity", "hinge_embedding_loss", "margin_ranking_loss",
           "multi_margin_loss", "multilabel_margin_loss", "multilabel_soft_margin_loss", "normalize",
           "pairwise_distance", "soft_margin_loss", "triplet_margin_loss", "triplet_margin_with_distance_loss"]


def length(x, p, dim, keepdim=False):
    """The p-norm along `dim`."""
    return x.norm(p, dim, keepdim)


def normalize(input: Tensor, p: float = 2.0, dim: Dim = 1, eps=1e-12, out=None):
    """Each vector along `dim` divided by its p-norm, or by eps where that is smaller; written into `out` if given."""
    if halves(input) and out is None:
        return in_single(normalize, input, p, dim, eps)
    return functions["div"](input, length(input, p, dim, keepdim=True).clamp(min=eps), out=out)


@function(method=False)
def cosine_similarity(x1: Tensor, x2: Tensor, dim: Dim = 1, eps: float = 1e-8):
    """The cosine of the angle between vectors along `dim`: from −1 to 1; lengths count as at least eps. Broadcasts."""
    if not eps >= 0:
        raise RuntimeError(f"cosine_similarity: eps must be non-negative, got: {eps}.")
    shape = (x1 + x2).shape                                       # a dim is counted in the common shape
    if max(x1.dtype.rank, x2.dtype.rank) != 2:
        raise RuntimeError("cosine_similarity: expected common dtype to be floating point, and it is "
                           f"{promote_types(x1.dtype, x2.dtype)}; convert, as in x.float().")
    kind = promote_types(x1.dtype, x2.dtype)
    x1, x2 = (x.expand(shape).to(kind) for x in (x1, x2))
    if halves(x1) and halves(x2):
        return in_single(cosine_similarity, x1, x2, dim, eps)
    return (x1 / at_least(eps, length(x1, 2, dim, True)) * (x2 / at_least(eps, length(x2, 2, dim, True)))).sum(dim)


def at_least(eps, x):
    """x kept above eps, with the gradient of x itself, as PyTorch's."""
    with no_grad():
        lift = (eps - x).clamp(min=0)
    return x + lift


@function(method=False)
def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False):
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Broadcasts."""
    if halves(x1) and halves(x2):
        return in_single(pairwise_distance, x1, x2, p, eps, keepdim)
    return length(x1 - x2 + eps, p, -1, keepdim)


@float16_in_float32
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, size_average=None,
                        reduce=None, reduction="mean"):
    """By how much input1 fails to exceed input2 (target 1), or input2 to exceed input1 (target −1), by the margin."""
    if not input1.ndim == input2.ndim == target.ndim:
        refuse(RuntimeError, "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
               f"input1: {list(input1.shape)}, input2: {list(input2.shape)}, target: {list(target.shape)}")
    return reduced((-target * (input1 - input2) + margin).clamp(min=0), reduction_of(size_average, reduce, reduction))


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, size_average=None, reduce=None,
                         reduction="mean"):
    """The distance `input` of pairs that are alike (target 1); how much closer than the margin others (−1) are."""
    if halves(input):                                    # whatever the target's dtype
        return in_single(hinge_embedding_loss, input, target, margin, size_average, reduce, reduction)
    margin, zero = (margin, 0.0) if input.is_floating_point() else (int(margin), 0)
    apart = where(target != 1, (margin - input).clamp(min=0), zero)
    return reduced(apart + where(target != -1, input, zero), reduction_of(size_average, reduce, reduction))


@float16_in_float32
def soft_margin_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean"):
    """log(1 + e^(−target·input)), for targets of 1 and −1."""
    if target.ndim > input.ndim or any(n not in (1, m) for n, m in zip(target.shape[::-1], input.shape[::-1])):
        refuse(RuntimeError, f"soft_margin_loss: the target {tuple(target.shape)} must have the input's shape, "
               f"{tuple(input.shape)}.")
    if input.dtype.rank < 2:
        refuse(RuntimeError, f"soft_margin_loss: a loss can't be cast to the input's type {input.dtype}. Convert the "
               "input first, as in x.float().")
    product = target * input
    loss = (-product).exp().log1p() if product.dtype.is_complex else -logsigmoid(product)
    return reduced(loss.to(input.dtype), reduction_of(size_average, reduce, reduction))


def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, size_average=None,
                          reduce=None, reduction="mean"):
    """1 − cos of pairs that are alike (target 1); by how much the cos of others (−1) exceeds the margin.

    input1, input2   (N, D) or (D,)
    target           (N,) or ()
    """
    if target.ndim > 1 or not input1.ndim == input2.ndim == target.ndim + 1:
        refuse(RuntimeError, "cosine_embedding_loss: 0D target tensor expected with inputs (D,), or 1D target tensor "
               f"with inputs (N, D), both alike; got {tuple(input1.shape)}, {tuple(input2.shape)} and a target of "
               f"{tuple(target.shape)}.")
    if halves(input1) and halves(input2):                # whatever the target's dtype
        return in_single(cosine_embedding_loss, input1, input2, target, margin, size_average, reduce, reduction)
    sizes = [(x * x).sum(-1) + 1e-12 for x in (input1, input2)]
    cos = (input1 * input2).sum(-1) / (sizes[0] * sizes[1]).sqrt()
    loss = where(target == 1, 1 - cos, 0.0) + where(target == -1, (cos - margin).clamp(min=0), 0.0)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def multi_margin_loss(input: Tensor, target: Tensor, p=1, margin: float = 1.0, weight: Tensor = None,
                      size_average=None, reduce=None, reduction="mean"):
    """By how much each wrong score comes within the margin of the right one, to the power p, averaged over classes.

    input    (N, C) or (C,)
    target   (N,) or ()  integers in [0, C)
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
    """max(x, 0), where nan counts as 0 and the corner has no slope."""
    return where(x > 0, x, 0.0)


@float16_in_float32
def multilabel_margin_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean"):
    """By how much scores of wrong classes come within 1 of those of right ones, over all pairs, divided by C.

    input    (N, C) or (C,)
    target   the same shape: the right classes of each sample first, then −1
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
    counted = (target >= 0).long().cumprod(-1) == 1                         # all before the first −1
    positions = where(counted, target, classes)
    right = target.new_zeros((*target.shape[:-1], classes + 1)).scatter(-1, positions, 1)[..., :classes] == 1
    scores = input.gather(-1, where(counted, target, 0)).unsqueeze(-1)      # (N, labels, 1)
    loss = hinge(1 - scores + input.unsqueeze(-2))                          # (N, labels, C)
    loss = where(counted.unsqueeze(-1) & ~right.unsqueeze(-2), loss, 0.0).sum((-2, -1)) / classes
    return reduced(loss, reduction_of(size_average, reduce, reduction))


@float16_in_float32
def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor = None, size_average=None, reduce=None,
                                reduction="mean"):
    """The mean surprise over C answers of yes (1) or no (0), each by itself, from unnormalised scores (N, C)."""
    if not input.ndim:
        refuse(IndexError, "multilabel_soft_margin_loss: Dimension specified as -1 but tensor has no dimensions: it "
               "takes scores (N, C) or (C,).")
    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    loss = (loss if weight is None else loss * weight).sum(input.ndim - 1) / input.shape[-1]
    return reduced(loss, reduction_of(size_average, reduce, reduction))


def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function=None,
                                      margin: float = 1.0, swap=False, reduction="mean"):
    """By how much the positive fails to be nearer to the anchor than the negative, by the margin.

    distance_function   of two tensors; pairwise_distance when left out
    swap                measure the negative from the anchor or the positive, whichever is nearer
    """
    if not anchor.ndim == positive.ndim == negative.ndim:
        refuse(RuntimeError, "The anchor, positive, and negative tensors are expected to have "
               f"the same number of dimensions, but got: anchor {anchor.ndim}D, positive {positive.ndim}D, and "
               f"negative {negative.ndim}D inputs")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    distance = pairwise_distance if distance_function is None else distance_function
    far = distance(anchor, negative)
    if swap:
        far = far.minimum(distance(positive, negative))
    return reduced((margin + distance(anchor, positive) - far).clamp(min=0), reduction)


@float16_in_float32
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float = 2,
                        eps: float = 1e-6, swap: bool = False, size_average=None, reduce=None, reduction="mean"):
    """By how much the positive (N, D) fails to be nearer to the anchor than the negative, by the margin.

    Source: Schroff et al., FaceNet (2015).
    """
    return triplet_margin_with_distance_loss(
        anchor, positive, negative, distance_function=lambda a, b: pairwise_distance(a, b, p, eps), margin=margin,
        swap=swap, reduction=reduction_of(size_average, reduce, reduction))
