"""Losses and distances as modules: settings kept, the computing left to functional."""

from math import prod

from ..engine import tensor_types
from ..runtime.kinds import require
from . import functional as F
from .functional.common import reduction_of
from .functional_layer import FunctionalLayer
from .linear import Linear

BUFFERS = ("weight", "pos_weight")


def constructed_with_tensors(name):
    """Return the error for a loss that is constructed with tensors, where it should be called on them."""
    return TypeError(f"{name}(...) makes the loss, and was given tensors: make it first, loss_of = nn.{name}(), then "
                     "call it, loss_of(input, target).")


class Loss(FunctionalLayer):
    """A loss of each element, averaged ("mean"), summed ("sum") or as it is ("none"); weights are kept as buffers."""

    size_average = reduce = None                  # older names of what `reduction` says, which alone is kept

    def __init__(self, size_average=None, reduce=None, reduction="mean", **settings):
        for given in (size_average, reduce):
            if type(given) in tensor_types:
                raise constructed_with_tensors(type(self).__name__)
        buffers = {name: settings.pop(name) for name in BUFFERS if name in settings}
        require(type(self).__name__, {}, buffers)
        super().__init__(reduction=reduction_of(size_average, reduce, reduction), **settings)
        for name, weight in buffers.items():
            self.register_buffer(name, weight)


class CrossEntropyLoss(Loss, function=F.cross_entropy):
    """Mean surprise at the true classes, from unnormalised scores (N, C) and labels (N,).

    weight            (C,): how much each class counts; the mean is weighted too
    ignore_index      a label that does not count
    reduction         "mean", "sum", or "none" for a loss each
    label_smoothing   share of the target that is spread over all classes, 0 to 1

    Scores (N, C, …) with labels (N, …), or with probabilities of the scores' shape. Softmax is part of it.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """


class NLLLoss(Loss, function=F.nll_loss):
    """Minus the mean log-probability of the true classes, from log-probabilities (N, C) and labels (N,).

    weight         (C,): how much each class counts; the mean is weighted too
    ignore_index   a label that does not count
    reduction      "mean", "sum", or "none" for a loss each
    """


class NLLLoss2d(NLLLoss):
    """NLLLoss, by its old name for images of labels."""


class LinearCrossEntropyLoss(Loss):
    """CrossEntropyLoss of a linear layer's scores: from features (N, in_features) and labels (N, …).

    out_features   the sizes … where there is more than one label a sample: scores are (N, num_classes, …)

    Raises RuntimeError for weights of other than (num_classes,), and for a label_smoothing outside [0, 1].
    """

    _own_kinds = "out_features", "ignore_index"

    def __init__(self, in_features, num_classes, *, out_features=(), bias=False, device=None, dtype=None,
                 reduction="mean", weight=None, ignore_index=None, label_smoothing=0.0, options=None):
        if weight is not None and tuple(weight.shape) != (num_classes,):
            raise RuntimeError(f"expected weight shape to be {(num_classes,)}, got {tuple(weight.shape)}.")
        if not 0 <= label_smoothing <= 1:
            raise RuntimeError(f"expected label_smoothing to be in range [0, 1], got {label_smoothing}.")
        super().__init__(reduction=reduction, weight=weight, num_classes=num_classes, out_features=out_features,
                         ignore_index=ignore_index, label_smoothing=label_smoothing, options=options)
        self.linear = Linear(in_features, num_classes * prod(out_features), bias, device, dtype)

    def forward(self, input, target):
        space, bias = (self.num_classes, *self.out_features), self.linear.bias
        return F.linear_cross_entropy(
            input, self.linear.weight.reshape(*space, self.linear.in_features), target,
            linear_bias=None if bias is None else bias.reshape(space), weight=self.weight, reduction=self.reduction,
            ignore_index=self.ignore_index, label_smoothing=self.label_smoothing, options=self.options)

    def extra_repr(self):
        return (f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
                f"out_features={self.out_features}, bias={self.linear.bias is not None}, reduction={self.reduction}, "
                f"ignore_index={self.ignore_index}, label_smoothing={self.label_smoothing}, options={self.options}")


