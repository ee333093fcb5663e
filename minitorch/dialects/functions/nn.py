"""Activations, normalisation, dropout, embedding.

Arguments that mean the same wherever they occur:

    features    floats of any shape -> the same shape
"""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .gathering import gather
from .norms import clip_by_norm
from .random import generator_of
from .table import floats, floats_only, made, noting, op

WRONG = " Raises InvalidArgumentError for integers in TensorFlow."


elu = made("elu(features, name=None)", mt.nn.elu, "Keep x where it is positive, else eˣ − 1: Clevert et al. (2015)."
           + WRONG, takes="floats elu")
selu = made("selu(features, name=None)", mt.nn.selu, "Compute 1.0507 · x where it is positive, else 1.7581 · (eˣ − 1): "
            "Klambauer et al. (2017)." + WRONG, keras="selu(x)", takes="floats selu")
softsign = made("softsign(features, name=None)", mt.nn.softsign, "Compute x / (1 + |x|): between −1 and 1." + WRONG,
                keras="softsign(x)", takes="floats softsign")
relu = made("relu(features, name=None)", mt.relu, "Keep what is positive, and put 0 for the others.", keras="relu(x)")
relu6 = made("relu6(features, name=None)", lambda x: mt.nn.relu6(x) if x.is_floating_point() else mt.clamp(x, 0, 6),
             "Keep what is between 0 and 6, and put these two for the others. Raises InvalidArgumentError for bools.",
             keras="relu6(x)", takes="numbers Relu6")
softplus = made("softplus(features, name=None)", lambda x: mt.logaddexp(x, mt.zeros_like(x)),
                "Compute log(1 + eˣ), a relu with a rounded corner.", keras="softplus(x)")
leaky_relu = made(
    "leaky_relu(features, alpha=0.2, name=None)", lambda x, alpha: mt.leaky_relu(floats(x), alpha),
    "Keep x where it is positive, else alpha · x; integers become float32. Raises InvalidArgumentError for bools.",
    keras="leaky_relu(x, negative_slope=alpha)", takes="numbers LeakyRelu")
gelu = made("gelu(features, approximate=False, name=None)", lambda x, approximate: mt.nn.gelu(
    x, "tanh" if approximate else "none"), """Multiply x by the normal distribution's share below x.

approximate    whether by tanh, as the first BERT did

Source: Hendrycks and Gimpel (2016), arXiv 1606.08415.
""", keras="gelu(x, approximate=True)")
silu = made("silu(features, beta=1.0)", lambda x, beta: mt.silu(x) if beta == 1.0 else x * mt.sigmoid(beta * x),
            "Compute x · sigmoid(beta · x). tf.nn.swish is the same.", keras=("silu(x)", "swish(x)"))
swish = silu


@noting
@op("logits", keras="softmax(x, axis=-1)", v1="nn.softmax(logits, axis=None, name=None, dim=axis)")
def softmax(logits, axis=None, name=None):
    """Divide exp(x) by its sum along an axis, the last unless given: positive numbers that sum to 1.

    logits    floats of any shape but () -> the same shape
    axis      a number, from 0 on or from −1 back

    Raises InvalidArgumentError for integers in TensorFlow.

    >>> from minitorch.dialects import tf2 as tf
    >>> tf.nn.softmax([0.0, 0.0]).numpy()
    array([0.5, 0.5], dtype=float32)
    """
    floats_only("Softmax", logits)
    return mt.softmax(logits, -1 if axis is None else axis)


@op("logits", keras="log_softmax(x, axis=-1)", v1="nn.log_softmax(logits, axis=None, name=None, dim=axis)")
def log_softmax(logits, axis=None, name=None):
    """Take the logarithm of the softmax, without overflow: logits, floats of any shape but (); axis as softmax's.

    Raises InvalidArgumentError for integers.
    """
    floats_only("LogSoftmax", logits)
    return mt.log_softmax(logits, -1 if axis is None else axis)


@op("value bias")
def bias_add(value, bias, data_format=None, name=None):
    """Add a number a channel to value.

    value          (N, …, C), or (N, C, …) with a data_format "NC…"
    bias           (C,)

    Raises InvalidArgumentError for a bias of another number of axes.
    """
    if bias.ndim != 1:
        raise InvalidArgumentError(f"Biases must be 1D: {list(bias.shape)} [Op:BiasAdd]")
    if data_format and data_format.startswith("NC"):
        bias = bias.reshape(-1, *[1] * (value.ndim - 2))
    return value + bias


@op("x")
def dropout(x, rate, noise_shape=None, seed=None, name=None):
    """Put 0 for each element with probability `rate`, and make the others larger, so that the mean stays.

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


@op("params | ids", v1="""nn.embedding_lookup(params, ids, partition_strategy='mod', name=None, validate_indices=True,
    max_norm=None)""")
def embedding_lookup(params, ids, max_norm=None, name=None):
    """Take the rows of a table (n, …) at these indices: ids.shape + params.shape[1:].

    params      the table: one tensor, whatever a partition_strategy says
    ids         integers of any shape, from 0 to n − 1
    max_norm    each row is shrunk to at most this norm; None: as it is
    """
    rows = gather.function.body(params, ids)
    if max_norm is None:
        return rows
    return clip_by_norm.function.body(rows, max_norm, tuple(range(ids.ndim, rows.ndim)))


@op("x", keras="moments(x, axes, keepdims=False, synchronized=False)",
    v1="nn.moments(x, axes, shift=None, name=None, keep_dims=keepdims, keepdims=None)")
def moments(x, axes, shift=None, keepdims=False, name=None):
    """Compute (mean, variance) over these axes.

    x           floats of any shape
    axes        a list of numbers, from 0 on or from −1 back
    shift       taken, without effect
    keepdims    whether the axes stay, with size 1
    """
    over = tuple(axes) if isinstance(axes, list | tuple) else (axes,)
    mean = mt.mean(x, over, True)
    variance = mt.mean(mt.square(x - mean.detach()), over, bool(keepdims))
    return (mean if keepdims else mt.mean(x, over)), variance


@op("x mean variance offset? scale?")
def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    """Compute (x − mean) / √(variance + variance_epsilon) · scale + offset.

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


@op("input")
def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    """Compute x / (bias + alpha · Σ x²)^beta, the sum over depth_radius channels on each side, of (N, H, W, C).

    Source: Krizhevsky et al., ImageNet Classification with Deep Convolutional Neural Networks (2012), §3.3.
    """
    x, size = mt.permute(input, (0, 3, 1, 2)), 2 * depth_radius + 1
    return mt.permute(mt.nn.local_response_norm(x, size, alpha * size, beta, bias), (0, 2, 3, 1))
