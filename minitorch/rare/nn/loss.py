"""Losses as layers that few programs use: CTC, Huber, Poisson, Gaussian."""

from math import prod

from ...nn import functional as F
from ...nn.linear import Linear
from ...nn.loss import Loss, NLLLoss


class NLLLoss2d(NLLLoss):
    """The old name of NLLLoss for images of labels; settings as in NLLLoss."""


class LinearCrossEntropyLoss(Loss):
    """CrossEntropyLoss with a linear layer before it: input (N, in_features) and target (N, …), the labels.

    num_classes    C
    out_features   the sizes written … in scores (N, num_classes, …), if a sample has more than one label
    bias           whether the linear layer adds a bias
    options        accepted, without effect; PyTorch uses them to compute in parts

    weight, ignore_index, reduction and label_smoothing are those of CrossEntropyLoss.
    Raises RuntimeError unless weight is (num_classes,), and for a label_smoothing outside [0, 1].
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
    """−log probability of label sequences at unknown positions, from log-probabilities (T, N, C): see F.ctc_loss."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction, blank=blank, zero_infinity=zero_infinity)

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction,
                          self.zero_infinity)


class HuberLoss(Loss, function=F.huber_loss, omits="weight"):
    """d²/2 if |d| < delta, else delta·(|d| − delta/2), where d = input − target: outliers count less.

    delta   the |d| above which the loss is a straight line; larger than 0

    Shapes and reduction are those of MSELoss. Raises RuntimeError for a delta of 0 or less.
    """

    def _check_settings(self):
        if not isinstance(self.delta, int | float):
            raise TypeError(f"delta must be a float or int, got: {type(self.delta).__name__}.")


class PoissonNLLLoss(Loss, function=F.poisson_nll_loss):
    """−log likelihood of counts `target` from a Poisson distribution: both have the same shape.

    log_input   True: the rate is e^input; False: input
    full        add Stirling's approximation of log(target!), which does not depend on the input
    """

    def forward(self, log_input, target):
        return F.poisson_nll_loss(log_input, target, self.log_input, self.full, eps=self.eps, reduction=self.reduction)


class GaussianNLLLoss(Loss, function=F.gaussian_nll_loss):
    """−log likelihood of `target` under a normal distribution with mean `input` and variance `var`, at least eps.

    full   add log(2π)/2, which does not depend on the input

    Any shape, the same for input and target; var may have a last dimension of size 1 instead, lack it, or be a number.
    Raises ValueError for a negative variance. Source: Nix and Weigend (1994).
    """

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction=reduction, full=full, eps=eps)
