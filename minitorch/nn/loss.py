"""Losses and distances as modules: they store the settings and call a function of nn.functional."""

from ..engine import tensor_types
from ..runtime.kinds import require
from ..runtime.missing import moved_to
from . import functional as F
from .functional.common import reduction_of
from .functional_layer import FunctionalLayer

BUFFERS = ("weight", "pos_weight")


def constructed_with_tensors(name):
    """Return the error for a loss that is constructed with tensors instead of called with them."""
    return TypeError(f"{name}(...) makes the loss and takes no tensors: make it first, loss_of = nn.{name}(), then "
                     "call it, loss_of(input, target).")


class Loss(FunctionalLayer):
    """A loss of each element, averaged ("mean"), summed ("sum") or returned as it is ("none"); weights are buffers."""

    size_average = reduce = None                  # `reduction` replaces these older arguments of PyTorch

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
    """Mean negative log-likelihood of the true classes, from unnormalised scores (N, C) and labels (N,).

    weight            (C,): how much each class counts; the mean is weighted too
    ignore_index      samples with this label do not count
    reduction         "mean", "sum", or "none" for one loss a sample
    label_smoothing   share of the target probability that is spread over all classes, 0 to 1

    Scores (N, C, …) with labels (N, …), or with probabilities of the scores' shape. Softmax is part of it.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """


class NLLLoss(Loss, function=F.nll_loss):
    """Minus the mean log-probability of the true classes: input (N, C) of log_softmax, and target (N,), the labels.

    weight         (C,): how much each class counts; the mean is weighted too
    ignore_index   samples with this label do not count
    reduction      "mean", "sum", or "none" for one loss a sample

    Log-probabilities (N, C, …) with labels (N, …) too.
    Raises IndexError, with its position, for a label outside 0 … C − 1.
    """


__getattr__ = moved_to("nn.regression_loss", "nn.rare_loss")
