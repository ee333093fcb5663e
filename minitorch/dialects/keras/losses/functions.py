"""Losses of single samples: functions of true values and predictions, averaged over the last axis."""

from functools import wraps
from math import log

from ...core.engine import mt
from ...core.lift import function
from ..core.naming import settings


def same_rank(a, b, expand_rank_1=True):
    """Two of the engine's tensors, one of which may have a last axis of size 1 more, brought to one rank."""
    if a.ndim == b.ndim + 1 and a.shape[-1] == 1:
        return (a, b.unsqueeze(-1)) if b.ndim == 1 and expand_rank_1 else (a.squeeze(-1), b)
    if b.ndim == a.ndim + 1 and b.shape[-1] == 1:
        return (a.unsqueeze(-1), b) if a.ndim == 1 and expand_rank_1 else (a, b.squeeze(-1))
    return a, b


def loss(body):
    """Declare a loss by its body over the engine's tensors: the true values come in the predictions' element type."""
    @wraps(body)
    def brought(y_true, y_pred, *args):
        return body(*same_rank(y_true.to(y_pred.dtype), y_pred), *args)
    return function("y_true | y_pred")(brought)


def as_floats(x):
    """Numbers of which a mean can be taken: integers as float32."""
    return x if x.is_floating_point() else x.float()


@loss
def mean_squared_error(y_true, y_pred):
    """(y_true − y_pred)², averaged over the last axis."""
    return mt.mean(as_floats(mt.square(y_true - y_pred)), -1)


@loss
def mean_absolute_error(y_true, y_pred):
    """|y_true − y_pred|, averaged over the last axis."""
    return mt.mean(as_floats(mt.abs(y_true - y_pred)), -1)


@loss
def mean_absolute_percentage_error(y_true, y_pred):
    """100 · |y_true − y_pred| / |y_true|, averaged over the last axis."""
    return 100 * mt.mean(mt.abs((y_true - y_pred) / mt.clamp(mt.abs(y_true), min=settings["epsilon"])), -1)


@loss
def mean_squared_logarithmic_error(y_true, y_pred):
    """(log(1 + y_true) − log(1 + y_pred))², averaged over the last axis."""
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
    """max(highest wrong score − right score + 1, 0): y_true one-hot (…, C), y_pred scores (…, C)."""
    right = mt.sum(y_true * y_pred, -1)
    return mt.relu(mt.amax((1 - y_true) * y_pred, -1) - right + 1)


@loss
def huber(y_true, y_pred, delta=1.0):
    """½ · error² up to an error of delta, straight beyond; averaged over the last axis. Source: Huber (1964)."""
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
    """Less the cosine of the angle between y_true and y_pred along an axis: −1 where they point the same way."""
    true, predicted = (x * mt.rsqrt(mt.clamp(mt.sum(x * x, axis, True), min=1e-24)) for x in (y_true, y_pred))
    return -mt.sum(true * predicted, axis)


@loss
def dice(y_true, y_pred, axis=None):
    """1 − 2 · |A ∩ B| / (|A| + |B|), of masks y_true and y_pred, over an axis or several; None: over all."""
    over = tuple(range(y_true.ndim)) if axis is None else axis
    both, total = mt.sum(y_true * y_pred, over), mt.sum(y_true, over) + mt.sum(y_pred, over)
    return 1 - (2 * both + settings["epsilon"]) / (total + settings["epsilon"])


@loss
def tversky(y_true, y_pred, alpha=0.5, beta=0.5, axis=None):
    """dice with weights for what is wrong: 1 − |A ∩ B| / (|A ∩ B| + alpha · |A without B| + beta · |B without A|).

    y_true, y_pred   masks of one shape
    alpha            of what is in y_true alone, A
    beta             of what is in y_pred alone, B
    axis             or several that are summed over; None: all
    """
    over = tuple(range(y_true.ndim)) if axis is None else axis
    both, small = mt.sum(y_true * y_pred, over), settings["epsilon"]
    missed, wrong = mt.sum(y_true * (1 - y_pred), over), mt.sum((1 - y_true) * y_pred, over)
    return 1 - both / (both + alpha * missed + beta * wrong + small)
