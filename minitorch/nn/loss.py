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
    """Mean surprise at the true classes, from unnormalised scores: input (N, C) and target (N,), the labels.

    weight            (C,): how much each class counts; the mean is weighted too
    ignore_index      a label that does not count
    reduction         "mean", "sum", or "none" for a loss each
    label_smoothing   share of the target that is spread over all classes, 0 to 1

    Scores (N, C, …) with labels (N, …), or with probabilities of the scores' shape. Softmax is part of it.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """


class NLLLoss(Loss, function=F.nll_loss):
    """Minus the mean log-probability of the true classes: input (N, C) of log_softmax, and target (N,), the labels.

    weight         (C,): how much each class counts; the mean is weighted too
    ignore_index   a label that does not count
    reduction      "mean", "sum", or "none" for a loss each

    Log-probabilities (N, C, …) with labels (N, …) too.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """


class NLLLoss2d(NLLLoss):
    """NLLLoss, by its old name for images of labels; settings as NLLLoss's."""


class LinearCrossEntropyLoss(Loss):
    """CrossEntropyLoss of a linear layer's scores: from input (N, in_features) and target (N, …), the labels.

    num_classes    C
    out_features   the sizes … where there is more than one label a sample: scores are (N, num_classes, …)
    bias           whether the linear layer adds a bias
    options        taken as PyTorch does, which computes in parts there

    weight, ignore_index, reduction and label_smoothing as CrossEntropyLoss's.
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
    """The squared differences of input and target, averaged.

    reduction   "mean", "sum", or "none" for one each

    Any shape, the same for both; where they broadcast, a warning says so.
    """


class L1Loss(Loss, function=F.l1_loss, omits="weight"):
    """The absolute differences of input and target, averaged. Shapes and reduction as MSELoss's."""


class SmoothL1Loss(Loss, function=F.smooth_l1_loss):
    """HuberLoss divided by beta, which takes delta's place: curved for differences below beta, of slope ±1 beyond.

    beta   where the curve ends; 0 for L1Loss

    Shapes and reduction as MSELoss's. Raises RuntimeError for a negative beta. Source: Girshick, Fast R-CNN (2015).
    """


class HuberLoss(Loss, function=F.huber_loss, omits="weight"):
    """Half the squared difference where it is below delta, else delta·(|difference| − delta/2): outliers count less.

    delta   where the curve becomes a straight line, above 0

    Shapes and reduction as MSELoss's. Raises RuntimeError for a delta of 0 or less.
    """

    def _check_settings(self):
        if not isinstance(self.delta, int | float):
            raise TypeError(f"delta must be a float or int, got: {type(self.delta).__name__}.")


class PoissonNLLLoss(Loss, function=F.poisson_nll_loss):
    """Surprise at counts `target` when their rate is e^input, or input itself: any shape, the same for both.

    log_input   whether the input is the logarithm of the rate
    full        add Stirling's approximation of log(target!), which does not depend on the input
    """

    def forward(self, log_input, target):
        return F.poisson_nll_loss(log_input, target, self.log_input, self.full, eps=self.eps, reduction=self.reduction)


class GaussianNLLLoss(Loss, function=F.gaussian_nll_loss):
    """Surprise at `target` when it is normal with mean `input` and variance `var`, at least eps.

    full   add log(2π)/2, which does not depend on the input

    Any shape, the same for input and target; var may have 1 in the last dimension, lack it, or be a number.
    Raises ValueError for a negative variance. Source: Nix and Weigend (1994).
    """

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction=reduction, full=full, eps=eps)


class KLDivLoss(Loss, function=F.kl_div):
    """How many nats log-probabilities `input` lose against the probabilities `target`: any shape, the same for both.

    reduction    "batchmean" divides the sum by N, which the definition wants; "mean" divides by all elements
    log_target   whether the target is of log-probabilities too

    Raises RuntimeError for integers.
    """


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
