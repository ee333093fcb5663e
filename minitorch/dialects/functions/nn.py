"""Activations, losses of single elements, normalisation, dropout, embedding."""

from math import pi

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function
from .logic import numbers_only
from .math import floats_only
from .norms import clip_by_norm
from .random import generator_of


def activation(name, engine):
    """An activation, by the engine's of the same meaning."""
    def body(features, name=None):
        floats_only(body.__name__, features)
        return engine(features)
    body.__name__, body.__doc__ = name, engine.__doc__
    return function("features")(body)


elu = activation("elu", mt.nn.elu)
selu, softsign = activation("selu", mt.nn.selu), activation("softsign", mt.nn.softsign)


@function("features")
def relu(features, name=None):
    """Positive numbers as they are, 0 for the others."""
    return mt.relu(features)


@function("features")
def relu6(features, name=None):
    """Between 0 and 6 as it is, and these two outside."""
    numbers_only("Relu6", features)
    return mt.nn.relu6(features) if features.is_floating_point() else mt.clamp(features, 0, 6)


@function("features")
def softplus(features, name=None):
    """log(1 + exp(x))."""
    return mt.logaddexp(features, mt.zeros_like(features))


@function("features")
def leaky_relu(features, alpha=0.2, name=None):
    """alpha · x where x is negative."""
    numbers_only("LeakyRelu", features)
    return mt.leaky_relu(features if features.is_floating_point() else features.float(), alpha)


@function("features")
def gelu(features, approximate=False, name=None):
    """x times the normal distribution's share below x."""
    return mt.nn.gelu(features, "tanh" if approximate else "none")


@function("features")
def silu(features, beta=1.0):
    """x · sigmoid(beta · x)."""
    return mt.silu(features) if beta == 1.0 else features * mt.sigmoid(beta * features)


swish = silu


@function("features")
def crelu(features, axis=-1, name=None):
    """relu(x) and relu(-x), joined."""
    return mt.relu(mt.cat([features, -features], axis))


@function("logits")
def softmax(logits, axis=None, name=None):
    """exp(x) over its sum along an axis, the last unless given."""
    floats_only("Softmax", logits)
    return mt.softmax(logits, -1 if axis is None else axis)


@function("logits")
def log_softmax(logits, axis=None, name=None):
    """The logarithm of the softmax."""
    floats_only("LogSoftmax", logits)
    return mt.log_softmax(logits, -1 if axis is None else axis)


@function("labels | logits")
def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    """The cross entropy of a distribution over classes and scores, for each sample, in nats: (…, C) to (…).

    The gradient is that of this formula; TensorFlow's takes each row of labels to sum to 1.
    """
    labels = labels.to(logits.dtype)
    if labels.shape != logits.shape:
        labels, logits = mt.broadcast_tensors(labels, logits)
    return -mt.sum(labels * mt.log_softmax(logits, axis), axis)


@function("labels | logits")
def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    """The cross entropy of a class and scores, for each sample, in nats: (…) and (…, C) to (…)."""
    if tuple(labels.shape) != tuple(logits.shape[:-1]):
        raise ValueError(f"`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
                         f"labels.shape={tuple(labels.shape)} and logits.shape={tuple(logits.shape)}")
    classes = logits.shape[-1]
    flat = mt.nn.cross_entropy(logits.reshape(-1, classes), labels.reshape(-1).long(), reduction="none")
    return flat.reshape(labels.shape)


@function("labels logits")
def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    """The cross entropy of independent yes-or-no answers, for each."""
    return mt.nn.binary_cross_entropy_with_logits(logits, labels, reduction="none")


@function("labels logits | pos_weight")
def weighted_cross_entropy_with_logits(labels, logits, pos_weight, name=None):
    """The same, each yes counting pos_weight times."""
    weight = 1 + (pos_weight - 1) * labels
    soft = mt.logaddexp(-mt.abs(logits), mt.zeros_like(logits)) + mt.relu(-logits)
    return (1 - labels) * logits + weight * soft


@function("t")
def l2_loss(t, name=None):
    """Half of the sum of squares."""
    return mt.sum(t * t) / 2


@function("log_input targets")
def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
    """exp(log_input) - log_input · targets; in full, with Stirling's approximation of log(targets!)."""
    made = mt.exp(log_input) - log_input * targets
    if not compute_full_loss:
        return made
    some = mt.logical_and(targets >= 0, targets <= 1)
    own = mt.where(some, mt.ones_like(targets), targets)
    stirling = own * mt.log(own) - own + mt.log(own * (2 * pi)) * 0.5
    return made + mt.where(some, mt.zeros_like(targets), stirling)


@function("value bias")
def bias_add(value, bias, data_format=None, name=None):
    """value + bias, a number a channel: the last axis, or with data_format "NC…" the second."""
    if bias.ndim != 1:
        raise InvalidArgumentError(f"Biases must be 1D: {list(bias.shape)} [Op:BiasAdd]")
    if data_format and data_format.startswith("NC"):
        bias = bias.reshape(-1, *[1] * (value.ndim - 2))
    return value + bias


@function("x")
def dropout(x, rate, noise_shape=None, seed=None, name=None):
    """Each element 0 with probability `rate`, and the others larger, so that the mean stays."""
    if not 0 <= rate < 1:
        raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
    if noise_shape is None and seed is None:
        return mt.nn.dropout(x, rate, True)
    kept = mt.rand(tuple(noise_shape or x.shape), generator=generator_of(seed)) >= rate
    return x * kept.to(x.dtype) / (1 - rate)


@function("value")
def zero_fraction(value, name=None):
    return mt.mean((value == 0).float())


@function("params | ids")
def embedding_lookup(params, ids, max_norm=None, name=None):
    """The rows of a table at these indices, each shrunk to a norm of at most max_norm."""
    rows = mt.index_select(params, 0, ids.reshape(-1).long()).reshape(*ids.shape, *params.shape[1:])
    if max_norm is None:
        return rows
    return clip_by_norm.function.body(rows, max_norm, tuple(range(ids.ndim, rows.ndim)))


@function("x")
def moments(x, axes, shift=None, keepdims=False, name=None):
    """(mean, variance) over these axes."""
    over = tuple(axes) if isinstance(axes, list | tuple) else (axes,)
    mean = mt.mean(x, over, True)
    variance = mt.mean(mt.square(x - mean.detach()), over, keepdims)
    return (mean if keepdims else mt.mean(x, over)), variance


@function("x mean variance offset? scale?")
def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """(x - mean) / √(variance + epsilon) · scale + offset."""
    factor = mt.rsqrt(variance + variance_epsilon)
    factor = factor if scale is None else factor * scale
    shift = -mean * factor if offset is None else offset - mean * factor
    return x * factor + shift


@function("input")
def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    """x / (bias + alpha · Σ x²)^beta, the sum over neighbouring channels: Krizhevsky et al. (2012)."""
    x = mt.permute(input, (0, 3, 1, 2))
    size = 2 * depth_radius + 1
    return mt.permute(mt.nn.local_response_norm(x, size, alpha * size, beta, bias), (0, 2, 3, 1))
