"""Distances as modules, and losses that are 0 if distances or scores differ by a margin."""

from ...nn import functional as F
from ...nn.functional_layer import FunctionalLayer
from ...nn.loss import Loss


class CosineSimilarity(FunctionalLayer, function=F.cosine_similarity):
    """The cosine of the angle between the vectors of x1 and x2 along `dim`: (N, D) and (N, D) -> (N,), broadcast.

    eps   the minimum norm to divide by
    """


class PairwiseDistance(FunctionalLayer):
    """The p-norm of x1 − x2 + eps along the last dimension: (N, D) and (N, D) -> (N,), broadcast."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__(norm=p, eps=eps, keepdim=keepdim)

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class MarginRankingLoss(Loss, function=F.margin_ranking_loss):
    """max(0, margin − target·(input1 − input2)): input1 should be larger for target 1, input2 for target −1.

    margin   by how much it should be larger

    All three have the same shape, mostly (N,); RuntimeError if their numbers of dimensions differ.
    """


class CosineEmbeddingLoss(Loss, function=F.cosine_embedding_loss):
    """1 − cos for similar pairs (target 1), max(0, cos − margin) for others (−1).

    margin   from −1 to 1: other pairs have no loss up to this cosine

    input1 and input2 (N, D) with target (N,), or (D,) with (); RuntimeError for others.
    """


class HingeEmbeddingLoss(Loss, function=F.hinge_embedding_loss):
    """The distance `input` for similar pairs (target 1), max(0, margin − input) for others (−1).

    margin   other pairs have no loss from this distance on

    Both inputs have the same shape.
    """


class SoftMarginLoss(Loss, function=F.soft_margin_loss):
    """log(1 + e^(−target·input)), for targets of 1 and −1, of the input's shape. RuntimeError for other shapes."""


class MultiLabelMarginLoss(Loss, function=F.multilabel_margin_loss):
    """The sum of max(0, 1 − right score + wrong score) over pairs of right and wrong classes, divided by C.

    input (N, C) or (C,); target of the same shape: the right classes of each sample first, then −1.
    Raises RuntimeError for other shapes, and for labels of C or more.
    """


class MultiLabelSoftMarginLoss(Loss, function=F.multilabel_soft_margin_loss):
    """The mean binary cross-entropy of C independent yes/no labels: scores input (N, C) and target (N, C), 1 or 0.

    weight   (C,): how much each label counts
    """


class MultiMarginLoss(Loss, function=F.multi_margin_loss):
    """The mean over classes of max(0, margin − right score + wrong score)^p.

    p        1 or 2; ValueError for others
    margin   by how much the right score should exceed the others
    weight   (C,): how much each class counts

    Scores input (N, C) and target (N,), the labels; or (C,) and (). RuntimeError for other shapes and labels.
    """

    def _check_settings(self):
        if self.p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")


class TripletMarginLoss(Loss, function=F.triplet_margin_loss):
    """max(0, margin + |anchor − positive| − |anchor − negative|), of tensors (N, D).

    margin   how much nearer than the negative the positive should be; ValueError unless larger than 0
    p        |…| is the p-norm
    swap     use |positive − negative| instead of |anchor − negative| if it is smaller

    Source: Schroff et al., FaceNet (2015).
    """

    def _check_settings(self):
        if self.margin is None or self.margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {self.margin} instead")


class TripletMarginWithDistanceLoss(Loss):
    """TripletMarginLoss of anchor, positive and negative, with a distance function of your own.

    distance_function   a function of two tensors; None: a PairwiseDistance

    margin and swap are those of TripletMarginLoss. Raises ValueError for a margin of 0 or less.
    """

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        if margin <= 0:
            raise ValueError(f"TripletMarginWithDistanceLoss: expected margin to be greater than 0, got {margin}")
        super().__init__(distance_function=PairwiseDistance() if distance_function is None else distance_function,
                         margin=margin, swap=swap, reduction=reduction)

    def forward(self, anchor, positive, negative):
        return F.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=self.distance_function,
                                                   margin=self.margin, swap=self.swap, reduction=self.reduction)
