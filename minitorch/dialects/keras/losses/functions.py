"""Losses of single samples: functions of true values and predictions, averaged over the last axis."""

from math import log

from ...core.engine import mt
from ...core.lift import function, wrapped
from ...core.tensor import Tensor
from ..core.naming import settings


def same_rank(a, b, expand_rank_1=True):
    """Two of the engine's tensors, one of which may have a last axis of size 1 more, brought to one rank."""
    if a.ndim == b.ndim + 1 and a.shape[-1] == 1:
        return (a, b.unsqueeze(-1)) if b.ndim == 1 and expand_rank_1 else (a.squeeze(-1), b)
    if b.ndim == a.ndim + 1 and b.shape[-1] == 1:
        return (a.unsqueeze(-1), b) if a.ndim == 1 and expand_rank_1 else (a, b.squeeze(-1))
    return a, b


def loss(body):
    """A loss by its body over the engine's tensors: the true values come in the predictions' element type."""
    def brought(y_true, y_pred, *args):
        return body(*same_rank(y_true.to(y_pred.dtype), y_pred), *args)
    import inspect
    brought.__name__, brought.__doc__ = body.__name__, body.__doc__
    brought.__signature__ = inspect.signature(body)
    return function("y_true | y_pred")(brought)


def as_floats(x):
    """Numbers of which a mean can be taken: integers as float32."""
    return x if x.is_floating_point() else x.float()


@loss
def mean_squared_error(y_true, y_pred):
    """(y_true - y_pred)², averaged over the last axis."""
    return mt.mean(as_floats(mt.square(y_true - y_pred)), -1)


@loss
def mean_absolute_error(y_true, y_pred):
    """|y_true - y_pred|, averaged over the last axis."""
    return mt.mean(as_floats(mt.abs(y_true - y_pred)), -1)


@loss
def mean_absolute_percentage_error(y_true, y_pred):
    """100 · |y_true - y_pred| / |y_true|, averaged over the last axis."""
    return 100 * mt.mean(mt.abs((y_true - y_pred) / mt.clamp(mt.abs(y_true), min=settings["epsilon"])), -1)


@loss
def mean_squared_logarithmic_error(y_true, y_pred):
    """(log(1 + y_true) - log(1 + y_pred))², averaged over the last axis."""
    true, predicted = (mt.log(mt.clamp(x, min=settings["epsilon"]) + 1) for x in (y_true, y_pred))
    return mt.mean(mt.square(predicted - true), -1)


def with_signs(y_true):
    """Labels 0 and 1 as -1 and 1; others as they are."""
    array = y_true.detach()
    return 2 * y_true - 1 if array.device.type == "meta" or bool(((array == 0) | (array == 1)).all()) else y_true


@loss
def hinge(y_true, y_pred):
    """max(1 - y_true · y_pred, 0), averaged over the last axis; the labels are -1 and 1, or 0 and 1."""
    return mt.mean(mt.relu(1 - with_signs(y_true) * y_pred), -1)


@loss
def squared_hinge(y_true, y_pred):
    """max(1 - y_true · y_pred, 0)², averaged over the last axis."""
    return mt.mean(mt.square(mt.relu(1 - with_signs(y_true) * y_pred)), -1)


@loss
def categorical_hinge(y_true, y_pred):
    """max(highest wrong score - right score + 1, 0)."""
    right = mt.sum(y_true * y_pred, -1)
    return mt.relu(mt.amax((1 - y_true) * y_pred, -1) - right + 1)


@loss
def huber(y_true, y_pred, delta=1.0):
    """½ · error² up to an error of delta, straight beyond; averaged over the last axis."""
    size = mt.abs(y_pred - y_true)
    return mt.mean(mt.where(size <= delta, 0.5 * size * size, delta * size - 0.5 * delta * delta), -1)


@loss
def log_cosh(y_true, y_pred):
    """log(cosh(error)), averaged over the last axis."""
    error = y_pred - y_true
    return mt.mean(error + mt.logaddexp(-2 * error, mt.zeros_like(error)) - log(2), -1)


