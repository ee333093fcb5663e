"""Metrics that are the mean of a function: accuracies, and losses as metrics."""

from ...core.engine import mt
from ...core.lift import function
from ...functions.elementary import sqrt
from ...functions.math import divide_no_nan
from ..core.signed import made, noun, signed
from ..losses import functions
from ..losses.classes import BOTH
from ..losses.crossentropy import binary_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy
from ..losses.functions import same_rank
from .base import Mean, MeanMetricWrapper, Reduction


@function("y_true | y_pred")
def accuracy(y_true, y_pred):
    """Return 1 where y_true and y_pred are equal, and 0 elsewhere."""
    y_true, y_pred = same_rank(y_true.to(y_pred.dtype), y_pred)
    return (y_true == y_pred).float()


@function("y_true | y_pred")
def binary_accuracy(y_true, y_pred, threshold=0.5):
    """Return 1 where a probability y_pred is on the right side of the threshold, y_true being 0 or 1."""
    y_true, y_pred = same_rank(y_true, y_pred)
    return ((y_pred > threshold).to(y_true.dtype) == y_true).float()


@function("y_true | y_pred")
def categorical_accuracy(y_true, y_pred):
    """Return 1 where the highest score of y_pred is at the 1 of y_true: (…, C) to (…)."""
    return (y_true.float().argmax(-1) == y_pred.argmax(-1)).float()


@function("y_true | y_pred")
def sparse_categorical_accuracy(y_true, y_pred):
    """Return 1 where the highest score of y_pred (…, C) is at the label, y_true (…)."""
    if y_true.ndim == y_pred.ndim and y_true.shape[-1] == 1:
        y_true = y_true.squeeze(-1)
    return (y_true.long() == y_pred.argmax(-1)).float()


def among_highest(labels, scores, k):
    """Return 1 where the label's score is among the k highest: fewer than k are higher."""
    own = mt.gather(scores, -1, labels.unsqueeze(-1))
    return (mt.sum((scores > own).long(), -1) < k).float()


@function("y_true | y_pred")
def top_k_categorical_accuracy(y_true, y_pred, k=5):
    """Return 1 where the label is among the k highest scores: y_true one-hot (…, C), y_pred (…, C)."""
    return among_highest(y_true.float().argmax(-1), y_pred, k)


@function("y_true | y_pred")
def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5, from_sorted_ids=False):
    """Return 1 where the label is among the k highest scores: y_true integers (…), y_pred (…, C).

    from_sorted_ids    whether y_pred are classes, the best first
    """
    if from_sorted_ids:
        return mt.any(y_true.unsqueeze(-1).to(y_pred.dtype) == y_pred[..., :k], -1).float()
    return among_highest(y_true.long(), y_pred, k)


def declared(name, fn, doc=None, k=None, short=None, **more):
    """Return a metric: the mean of a function, with Keras' arguments.

    k        the first argument, if there is one
    short    the name of the metric in logs; None: that of the function
    more     arguments after name and dtype
    """
    def __init__(self, name, dtype, **own):
        Reduction.__init__(self, name, dtype)
        self.fn, self.fn_kwargs = fn, own
    return made(MeanMetricWrapper, name, doc or noun(fn), __init__=signed(__init__, False, **(
        {} if k is None else {"k": k}), name=short or fn.__name__, dtype=None, **more))


FUNCTIONS = {own.__name__: own for own in (binary_accuracy, categorical_accuracy, sparse_categorical_accuracy,
                                           top_k_categorical_accuracy, sparse_top_k_categorical_accuracy)}
CLASSES = {name: declared(name, fn, doc, **own) for name, fn, doc, own in (
    ("Accuracy", accuracy, "How often predictions equal labels.", {}),
    ("BinaryAccuracy", binary_accuracy, "How often yes-or-no answers are right: scores above threshold say yes.",
     {"threshold": 0.5}),
    ("CategoricalAccuracy", categorical_accuracy, "How often the highest score is right; labels one-hot.", {}),
    ("SparseCategoricalAccuracy", sparse_categorical_accuracy,
     "How often the highest score is right; labels integers.", {}),
    ("TopKCategoricalAccuracy", top_k_categorical_accuracy, "How often the label is among the k highest scores.",
     {"k": 5}),
    ("SparseTopKCategoricalAccuracy", sparse_top_k_categorical_accuracy,
     "How often the label is among the k highest scores; labels integers. from_sorted_ids: y_pred are classes.",
     {"k": 5, "from_sorted_ids": False}))}


def cosine(y_true, y_pred, axis=-1):
    """Return the cosine of the angle between y_true and y_pred, vectors along an axis."""
    return -functions.cosine_similarity(y_true, y_pred, axis)


OF_LOSSES = {name: declared(name, fn) for name, fn in BOTH.items()} | {
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
