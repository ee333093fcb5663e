"""Losses of pairs and triplets, and distances between rows."""

from ....dtypes import promote_types
from ....engine import no_grad
from ....nn.functional.activation import logsigmoid
from ....nn.functional.common import float16_in_float32, halves, in_single, reduced, reduction_of, refuse
from ....nn.functional.distance import p_norm
from ....ops.index.masks import where_function as where
from ....runtime import Dim, Tensor, function, one_node

__all__ = ["cosine_embedding_loss", "cosine_similarity", "hinge_embedding_loss", "margin_ranking_loss",
           "pairwise_distance", "soft_margin_loss", "triplet_margin_loss", "triplet_margin_with_distance_loss"]


@function(method=False)
def cosine_similarity(x1: Tensor, x2: Tensor, dim: Dim = 1, eps: float = 1e-8):
    """Return the cosine of the angle between the vectors of x1 and x2 along `dim`, from −1 to 1; shapes broadcast.

    eps   the smallest norm to divide by

    Raises RuntimeError for integers, and for a negative eps.
    """
    if not eps >= 0:
        raise RuntimeError(f"cosine_similarity: eps must be non-negative, got: {eps}.")
    shape = (x1 + x2).shape                                       # `dim` is a dimension of the broadcast shape
    if max(x1.dtype.rank, x2.dtype.rank) != 2:
        raise RuntimeError("cosine_similarity: expected common dtype to be floating point, and it is "
                           f"{promote_types(x1.dtype, x2.dtype)}; convert, as in x.float().")
    kind = promote_types(x1.dtype, x2.dtype)
    x1, x2 = (x.expand(shape).to(kind) for x in (x1, x2))
    if halves(x1) and halves(x2):
        return in_single(cosine_similarity, x1, x2, dim, eps)
    return (x1 / at_least(eps, p_norm(x1, 2, dim, True)) * (x2 / at_least(eps, p_norm(x2, 2, dim, True)))).sum(dim)


def at_least(eps, x):
    """Return x, but at least eps, with the gradient of x itself, as in PyTorch."""
    with no_grad():
        lift = (eps - x).clamp(min=0)
    return x + lift


@function(method=False, one_node=True)
def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False):
    """Return the p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,). Shapes broadcast."""
    if halves(x1) and halves(x2):
        return in_single(pairwise_distance, x1, x2, p, eps, keepdim)
    return p_norm(x1 - x2 + eps, p, -1, keepdim)


@float16_in_float32
def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, size_average=None,
                        reduce=None, reduction="mean"):
    """Return max(0, margin − target·(input1 − input2)): input1 should be larger for target 1, input2 for target −1.

    All three have the same shape. Raises RuntimeError if their numbers of dimensions differ.
    """
    if not input1.ndim == input2.ndim == target.ndim:
        refuse(RuntimeError, "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
               f"input1: {list(input1.shape)}, input2: {list(input2.shape)}, target: {list(target.shape)}")
    return reduced((-target * (input1 - input2) + margin).clamp(min=0), reduction_of(size_average, reduce, reduction))


def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, size_average=None, reduce=None,
                         reduction="mean"):
    """Return the mean of `input`, a distance, for similar pairs (target 1), max(0, margin − input) for others (−1).

    Both have the same shape.
    """
    if halves(input):                                    # the target's dtype does not matter
        return in_single(hinge_embedding_loss, input, target, margin, size_average, reduce, reduction)
    margin, zero = (margin, 0.0) if input.is_floating_point() else (int(margin), 0)
    apart = where(target != 1, (margin - input).clamp(min=0), zero)
    return reduced(apart + where(target != -1, input, zero), reduction_of(size_average, reduce, reduction))


@float16_in_float32
@one_node
def soft_margin_loss(input: Tensor, target: Tensor, size_average=None, reduce=None, reduction="mean"):
    """log(1 + e^(−target·input)), for targets of 1 and −1, of the input's shape. RuntimeError for other shapes."""
    if target.ndim > input.ndim or any(n not in (1, m) for n, m in zip(target.shape[::-1], input.shape[::-1])):
        refuse(RuntimeError, f"soft_margin_loss: the target {tuple(target.shape)} must have the input's shape, "
               f"{tuple(input.shape)}.")
    if input.dtype.rank < 2:
        refuse(RuntimeError, f"soft_margin_loss: a loss can't be cast to the input's type {input.dtype}. Convert the "
               "input first, as in x.float().")
    if target.dtype.is_complex and not input.dtype.is_complex:
        refuse(RuntimeError, f"soft_margin_loss: the result type {target.dtype} can't be cast to the input's type "
               f"{input.dtype}. Use a real target.")
    product = target * input
    loss = (-product).exp().log1p() if product.dtype.is_complex else -logsigmoid(product)
    return reduced(loss.to(input.dtype), reduction_of(size_average, reduce, reduction))


def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0.0, size_average=None,
                          reduce=None, reduction="mean"):
    """Return the mean of 1 − cos for similar pairs (target 1), max(0, cos − margin) for others (−1).

    input1, input2   (N, D) or (D,)
    target           (N,) or ()

    Raises RuntimeError for other shapes.
    """
    if target.ndim > 1 or not input1.ndim == input2.ndim == target.ndim + 1:
        refuse(RuntimeError, "cosine_embedding_loss: 0D target tensor expected with inputs (D,), or 1D target tensor "
               f"with inputs (N, D), of one shape; got {tuple(input1.shape)}, {tuple(input2.shape)} and a target of "
               f"{tuple(target.shape)}.")
    if halves(input1) and halves(input2):                # the target's dtype does not matter
        return in_single(cosine_embedding_loss, input1, input2, target, margin, size_average, reduce, reduction)
    sizes = [(x * x).sum(-1) + 1e-12 for x in (input1, input2)]
    cos = (input1 * input2).sum(-1) / (sizes[0] * sizes[1]).sqrt()
    loss = where(target == 1, 1 - cos, 0.0) + where(target == -1, (cos - margin).clamp(min=0), 0.0)
    return reduced(loss, reduction_of(size_average, reduce, reduction))


def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function=None,
                                      margin: float = 1.0, swap=False, reduction="mean"):
    """Return max(0, margin + distance(anchor, positive) − distance(anchor, negative)).

    distance_function   a function of two tensors; default: pairwise_distance
    swap                use distance(positive, negative) instead of distance(anchor, negative) if it is smaller

    Raises ValueError for a margin of 0 or less, RuntimeError if the numbers of dimensions differ.
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
    """Return max(0, margin + |anchor − positive| − |anchor − negative|), of tensors (N, D).

    p, eps   |a − b| is the p-norm of a − b + eps
    swap     use |positive − negative| instead of |anchor − negative| if it is smaller

    Source: Schroff et al., FaceNet (2015).
    """
    return triplet_margin_with_distance_loss(
        anchor, positive, negative, distance_function=lambda a, b: pairwise_distance(a, b, p, eps), margin=margin,
        swap=swap, reduction=reduction_of(size_average, reduce, reduction))
