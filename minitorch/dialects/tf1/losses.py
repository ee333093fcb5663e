"""tf.losses: means over a batch, as operations of the graph."""

from ..core.missing import speak_for as _speak_for
from ..functions import creation, math, nn, reduction
from .collections import GraphKeys, add_to_collection, get_collection
from .graph import graphed
from .variables import constant

__all__ = ["absolute_difference", "add_loss", "get_losses", "get_regularization_loss", "get_regularization_losses",
           "get_total_loss", "mean_squared_error", "sigmoid_cross_entropy", "softmax_cross_entropy",
           "sparse_softmax_cross_entropy"]


def averaged(losses, weights):
    """The mean of what counts: Σ weights · losses over the number of elements with a weight other than 0."""
    weights = creation.cast(weights, losses.dtype) * creation.ones_like(losses)
    counted = reduction.reduce_sum(creation.cast(math.abs(weights) > 0.0, losses.dtype))
    return math.divide_no_nan(reduction.reduce_sum(losses * weights), counted)


def loss(function):
    """A loss by its body over the dialect's functions, as one operation."""
    own = graphed(function)

    def call(*args, scope=None, loss_collection=GraphKeys.LOSSES, reduction=None, **settings):
        made = own(*args, **settings, **({"name": scope} if scope else {}))
        if loss_collection:
            add_to_collection(loss_collection, made)
        return made
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


def add_loss(loss, loss_collection=GraphKeys.LOSSES):
    """Let get_total_loss count a loss."""
    add_to_collection(loss_collection, loss)


def get_losses(scope=None, loss_collection=GraphKeys.LOSSES):
    """The losses that were made so far."""
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope=None):
    """What regularizers of variables ask for."""
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope=None, name="total_regularization_loss"):
    """Their sum, 0 without any."""
    found = get_regularization_losses(scope)
    return graphed(math.add_n)(found, name=name) if found else constant(0.0)


def get_total_loss(add_regularization_losses=True, name="total_loss", scope=None):
    """The sum of all losses, and of what regularizers ask for."""
    found = get_losses(scope) + (get_regularization_losses(scope) if add_regularization_losses else [])
    return graphed(math.add_n)(found, name=name)


_speak_for(globals(), "tf.compat.v1.losses")