class CTCLoss(Loss):
    """Surprise at label sequences whose places are not marked, from log-probabilities (T, N, C): see F.ctc_loss."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction, blank=blank, zero_infinity=zero_infinity)

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction,
                          self.zero_infinity)


class MSELoss(Loss, function=F.mse_loss, omits="weight"):
    """The squared differences, averaged.

    reduction   "mean", "sum", or "none" for one each

    Input and target of one shape; where they broadcast, a warning says so.
    """


class L1Loss(Loss, function=F.l1_loss, omits="weight"):
    """The absolute differences, averaged."""


class SmoothL1Loss(Loss, function=F.smooth_l1_loss):
    """Squared differences below beta, absolute ones above."""


class HuberLoss(Loss, function=F.huber_loss, omits="weight"):
    """Half the squared differences below delta, straight lines above."""

    def _check_settings(self):
        if not isinstance(self.delta, int | float):
            raise TypeError(f"delta must be a float or int, got: {type(self.delta).__name__}.")


class PoissonNLLLoss(Loss, function=F.poisson_nll_loss):
    """Surprise at counts when their (logarithmic) rate is the input."""

    def forward(self, log_input, target):
        return F.poisson_nll_loss(log_input, target, self.log_input, self.full, eps=self.eps, reduction=self.reduction)


class GaussianNLLLoss(Loss, function=F.gaussian_nll_loss):
    """Surprise at numbers when they are normal with the input as mean and a variance of their own."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction=reduction, full=full, eps=eps)


class KLDivLoss(Loss, function=F.kl_div):
    """How many nats log-probabilities lose against a target distribution."""


class BCELoss(Loss, function=F.binary_cross_entropy):
    """Mean surprise at yes (1) or no (0), from probabilities.

    weight      how much each element counts, broadcast to the input
    reduction   "mean", "sum", or "none" for a loss each

    Any shape; target of the same. Raises RuntimeError for an input outside 0 … 1: sigmoid comes before.
    """


class BCEWithLogitsLoss(Loss, function=F.binary_cross_entropy_with_logits):
    """Mean surprise at yes (1) or no (0), from unnormalised scores.

    weight       how much each element counts, broadcast to the input
    reduction    "mean", "sum", or "none" for a loss each
    pos_weight   how much a yes counts, for each class: above 1 where few are

    Any shape; target of the same, from 0 to 1. The sigmoid is part of it, without overflow.
    """


class CosineSimilarity(FunctionalLayer, function=F.cosine_similarity):
    """The cosine of the angle between vectors along `dim`."""


class PairwiseDistance(FunctionalLayer):
    """The p-norm of x1 − x2 + eps along the last dimension."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__(norm=p, eps=eps, keepdim=keepdim)

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class MarginRankingLoss(Loss, function=F.margin_ranking_loss):
    """By how much x1 fails to exceed x2 (target 1), or x2 to exceed x1 (target −1), by the margin."""


class CosineEmbeddingLoss(Loss, function=F.cosine_embedding_loss):
    """1 − cos of pairs that are alike (target 1); by how much the cos of others (−1) exceeds the margin."""


class HingeEmbeddingLoss(Loss, function=F.hinge_embedding_loss):
    """The distance of pairs that are alike (target 1); how much closer than the margin others (−1) are."""


class SoftMarginLoss(Loss, function=F.soft_margin_loss):
    """log(1 + e^(−target·input)), for targets of 1 and −1."""


class MultiLabelMarginLoss(Loss, function=F.multilabel_margin_loss):
    """By how much scores of wrong classes come within 1 of those of right ones."""


class MultiLabelSoftMarginLoss(Loss, function=F.multilabel_soft_margin_loss):
    """The mean surprise over C answers of yes (1) or no (0)."""


class MultiMarginLoss(Loss, function=F.multi_margin_loss):
    """By how much each wrong score comes within the margin of the right one."""

    def _check_settings(self):
        if self.p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")


class TripletMarginLoss(Loss, function=F.triplet_margin_loss):
    """By how much the positive fails to be nearer to the anchor than the negative, by the margin."""

    def _check_settings(self):
        if self.margin is None or self.margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {self.margin} instead")


class TripletMarginWithDistanceLoss(Loss):
    """TripletMarginLoss by a distance of one's own."""

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        if margin <= 0:
            raise ValueError(f"TripletMarginWithDistanceLoss: expected margin to be greater than 0, got {margin}")
        super().__init__(distance_function=F.pairwise_distance if distance_function is None else distance_function,
                         margin=margin, swap=swap, reduction=reduction)

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=self.distance_function,
                                                   margin=self.margin, swap=self.swap, reduction=self.reduction)
