"""Losses of single elements or samples, without a mean, in nats.

Arguments that mean the same wherever they occur:

    logits    scores; softmax or sigmoid is taken here, not before
"""

from ..core.engine import mt
from .table import made, op


def cross_entropy(labels, logits, axis):
    """Return −Σ labels·log softmax(logits) of the engine's tensors, whose gradient is softmax(logits) − labels.

    This is TensorFlow's gradient. It is the formula's own only if each row of labels sums to 1: then `norm`, the
    logarithm of softmax's denominator, counts once.
    """
    norm = mt.logsumexp(logits, axis)
    return norm + (mt.sum(labels, axis) - 1) * norm.detach() - mt.sum(labels * logits, axis)


@op("labels | logits")
def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    """Compute the cross entropy of a distribution over classes and scores, for each sample: (…, C) to (…).

    labels    (…, C)  probabilities, such as one-hot rows
    logits    (…, C)
    axis      that of the classes; −1: the last

    The gradient is softmax(logits) − labels, as TensorFlow's: right if each row of labels sums to 1.
    """
    labels = labels.to(logits.dtype)
    if labels.shape != logits.shape:
        labels, logits = mt.broadcast_tensors(labels, logits)
    return cross_entropy(labels, logits, axis)


@op("labels | logits", v1="nn.sparse_softmax_cross_entropy_with_logits(labels=None, logits=None, name=None)")
def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    """Compute the cross entropy of a class and scores, for each sample: (…) and (…, C) to (…).

    labels    (…)  integers in [0, C): the true classes
    logits    (…, C)

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


sigmoid_cross_entropy_with_logits = made(
    "sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None)", lambda labels, logits:
    mt.nn.binary_cross_entropy_with_logits(logits, labels, reduction="none"),
    """Compute the cross entropy of independent yes-or-no answers, for each.

labels    any shape, as logits: probabilities of yes, such as 0 and 1
""", "labels logits")


l2_loss = made("l2_loss(t, name=None)", lambda t: mt.sum(t * t) / 2,
               "Compute half of the sum of squares of t, of any shape: (). A penalty of weights.")
