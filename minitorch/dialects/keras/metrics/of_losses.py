"""Losses as metrics, and what is computed of errors."""

from ...core.engine import mt
from ...core.lift import function
from ...functions.elementary import sqrt
from ...functions.math import divide_no_nan
from ..losses import functions
from ..losses.classes import BOTH
from ..losses.crossentropy import binary_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy
from ..losses.functions import same_rank
from .accuracy import declared
from .base import Mean


def cosine(y_true, y_pred, axis=-1):
    """Return the cosine of the angle between y_true and y_pred, vectors along an axis."""
    return -functions.cosine_similarity(y_true, y_pred, axis)


CLASSES = {name: declared(name, fn) for name, fn in BOTH.items()} | {
    "LogCoshError": declared("LogCoshError", functions.FUNCTIONS["log_cosh"], short="logcosh"),
    "BinaryCrossentropy": declared("BinaryCrossentropy", binary_crossentropy, from_logits=False, label_smoothing=0),
    "CategoricalCrossentropy": declared("CategoricalCrossentropy", categorical_crossentropy, from_logits=False,
                                        label_smoothing=0, axis=-1),
    "SparseCategoricalCrossentropy": declared("SparseCategoricalCrossentropy", sparse_categorical_crossentropy,
                                              from_logits=False, ignore_class=None, axis=-1),
    "CosineSimilarity": declared("CosineSimilarity", cosine, short="cosine_similarity", axis=-1)}


@function("y_true | y_pred")
def squared_errors(y_true, y_pred):
    y_true, y_pred = same_rank(y_true.to(y_pred.dtype), y_pred)
    return mt.square(y_pred - y_true)


class RootMeanSquaredError(Mean):
    """The root of the mean of squared errors."""

    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        """Take in a batch."""
        super().update_state(squared_errors(y_true, y_pred), sample_weight)

    def result(self):
        return sqrt(divide_no_nan(self.total, self.count))
