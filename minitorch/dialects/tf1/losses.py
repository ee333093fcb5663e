"""tf.losses: means over a batch, as operations of the graph."""

from ..core.missing import speak_for as _speak_for
from ..functions import creation, math, nn, reduction
from .graph import graphed

__all__ = ["absolute_difference", "mean_squared_error", "sigmoid_cross_entropy", "softmax_cross_entropy",
           "sparse_softmax_cross_entropy"]


def averaged(losses, weights):
    """The mean of what counts: Σ weights · losses over the number of elements with a weight other than 0."""
    weights = creation.cast(weights, losses.dtype) * creation.ones_like(losses)
    counted = reduction.reduce_sum(creation.cast(math.abs(weights) > 0.0, losses.dtype))
    return math.divide_no_nan(reduction.reduce_sum(losses * weights), counted)


def loss(function):
    """A loss by its body over the dialect's functions, as one operation."""
    own = graphed(function)

    def call(*args, scope=None, loss_collection=None, reduction=None, **settings):
        return own(*args, **settings, **({"name": scope} if scope else {}))
    call.__name__, call.__doc__ = function.__name__, function.__doc__
    return call


@loss
def mean_squared_error(labels, predictions, weights=1.0):
    """The mean of (labels - predictions)²."""
    return averaged(math.square(predictions - creation.cast(labels, predictions.dtype)), weights)


@loss
def absolute_difference(labels, predictions, weights=1.0):
    """The mean of |labels - predictions|."""
    return averaged(math.abs(predictions - creation.cast(labels, predictions.dtype)), weights)


@loss
def softmax_cross_entropy(onehot_labels, logits, weights=1.0, label_smoothing=0):
    """The mean cross entropy of one-hot labels (N, C) and scores, in nats."""
    labels = creation.cast(onehot_labels, logits.dtype)
    if label_smoothing:
        labels = labels * (1 - label_smoothing) + label_smoothing / logits.shape[-1]
    return averaged(nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits), weights)


@loss
def sparse_softmax_cross_entropy(labels, logits, weights=1.0):
    """The mean cross entropy of integer labels (N,) and scores, in nats."""
    return averaged(nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits), weights)


@loss
def sigmoid_cross_entropy(multi_class_labels, logits, weights=1.0, label_smoothing=0):
    """The mean cross entropy of yes-or-no labels and scores, in nats."""
    labels = creation.cast(multi_class_labels, logits.dtype)
    if label_smoothing:
        labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
    return averaged(nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits), weights)


_speak_for(globals(), "tf.compat.v1.losses")
