"""Losses as modules: settings kept, the computing left to functional."""

from ..engine import tensor_types
from ..runtime.kinds import require
from . import functional as F
from .functional.common import reduction_of
from .functional_layer import FunctionalLayer

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
    """Mean surprise at the true classes, from unnormalised scores (N, C) and labels (N,)."""


class NLLLoss(Loss, function=F.nll_loss):
    """Minus the mean log-probability of the true classes, from log-probabilities (N, C) and labels (N,)."""


class NLLLoss2d(NLLLoss):
    """NLLLoss, by its old name for images of labels."""


class MSELoss(Loss, function=F.mse_loss, omits="weight"):
    """The squared differences, averaged."""


class L1Loss(Loss, function=F.l1_loss, omits="weight"):
    """The absolute differences, averaged."""


class SmoothL1Loss(Loss, function=F.smooth_l1_loss):
    """Squared differences below beta, absolute ones above."""


class HuberLoss(Loss, function=F.huber_loss, omits="weight"):
    """Half the squared differences below delta, straight lines above."""


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
    """Mean surprise at yes (1) or no (0), from probabilities."""


class BCEWithLogitsLoss(Loss, function=F.binary_cross_entropy_with_logits):
    """Mean surprise at yes (1) or no (0), from unnormalised scores."""
