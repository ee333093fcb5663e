"""Activations, losses of single elements, normalisation, dropout, embedding."""


from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from ..core.lift import function
from .elementary import floats_only
from .gathering import gather
from .logic import numbers_only
from .norms import clip_by_norm
from .random import generator_of


def activation(name, engine, doc):
    """An activation, by the engine's of the same meaning, with the formula that its docstring begins with."""
    def body(features, name=None):
        floats_only(body.__name__, features)
        return engine(features)
    body.__name__ = name
    body.__doc__ = (f"{doc}\n\nfeatures    floats of any shape -> the same shape\n\n"
                    "Raises InvalidArgumentError for integers.")
    return function("features")(body)


elu = activation("elu", mt.nn.elu, "x where it is positive, eˣ − 1 where it is negative: Clevert et al. (2015).")
selu = activation("selu", mt.nn.selu, "1.0507 · x where it is positive, 1.7581 · (eˣ − 1) where it is negative: "
                                      "Klambauer et al. (2017).")
softsign = activation("softsign", mt.nn.softsign, "x / (1 + |x|): between −1 and 1.")


@function("features")
def relu(features, name=None):
    """Positive numbers as they are, 0 for the others: features of any shape -> the same shape."""
    return mt.relu(features)


@function("features")
def relu6(features, name=None):
    """Between 0 and 6 as it is, and these two outside: features of any shape -> the same shape.

    Raises InvalidArgumentError for bools.
    """
    numbers_only("Relu6", features)
    return mt.nn.relu6(features) if features.is_floating_point() else mt.clamp(features, 0, 6)


@function("features")
def softplus(features, name=None):
    """log(1 + eˣ), a relu with a rounded corner: features, floats of any shape -> the same shape."""
    return mt.logaddexp(features, mt.zeros_like(features))


@function("features")
def leaky_relu(features, alpha=0.2, name=None):
    """x where it is positive, alpha · x where it is negative.

    features    numbers of any shape -> the same shape; integers become float32
    alpha       the slope below 0

    Raises InvalidArgumentError for bools.
    """
    numbers_only("LeakyRelu", features)
    return mt.leaky_relu(features if features.is_floating_point() else features.float(), alpha)


@function("features")
def gelu(features, approximate=False, name=None):
    """x times the normal distribution's share below x. Source: Hendrycks and Gimpel (2016), arXiv 1606.08415.

    features       floats of any shape -> the same shape
    approximate    whether the share is computed by tanh, as the first BERT did
    """
    return mt.nn.gelu(features, "tanh" if approximate else "none")


@function("features")
def silu(features, beta=1.0):
    """x · sigmoid(beta · x): features, floats of any shape -> the same shape. tf.nn.swish is the same."""
    return mt.silu(features) if beta == 1.0 else features * mt.sigmoid(beta * features)


swish = silu


@function("features")
def crelu(features, axis=-1, name=None):
    """relu(x) and relu(−x), joined: features (…, n, …), the result (…, 2n, …) along `axis`, the last unless given."""
    return mt.relu(mt.cat([features, -features], axis))


@function("logits")
def softmax(logits, axis=None, name=None):
    """exp(x) over its sum along an axis, the last unless given: positive numbers that sum to 1.

    logits    floats of any shape but () -> the same shape
    axis      a number, from 0 on or from −1 back

    Raises InvalidArgumentError for integers.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.nn.softmax([0.0, 0.0]).numpy()
    array([0.5, 0.5], dtype=float32)
    """
    floats_only("Softmax", logits)
    return mt.softmax(logits, -1 if axis is None else axis)


@function("logits")
def log_softmax(logits, axis=None, name=None):
    """The logarithm of the softmax, without overflow: logits, floats of any shape but (); axis as softmax's.

    Raises InvalidArgumentError for integers.
    """
    floats_only("LogSoftmax", logits)
    return mt.log_softmax(logits, -1 if axis is None else axis)


@function("value bias")
def bias_add(value, bias, data_format=None, name=None):
    """value + bias, a number a channel.

    value          (N, …, C), or (N, C, …) with a data_format "NC…"
    bias           (C,)

    Raises InvalidArgumentError for a bias of another number of axes.
    """
    if bias.ndim != 1:
        raise InvalidArgumentError(f"Biases must be 1D: {list(bias.shape)} [Op:BiasAdd]")
    if data_format and data_format.startswith("NC"):
        bias = bias.reshape(-1, *[1] * (value.ndim - 2))
    return value + bias


@function("x")
def dropout(x, rate, noise_shape=None, seed=None, name=None):
    """Each element 0 with probability `rate`, and the others larger, so that the mean stays.

    x              floats of any shape -> the same shape
    rate           from 0 up to but without 1
    noise_shape    a shape that broadcasts to x's: elements share their fate along its axes of size 1; None: x's own
    seed           an integer: the same zeros again after tf.random.set_seed

    It always drops: call it in training only. Raises ValueError for another rate.
    """
    if not 0 <= rate < 1:
        raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
    if noise_shape is None and seed is None:
        return mt.nn.dropout(x, rate, True)
    kept = mt.rand(tuple(noise_shape or x.shape), generator=generator_of(seed)) >= rate
    return x * kept.to(x.dtype) / (1 - rate)


@function("value")
def zero_fraction(value, name=None):
    """The share of elements of `value`, of any shape, that are 0: a float32 ()."""
    return mt.mean((value == 0).float())


@function("params | ids")
def embedding_lookup(params, ids, max_norm=None, name=None):
    """The rows of a table at these indices.

    params      (n, …)  the table
    ids         integers of any shape, from 0 to n − 1
    max_norm    each row is shrunk to at most this norm; None: as it is
    returns     ids.shape + params.shape[1:]
    """
    rows = gather.function.body(params, ids)
    if max_norm is None:
        return rows
    return clip_by_norm.function.body(rows, max_norm, tuple(range(ids.ndim, rows.ndim)))


@function("x")
def moments(x, axes, shift=None, keepdims=False, name=None):
    """(mean, variance) over these axes.

    x           floats of any shape
    axes        a list of numbers, from 0 on or from −1 back
    shift       taken, without effect
    keepdims    whether the axes stay, with size 1
    """
    over = tuple(axes) if isinstance(axes, list | tuple) else (axes,)
    mean = mt.mean(x, over, True)
    variance = mt.mean(mt.square(x - mean.detach()), over, keepdims)
    return (mean if keepdims else mt.mean(x, over)), variance


@function("x mean variance offset? scale?")
def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """(x − mean) / √(variance + variance_epsilon) · scale + offset.

    x                  floats of any shape -> the same shape
    mean, variance     of x: shapes that broadcast with it, such as (C,)
    offset, scale      β and γ, likewise; None: 0 and 1
    variance_epsilon   keeps the divisor from 0

    Source: Ioffe and Szegedy (2015), arXiv 1502.03167.
    """
    factor = mt.rsqrt(variance + variance_epsilon)
    factor = factor if scale is None else factor * scale
    shift = -mean * factor if offset is None else offset - mean * factor
    return x * factor + shift


@function("input")
def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    """x / (bias + alpha · Σ x²)^beta, the sum over neighbouring channels.

    input          (N, H, W, C) -> the same shape
    depth_radius   how many channels on each side are summed over

    Source: Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks (2012), §3.3.
    """
    x = mt.permute(input, (0, 3, 1, 2))
    size = 2 * depth_radius + 1
    return mt.permute(mt.nn.local_response_norm(x, size, alpha * size, beta, bias), (0, 2, 3, 1))
