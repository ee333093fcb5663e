"""Cross entropies, of probabilities or of scores."""

from ...core.convert import engine_tensor
from ...core.engine import mt
from ...core.lift import function, wrapped
from ...core.tensor import Tensor
from ..core.naming import settings
from ..ops import networks
from .functions import loss


def logits_of(y_pred, from_logits):
    """Return (predictions, whether they are logits): what a softmax or sigmoid was computed from, if it is known.

    Of Keras' own activations it is always known; of tf.nn.softmax and tf.sigmoid in a graph, which a compiled model's
    training is.
    """
    logits = getattr(y_pred, "_keras_logits", None)
    if logits is None and hasattr(y_pred, "symbolic_owner"):
        logits = getattr(y_pred, "_activation_of", None)
    if logits is None:
        return y_pred, from_logits
    if from_logits:
        from warnings import warn
        warn("a cross entropy received `from_logits=True`, but the `output` argument was produced by a Softmax or "
             "Sigmoid activation and thus does not represent logits. Was this intended?", UserWarning, stacklevel=4)
    return logits, True


@loss
def binary_of(y_true, y_pred, from_logits, smoothing, axis):
    if tuple(y_true.shape) != tuple(y_pred.shape):
        raise ValueError("Arguments `target` and `output` must have the same shape. Received: "
                         f"target.shape={tuple(y_true.shape)}, output.shape={tuple(y_pred.shape)}")
    target = y_true * (1 - smoothing) + 0.5 * smoothing if smoothing else y_true
    return mt.mean(networks.binary_crossentropy(target, y_pred, from_logits), axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """Return the cross entropy of yes-or-no answers, in nats, averaged over the last axis.

    y_true        0 and 1, or probabilities of yes
    y_pred        probabilities of yes, of the same shape
    from_logits   whether y_pred are scores, and not probabilities

    Raises ValueError for shapes that differ.
    """
    y_pred, from_logits = logits_of(y_pred, from_logits)
    return binary_of(y_true, y_pred, from_logits, label_smoothing, axis)


@loss
def categorical_of(y_true, y_pred, from_logits, smoothing, axis):
    if tuple(y_true.shape) != tuple(y_pred.shape):
        raise ValueError("Arguments `target` and `output` must have the same shape. Received: "
                         f"target.shape={tuple(y_true.shape)}, output.shape={tuple(y_pred.shape)}. Are the labels "
                         "integers? sparse_categorical_crossentropy takes those.")
    target = y_true * (1 - smoothing) + smoothing / y_pred.shape[axis] if smoothing else y_true
    return networks.categorical_crossentropy(target, y_pred, from_logits, axis)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """Return the cross entropy of one-hot labels, or distributions, and predictions, in nats: (…, C) to (…).

    y_true        (…, C)  rows that sum to 1
    y_pred        (…, C)  probabilities; with from_logits, scores

    Raises ValueError for shapes that differ, as those of integer labels do: sparse_categorical_crossentropy.
    """
    y_pred, from_logits = logits_of(y_pred, from_logits)
    return categorical_of(y_true, y_pred, from_logits, label_smoothing, axis)


@function("y_true | y_pred")
def sparse_of(y_true, y_pred, from_logits, ignore, axis):
    if y_true.ndim == y_pred.ndim and y_true.shape[-1] == 1:
        y_true = y_true.squeeze(-1)
    if tuple(y_true.shape) != tuple(y_pred.shape[:-1]):
        raise ValueError("Arguments `target` and `output` must have the same shape up until the last dimension: "
                         f"target.shape={tuple(y_true.shape)}, output.shape={tuple(y_pred.shape)}. Are the labels "
                         "one-hot? categorical_crossentropy takes those.")
    y_true = y_true.long()
    kept = None if ignore is None else y_true != ignore
    logits = y_pred if from_logits else mt.log(mt.clamp(y_pred, settings["epsilon"], 1 - settings["epsilon"]))
    target = y_true if kept is None else mt.where(kept, y_true, mt.zeros_like(y_true))
    flat = mt.nn.cross_entropy(logits.reshape(-1, logits.shape[-1]), target.reshape(-1), reduction="none")
    found = flat.reshape(y_true.shape)
    return found if kept is None else mt.where(kept, found, mt.zeros_like(found))


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
    """Return the cross entropy of integer labels and predictions, in nats: (…) and (…, C) to (…).

    y_true         (…)  integers in [0, C)
    y_pred         (…, C)  probabilities; with from_logits, scores
    ignore_class   a label that counts nothing

    Raises ValueError where the shapes do not fit, as those of one-hot labels: categorical_crossentropy.

    >>> from minitorch.dialects import keras
    >>> keras.losses.sparse_categorical_crossentropy([1], [[0.5, 0.5]]).numpy()
    array([0.6931472], dtype=float32)
    """
    y_pred, from_logits = logits_of(y_pred, from_logits)
    found = sparse_of(y_true, y_pred, from_logits, ignore_class, axis)
    if ignore_class is not None and isinstance(found, Tensor):
        labels = engine_tensor(y_true).reshape(tuple(found.shape)).long()
        found._keras_mask = wrapped(labels != ignore_class)
    return found
