"""Losses of single elements or samples, without a mean."""

from math import pi

from ..core.engine import mt
from ..core.lift import function


@function("labels | logits")
def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    """The cross entropy of a distribution over classes and scores, for each sample, in nats: (…, C) to (…).

    labels    (…, C)  probabilities, such as one-hot rows
    logits    (…, C)  scores; softmax is taken here, not before
    axis      that of the classes; −1: the last

    The gradient is that of this formula; TensorFlow's takes each row of labels to sum to 1.
    """
    labels = labels.to(logits.dtype)
    if labels.shape != logits.shape:
        labels, logits = mt.broadcast_tensors(labels, logits)
    return -mt.sum(labels * mt.log_softmax(logits, axis), axis)


@function("labels | logits")
def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    """The cross entropy of a class and scores, for each sample, in nats: (…) and (…, C) to (…).

    labels    (…)  integers in [0, C): the true classes
    logits    (…, C)  scores; softmax is taken here, not before

    Raises ValueError where the shapes do not fit.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[0.0, 0.0]]).numpy()
    array([0.6931472], dtype=float32)
    """
    if tuple(labels.shape) != tuple(logits.shape[:-1]):
        raise ValueError(f"`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                         f"labels.shape={tuple(labels.shape)} and logits.shape={tuple(logits.shape)}")
    classes = logits.shape[-1]
    flat = mt.nn.cross_entropy(logits.reshape(-1, classes), labels.reshape(-1).long(), reduction="none")
    return flat.reshape(labels.shape)


@function("labels logits")
def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    """The cross entropy of independent yes-or-no answers, for each, in nats.

    labels    any shape: probabilities of yes, such as 0 and 1
    logits    the same shape: scores; sigmoid is taken here, not before
    """
    return mt.nn.binary_cross_entropy_with_logits(logits, labels, reduction="none")


@function("labels logits | pos_weight")
def weighted_cross_entropy_with_logits(labels, logits, pos_weight, name=None):
    """sigmoid_cross_entropy_with_logits of labels and logits, of one shape, each yes counting pos_weight times."""
    weight = 1 + (pos_weight - 1) * labels
    soft = mt.logaddexp(-mt.abs(logits), mt.zeros_like(logits)) + mt.relu(-logits)
    return (1 - labels) * logits + weight * soft


@function("t")
def l2_loss(t, name=None):
    """Half of the sum of squares of t, of any shape: (). A penalty of weights."""
    return mt.sum(t * t) / 2


@function("log_input targets")
def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
    """exp(log_input) − log_input · targets: the loss of a Poisson distribution's mean, for each element.

    targets              counts, of any shape
    log_input            logarithms of the predicted means, of the same shape
    compute_full_loss    whether Stirling's approximation of log(targets!) is added
    """
    made = mt.exp(log_input) - log_input * targets
    if not compute_full_loss:
        return made
    some = mt.logical_and(targets >= 0, targets <= 1)
    own = mt.where(some, mt.ones_like(targets), targets)
    stirling = own * mt.log(own) - own + mt.log(own * (2 * pi)) * 0.5
    return made + mt.where(some, mt.zeros_like(targets), stirling)
