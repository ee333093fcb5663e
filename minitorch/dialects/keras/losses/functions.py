"""Losses of single samples: functions of true values and predictions, most of them averaged over the last axis."""

from functools import wraps
from math import log

from ...core.engine import mt
from ...core.lift import function
from ...functions.table import named
from ..core.naming import settings


def same_rank(a, b, expand_rank_1=True):
    """Bring two of the engine's tensors, of which one may have one more last axis of size 1, to one rank."""
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


def mean(x):
    """Return the mean over the last axis; of integers as float32."""
    return mt.mean(x if x.is_floating_point() else x.float(), -1)


def with_signs(y_true):
    """Return labels 0 and 1 as -1 and 1; others as they are."""
    array = y_true.detach()
    return 2 * y_true - 1 if array.device.type == "meta" or bool(((array == 0) | (array == 1)).all()) else y_true


def logarithmic(y_true, y_pred):
    true, predicted = (mt.log(mt.clamp(x, min=settings["epsilon"]) + 1) for x in (y_true, y_pred))
    return mean(mt.square(predicted - true))


def divergence(y_true, y_pred):
    true, predicted = (mt.clamp(x, settings["epsilon"], 1) for x in (y_true, y_pred))
    return mt.sum(true * mt.log(true / predicted), -1)


def highest_wrong(y_true, y_pred):
    return mt.relu(mt.amax((1 - y_true) * y_pred, -1) - mt.sum(y_true * y_pred, -1) + 1)


def log_of_cosh(y_true, y_pred):
    error = y_pred - y_true
    return mean(error + mt.logaddexp(-2 * error, mt.zeros_like(error)) - log(2))


ROWS = {                         # name -> (what it returns, how it is computed of the true values t and predictions p)
    "mean_squared_error": ("mean of (y_true − y_pred)² over the last axis.", lambda t, p: mean(mt.square(t - p))),
    "mean_absolute_error": ("mean of |y_true − y_pred| over the last axis.", lambda t, p: mean(mt.abs(t - p))),
    "mean_absolute_percentage_error": (
        "mean of 100 · |y_true − y_pred| / |y_true| over the last axis.",
        lambda t, p: 100 * mean(mt.abs((t - p) / mt.clamp(mt.abs(t), min=settings["epsilon"])))),
    "mean_squared_logarithmic_error": (
        "mean of (log(1 + y_true) − log(1 + y_pred))² over the last axis.", logarithmic),
    "hinge": ("mean of max(1 − y_true · y_pred, 0) over the last axis; the labels are −1 and 1, or 0 and 1.",
              lambda t, p: mean(mt.relu(1 - with_signs(t) * p))),
    "squared_hinge": ("mean of max(1 − y_true · y_pred, 0)² over the last axis; the labels are −1 and 1, or 0 and 1.",
                      lambda t, p: mean(mt.square(mt.relu(1 - with_signs(t) * p)))),
    "categorical_hinge": (
        "larger of 0 and highest wrong score − right score + 1: y_true one-hot (…, C), y_pred scores (…, C).",
        highest_wrong),
    "kl_divergence": ("sum of y_true · log(y_true / y_pred) over the last axis, in nats.", divergence),
    "poisson": ("mean of y_pred − y_true · log(y_pred) over the last axis.",
                lambda t, p: mean(p - t * mt.log(p + settings["epsilon"]))),
    "log_cosh": ("mean of log(cosh(y_pred − y_true)) over the last axis.", log_of_cosh)}


def of_row(name):
    """Return the function of a row."""
    text, compute = ROWS[name]

    def body(y_true, y_pred):
        return compute(y_true, y_pred)
    return loss(named(body, name, f"Return the {text}"))


FUNCTIONS = {name: of_row(name) for name in ROWS}


@loss
def huber(y_true, y_pred, delta=1.0):
    """Return the mean of ½ · error² up to an error of delta, of a line beyond it. Source: Huber (1964)."""
    size = mt.abs(y_pred - y_true)
    return mean(mt.where(size <= delta, 0.5 * size * size, delta * size - 0.5 * delta * delta))


@loss
def cosine_similarity(y_true, y_pred, axis=-1):
    """Return the negative cosine of the angle between y_true and y_pred: −1 if they have the same direction."""
    true, predicted = (x * mt.rsqrt(mt.clamp(mt.sum(x * x, axis, True), min=1e-24)) for x in (y_true, y_pred))
    return -mt.sum(true * predicted, axis)
