"""Metrics that are no mean over samples: overlaps of masks, and how well numbers are predicted."""

from ...core.engine import mt
from ...core.lift import function, wrapped
from ...functions.creation import cast
from ...functions.math import divide_no_nan, subtract
from ...functions.reduction import argmax, reduce_mean, reduce_sum
from ..core.signed import arguments
from ..losses.base import brought
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


@function("y_true y_pred | weight?")
def spread(y_true, y_pred, weight):
    """(Σ y, Σ y², Σ (y − prediction)², Σ weights) of labels and predictions (N, C), a number a column."""
    if weight is None:
        weight = mt.ones_like(y_true)
    weight = weight.to(y_true.dtype)
    weight = (weight.unsqueeze(1) if weight.ndim == 1 else weight).expand(y_true.shape)
    found = y_true, mt.square(y_true), mt.square(y_true - y_pred), mt.ones_like(y_true)
    return tuple(mt.sum(x * weight, 0) for x in found)


@arguments(begin=begin, class_aggregation="uniform_average", num_regressors=0, name="r2_score", dtype=None)
class R2Score(Metric):
    """1 − Σ (y − prediction)² / Σ (y − mean)²: how much of the spread of y, (N, C), the predictions account for.

    class_aggregation    None: one number a column; "uniform_average": their mean; "variance_weighted_average"
    num_regressors       with how many numbers the predictions were made: adjusted R², of which 0 is the plain one

    Raises ValueError for another aggregation, and for fewer than 0 regressors.
    """

    def _prepare(self):
        if self.class_aggregation not in (None, "uniform_average", "variance_weighted_average"):
            raise ValueError("Invalid value for argument `class_aggregation`. Expected one of (None, "
                             "'uniform_average', 'variance_weighted_average'). Received: class_aggregation="
                             f"{self.class_aggregation}")
        if self.num_regressors < 0:
            raise ValueError("Invalid value for argument `num_regressors`. Expected a value >= 0. Received: "
                             f"num_regressors={self.num_regressors}")
        self.num_samples, self.parts = self.add_variable((), "zeros", name="num_samples"), []

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
        self.num_samples.assign_add(float(y_true.shape[0] * y_true.shape[1]))

    def result(self):
        """Return the score so far."""
        total, squares, residual, count = self.parts
        whole = squares - total * (total / count)
        score = 1 - residual / whole
        if self.class_aggregation == "uniform_average":
            score = reduce_mean(score)
        elif self.class_aggregation:
            score = reduce_sum(whole * score) / reduce_sum(whole)
        left = float(self.num_samples) - self.num_regressors - 1
        return score if not self.num_regressors or left <= 0 else 1 - (1 - score) * (
            subtract(self.num_samples, 1.0) / left)