@loss
def kl_divergence(y_true, y_pred):
    """Σ y_true · log(y_true / y_pred), in nats."""
    true, predicted = (mt.clamp(x, settings["epsilon"], 1) for x in (y_true, y_pred))
    return mt.sum(true * mt.log(true / predicted), -1)


@loss
def poisson(y_true, y_pred):
    """y_pred - y_true · log(y_pred), averaged over the last axis."""
    return mt.mean(y_pred - y_true * mt.log(y_pred + settings["epsilon"]), -1)


@loss
def cosine_similarity(y_true, y_pred, axis=-1):
    """Less the cosine of the angle between them: -1 where they point the same way."""
    true, predicted = (x * mt.rsqrt(mt.clamp(mt.sum(x * x, axis, True), min=1e-24)) for x in (y_true, y_pred))
    return -mt.sum(true * predicted, axis)


def logits_of(y_pred, from_logits):
    """(predictions, whether they are logits): what a softmax or sigmoid was computed from, where it is known."""
    logits = getattr(y_pred, "_keras_logits", None)
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
    if from_logits:
        found = mt.nn.binary_cross_entropy_with_logits(y_pred, target, reduction="none")
    else:
        p = mt.clamp(y_pred, settings["epsilon"], 1 - settings["epsilon"])
        found = -(target * mt.log(p) + (1 - target) * mt.log(1 - p))
    return mt.mean(found, axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """The cross entropy of yes-or-no answers, in nats, averaged over the last axis.

    from_logits   whether y_pred are scores, and not probabilities
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
    if from_logits:
        return -mt.sum(target * mt.log_softmax(y_pred, axis), axis)
    p = y_pred / mt.sum(y_pred, axis, True)
    return -mt.sum(target * mt.log(mt.clamp(p, settings["epsilon"], 1 - settings["epsilon"])), axis)


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """The cross entropy of one-hot labels, or distributions, and predictions, in nats: (…, C) to (…)."""
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
    """The cross entropy of integer labels and predictions, in nats: (…) and (…, C) to (…).

    ignore_class   a label that counts nothing
    """
    y_pred, from_logits = logits_of(y_pred, from_logits)
    found = sparse_of(y_true, y_pred, from_logits, ignore_class, axis)
    if ignore_class is not None and isinstance(found, Tensor):
        mask = engine_labels(y_true, found) != ignore_class
        found._keras_mask = wrapped(mask)
    return found


def engine_labels(y_true, like):
    """The labels as the engine's tensor, of the shape of the losses."""
    from ...core.convert import engine_tensor
    return engine_tensor(y_true).reshape(tuple(like.shape)).long()


@loss
def binary_focal_of(y_true, y_pred, balanced, alpha, gamma, from_logits, smoothing, axis):
    p = mt.sigmoid(y_pred) if from_logits else y_pred
    target = y_true * (1 - smoothing) + 0.5 * smoothing if smoothing else y_true
    p = mt.clamp(p, settings["epsilon"], 1 - settings["epsilon"])
    entropy = -(target * mt.log(p) + (1 - target) * mt.log(1 - p))
    right = target * p + (1 - target) * (1 - p)
    found = mt.pow(1 - right, gamma) * entropy
    return mt.mean(found * (target * alpha + (1 - target) * (1 - alpha)) if balanced else found, axis)


def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False,
                              label_smoothing=0.0, axis=-1):
    """binary_crossentropy times (1 - p)^gamma, p of the right answer: what is easy counts little. Lin et al. (2018)."""
    return binary_focal_of(y_true, y_pred, apply_class_balancing, alpha, gamma, from_logits, label_smoothing, axis)


@loss
def dice_of(y_true, y_pred, axis):
    over = tuple(range(y_true.ndim)) if axis is None else axis
    both, total = mt.sum(y_true * y_pred, over), mt.sum(y_true, over) + mt.sum(y_pred, over)
    return 1 - (2 * both + settings["epsilon"]) / (total + settings["epsilon"])


def dice(y_true, y_pred, axis=None):
    """1 - 2 · |A ∩ B| / (|A| + |B|), of masks."""
    return dice_of(y_true, y_pred, axis)
