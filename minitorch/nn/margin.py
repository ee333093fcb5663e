"""Losses that want a margin, and the distances they measure, as modules."""

from . import functional as F
from .functional_layer import FunctionalLayer
from .loss import Loss


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
