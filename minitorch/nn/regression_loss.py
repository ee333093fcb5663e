"""Losses for numbers, and for yes or no answers, as layers."""

from . import functional as F
from .loss import Loss


class MSELoss(Loss, function=F.mse_loss, omits="weight"):
    """The mean of the squared differences of input and target.

    reduction   "mean", "sum", or "none" for one loss per element

    Both have the same shape; if they must be broadcast, a warning says so.
    """


class L1Loss(Loss, function=F.l1_loss, omits="weight"):
    """The mean of the absolute differences of input and target. Shapes and reduction as MSELoss's."""


class SmoothL1Loss(Loss, function=F.smooth_l1_loss):
    """HuberLoss with delta=beta, divided by beta: quadratic for differences below beta, with slope ±1 beyond.

    beta   the difference at which the curve becomes a line; 0: as L1Loss

    Shapes and reduction as MSELoss's. Raises RuntimeError for a negative beta. Source: Girshick, Fast R-CNN (2015).
    """


class BCELoss(Loss, function=F.binary_cross_entropy):
    """Mean negative log-likelihood of answers 1 (yes) or 0 (no), from probabilities.

    weight      how much each element counts, broadcast to the input
    reduction   "mean", "sum", or "none" for one loss per element

    Any shape, the same for input and target. Raises RuntimeError for an input outside 0 … 1: apply sigmoid first.
    """


class BCEWithLogitsLoss(Loss, function=F.binary_cross_entropy_with_logits):
    """Mean negative log-likelihood of answers 1 (yes) or 0 (no), from unnormalised scores.

    weight       how much each element counts, broadcast to the input
    reduction    "mean", "sum", or "none" for one loss per element
    pos_weight   weight of a yes, for each class: above 1 if a yes is rare

    Any shape, the same for input and target; target from 0 to 1. It applies the sigmoid itself, without overflow.
    """


class KLDivLoss(Loss, function=F.kl_div):
    """The Kullback-Leibler divergence of log-probabilities `input` from probabilities `target`, both of any one shape.

    reduction    "batchmean" divides the sum by N, as in the definition; "mean" divides by all elements
    log_target   whether the target contains log-probabilities too

    Raises RuntimeError for integers.
    """
