"""Distances as modules, and losses that want a margin between distances or scores."""

from . import functional as F
from .functional_layer import FunctionalLayer
from .loss import Loss


class CosineSimilarity(FunctionalLayer, function=F.cosine_similarity):
    """The cosine of the angle between the vectors of x1 and x2 along `dim`: (N, D) and (N, D) -> (N,), broadcast.

    eps   what a length counts as at least
    """


class PairwiseDistance(FunctionalLayer):
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,), broadcast."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__(norm=p, eps=eps, keepdim=keepdim)

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class MarginRankingLoss(Loss, function=F.margin_ranking_loss):
    """max(0, margin − target·(input1 − input2)): input1 should exceed input2 (target 1), or input2 input1 (target −1).

    margin   by how much

    (N,), or any shape, the same for all three; RuntimeError for other numbers of dimensions.
    """


class CosineEmbeddingLoss(Loss, function=F.cosine_embedding_loss):
    """1 − cos of pairs that are alike (target 1); by how much the cos of others (−1) exceeds the margin.

    margin   from −1 to 1: how alike the others may be

    input1 and input2 (N, D) with target (N,), or (D,) with (); RuntimeError for others.
    """


class HingeEmbeddingLoss(Loss, function=F.hinge_embedding_loss):
    """The distance `input` of pairs that are alike (target 1); how much closer than the margin others (−1) are.

    margin   how far apart the others should be

    Any shape, the same for both.
    """


class SoftMarginLoss(Loss, function=F.soft_margin_loss):
    """log(1 + e^(−target·input)), for targets of 1 and −1: any shape, the same for both. RuntimeError for others."""


class MultiLabelMarginLoss(Loss, function=F.multilabel_margin_loss):
    """By how much scores of wrong classes come within 1 of those of right ones, over all pairs, divided by C.

    input (N, C) or (C,); target of the same shape: the right classes of each sample first, then −1.
    Raises RuntimeError for other shapes, and for labels from C on.
    """


class MultiLabelSoftMarginLoss(Loss, function=F.multilabel_soft_margin_loss):
    """The mean surprise over C answers of yes (1) or no (0), each by itself: scores input (N, C) and target (N, C).

    weight   (C,): how much each answer counts
    """


class MultiMarginLoss(Loss, function=F.multi_margin_loss):
    """By how much each wrong score comes within the margin of the right one, to the power p, averaged over classes.

    p        1 or 2; ValueError for others
    margin   by how much the right score should be larger
    weight   (C,): how much each class counts

    Scores input (N, C) and target (N,), the labels; or (C,) and (). RuntimeError for other shapes and labels.
    """

    def _check_settings(self):
        if self.p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")


class TripletMarginLoss(Loss, function=F.triplet_margin_loss):
    """By how much the positive fails to be nearer to the anchor than the negative, by the margin: (N, D) each.

    margin   how much nearer, above 0; ValueError for others
    p        the norm that measures distances
    swap     measure the negative from the anchor or the positive, whichever is nearer

    Source: Schroff et al., FaceNet (2015).
    """

    def _check_settings(self):
        if self.margin is None or self.margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {self.margin} instead")


class TripletMarginWithDistanceLoss(Loss):
    """TripletMarginLoss by a distance of one's own, of anchor, positive and negative.

    distance_function   of two tensors; a PairwiseDistance when None

    margin and swap as TripletMarginLoss's. Raises ValueError for a margin of 0 or less.
    """

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        if margin <= 0:
            raise ValueError(f"TripletMarginWithDistanceLoss: expected margin to be greater than 0, got {margin}")
        super().__init__(distance_function=PairwiseDistance() if distance_function is None else distance_function,
                         margin=margin, swap=swap, reduction=reduction)

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=self.distance_function,
                                                   margin=self.margin, swap=self.swap, reduction=self.reduction)
