"""Losses as modules: settings kept, the computing left to functional."""

from ..graph import tensor_types
from ..graph.kinds import require
from . import functional as F
from .functional.common import reduction_of
from .module import Module


def constructed_with_tensors(name):
    """Return the error for a loss that is constructed with tensors, where it should be called on them."""
    return TypeError(f"{name}(...) makes the loss, and was given tensors: make it first, loss_of = nn.{name}(), then "
                     "call it, loss_of(input, target).")


class Loss(Module):
    """A loss of each element, averaged ("mean"), summed ("sum") or as it is ("none")."""

    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__()
        for given in (size_average, reduce):
            if type(given) in tensor_types:
                raise constructed_with_tensors(type(self).__name__)
        self.reduction = reduction_of(size_average, reduce, reduction)


class WeightedLoss(Loss):
    """A loss with a weight for each class or element, kept as a buffer."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        require(type(self).__name__, {}, {"weight": weight})
        self.register_buffer("weight", weight)


class CrossEntropyLoss(WeightedLoss):
    """Mean surprise at the true classes, from unnormalised scores (N, C) and labels (N,)."""

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                 label_smoothing=0.0):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing

    def forward(self, input, target):
        return F.cross_entropy(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction,
                               label_smoothing=self.label_smoothing)


class NLLLoss(WeightedLoss):
    """Minus the mean log-probability of the true classes, from log-probabilities (N, C) and labels (N,)."""

    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input, target):
        return F.nll_loss(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class NLLLoss2d(NLLLoss):
    """NLLLoss, by its old name for images of labels."""


class MSELoss(Loss):
    """The squared differences, averaged."""

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class L1Loss(Loss):
    """The absolute differences, averaged."""

    def forward(self, input, target):
        return F.l1_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(Loss):
    """Squared differences below beta, absolute ones above."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(Loss):
    """Half the squared differences below delta, straight lines above."""

    def __init__(self, reduction="mean", delta=1.0):
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return F.huber_loss(input, target, self.reduction, self.delta)


class PoissonNLLLoss(Loss):
    """Surprise at counts when their (logarithmic) rate is the input."""

    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def forward(self, log_input, target):
        return F.poisson_nll_loss(log_input, target, self.log_input, self.full, eps=self.eps, reduction=self.reduction)


class GaussianNLLLoss(Loss):
    """Surprise at numbers when they are normal with the input as mean and a variance of their own."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction=reduction)
        self.full, self.eps = full, eps

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(input, target, var, self.full, self.eps, self.reduction)


class KLDivLoss(Loss):
    """How many nats log-probabilities lose against a target distribution."""

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class BCELoss(WeightedLoss):
    """Mean surprise at yes (1) or no (0), from probabilities."""

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(WeightedLoss):
    """Mean surprise at yes (1) or no (0), from unnormalised scores."""

    def __init__(self, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None):
        super().__init__(weight, size_average, reduce, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input, target):
        return F.binary_cross_entropy_with_logits(input, target, self.weight, reduction=self.reduction,
                                                  pos_weight=self.pos_weight)
