"""Metrics of masks and of several classes together."""

from ...core.engine import mt
from ...core.lift import function, wrapped
from ...functions.math import divide_no_nan
from ...functions.reduction import argmax, reduce_mean, reduce_sum
from ..core.signed import arguments
from .base import Metric, begin


@function("y_true | y_pred | weight?")
def table(y_true, y_pred, weight, classes, ignore):
    """(C, C): how often class i was said to be class j."""
    true, said = y_true.reshape(-1).long(), y_pred.reshape(-1).long()
    weight = mt.ones(true.shape) if weight is None else weight.float().reshape(-1)
    if ignore is not None:
        weight = weight * (true != ignore).float()
        true = mt.where(true == ignore, mt.zeros_like(true), true)
    flat = mt.zeros(classes * classes).index_add(0, true * classes + said, weight)
    return flat.reshape(classes, classes)


@arguments("num_classes", begin=begin, name=None, dtype=None, ignore_class=None, sparse_y_true=True, sparse_y_pred=True,
           axis=-1)
class MeanIoU(Metric):
    """The mean over classes of |label and prediction| / |label or prediction|.

    num_classes                      how many classes there are
    ignore_class                     a label that counts nothing
    sparse_y_true, sparse_y_pred     whether they are classes; False: scores, whose highest along `axis` counts
    """

    def _prepare(self):
        self.total_cm = self.add_variable((self.num_classes,) * 2, "zeros", name="total_confusion_matrix")

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch of classes, or with sparse_… = False of scores."""
        y_true, y_pred = (y if sparse else argmax(y, self.axis) for y, sparse in (
            (y_true, self.sparse_y_true), (y_pred, self.sparse_y_pred)))
        self.total_cm.assign_add(table(y_true, y_pred, sample_weight, self.num_classes, self.ignore_class))

    def result(self):
        """Return the mean over the classes that occurred so far."""
        matrix = self.total_cm.tensor.detach()
        both = matrix.diagonal()
        either = matrix.sum(0) + matrix.sum(1) - both
        there = (either > 0).to(both.dtype)
        shares = mt.where(either > 0, both / mt.clamp(either, min=1e-12), mt.zeros_like(both))
        return divide_no_nan(wrapped(shares.sum()), wrapped(there.sum()))


@arguments(begin=begin, average=None, beta=1.0, threshold=None, name="fbeta_score", dtype=None)
class FBetaScore(Metric):
    """(1 + β²) · precision · recall / (β² · precision + recall), of labels and scores (N, C).

    average     None: one for each class; "macro": their mean; "micro": of all counts together; "weighted"
    beta        how much more recall counts than precision
    threshold   above which a score says yes; None: the highest of a row does

    Raises ValueError for another average.
    """

    def _prepare(self):
        if self.average not in (None, "micro", "macro", "weighted"):
            raise ValueError("Invalid `average` argument value. Expected one of: {None, 'micro', 'macro', 'weighted'}. "
                             f"Received: average={self.average}")
        self.parts = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch of labels and scores, both (N, C). Raises ValueError for another number of axes."""
        if len(y_true.shape) != 2 or len(y_pred.shape) != 2:
            raise ValueError("FBetaScore expects 2D inputs with shape (batch_size, output_dim). Received input shapes: "
                             f"y_pred.shape={tuple(y_pred.shape)} and y_true.shape={tuple(y_true.shape)}.")
        found = right_and_wrong(y_true, y_pred, sample_weight, self.threshold, self.average == "micro")
        if not self.parts:
            self.parts = [self.add_variable(x.shape, "zeros", name=name) for x, name in zip(found, (
                "true_positives", "false_positives", "false_negatives", "intermediate_weights"))]
        for variable, x in zip(self.parts, found):
            variable.assign_add(x)

    def result(self):
        """Return the score so far."""
        tp, fp, fn, weights = self.parts
        square = self.beta ** 2
        score = divide_no_nan(tp * (1 + square), tp * (1 + square) + fn * square + fp)
        if self.average in (None, "micro"):
            return score
        if self.average == "macro":
            return reduce_mean(score)
        return divide_no_nan(reduce_sum(score * weights), reduce_sum(weights))


@function("y_true | y_pred | weight?")
def right_and_wrong(y_true, y_pred, weight, threshold, together):
    """(tp, fp, fn, how many there are) of each class, or of all together."""
    if threshold is None:
        said = (y_pred >= mt.amax(y_pred, -1, True)) & (mt.abs(y_pred) > 1e-9)
    else:
        said = y_pred > threshold
    true = y_true.bool()
    over = tuple(range(y_true.ndim)) if together else 0
    weight = mt.ones(y_true.shape[0]) if weight is None else weight.float().reshape(-1)
    weight = weight.reshape(-1, *[1] * (y_true.ndim - 1))
    return tuple(mt.sum(x.float() * weight, over) for x in (true & said, ~true & said, true & ~said, true))


@arguments(begin=begin, average=None, threshold=None, name="f1_score", dtype=None)
class F1Score(FBetaScore):
    """2 · precision · recall / (precision + recall), of labels and scores (N, C). See FBetaScore for the arguments."""

    beta = 1.0
