"""Metrics that are no mean over samples: overlaps of masks, and how well numbers are predicted."""

from ...core.engine import mt
from ...core.lift import function, wrapped
from ...functions.creation import cast
from ...functions.math import divide_no_nan
from ...functions.reduction import argmax, reduce_mean
from ..core.signed import arguments
from ..losses.base import brought
from .base import Metric, begin


@function("y_true | y_pred | weight?")
def table(y_true, y_pred, weight, classes, ignore):
    """Return (C, C): how often class i was said to be class j."""
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
    sparse_y_true, sparse_y_pred     whether they are classes; False: scores, of which the highest along `axis` counts
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


@function("y_true y_pred | weight?")
def spread(y_true, y_pred, weight):
    """Return (Σ y, Σ y², Σ (y − prediction)², Σ weights) of labels and predictions (N, C), each (C,)."""
    weight = mt.ones_like(y_true) if weight is None else weight.to(y_true.dtype)
    weight = (weight.unsqueeze(1) if weight.ndim == 1 else weight).expand(y_true.shape)
    found = y_true, mt.square(y_true), mt.square(y_true - y_pred), mt.ones_like(y_true)
    return tuple(mt.sum(x * weight, 0) for x in found)


@arguments(begin=begin, class_aggregation="uniform_average", num_regressors=0, name="r2_score", dtype=None)
class R2Score(Metric):
    """1 − Σ (y − prediction)² / Σ (y − mean)², averaged over columns: the share of the variance of y (N, C) explained.

    class_aggregation    "uniform_average"
    num_regressors       0

    Raises NotImplementedError for others.
    """

    def _prepare(self):
        if self.class_aggregation != "uniform_average" or self.num_regressors:
            raise NotImplementedError("R2Score: class_aggregation is 'uniform_average' and num_regressors 0 here.")
        self.parts = []

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch of labels and predictions, both (N, C). Raises ValueError for another number of axes."""
        y_true, y_pred = brought(cast(y_true, self._kind), cast(y_pred, self._kind))
        if len(y_true.shape) != 2 or len(y_pred.shape) != 2:
            raise ValueError("R2Score expects 2D inputs with shape (batch_size, output_dim). Received input shapes: "
                             f"y_pred.shape={tuple(y_pred.shape)} and y_true.shape={tuple(y_true.shape)}.")
        found = spread(y_true, y_pred, sample_weight)
        if not self.parts:
            self.parts = [self.add_variable(x.shape, "zeros", name=name) for x, name in zip(found, (
                "sum", "squared_sum", "residual", "count"))]
        for variable, x in zip(self.parts, found):
            variable.assign_add(x)

    def result(self):
        """Return the score so far."""
        total, squares, residual, count = self.parts
        return reduce_mean(1 - residual / (squares - total * (total / count)))
