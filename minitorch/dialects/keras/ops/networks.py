"""keras.ops of networks: activations, convolutions, pooling, normalisation, attention."""

from ...core.dtypes import as_dtype
from ...core.engine import mt
from ...core.lift import function
from ...functions.conv import convolve, convolve_transposed, depthwise, spatial
from ...functions.pooling import pool as pooled
from ...functions.shrinking import TABLE as shrinking
from ..activations import hard_sigmoid, hard_silu
from .elementwise import named
from .reductions import floats

ACTIVATIONS = {"log_sigmoid": "logsigmoid", "relu": "relu", "relu6": "relu6", "selu": "selu", "sigmoid": "sigmoid",
               "silu": "silu", "softplus": "softplus", "softsign": "softsign", "hard_tanh": "hardtanh"}


def activation(name, engine):
    def body(x):
        return engine(floats(x))
    return function("x")(named(name, engine, body))


table = {name: activation(name, getattr(mt.nn, other)) for name, other in ACTIVATIONS.items()}
table |= {"swish": table["silu"], "hard_sigmoid": hard_sigmoid, "hard_silu": hard_silu}


@function("x")
def elu(x, alpha=1.0):
    """x, and alpha (eˣ - 1) below 0."""
    return mt.nn.elu(x, alpha)


@function("x")
def celu(x, alpha=1.0):
    """x, and alpha (exp(x / alpha) - 1) below 0."""
    return mt.nn.celu(x, alpha)


@function("x")
def gelu(x, approximate=True):
    """x · P(a normal number is below x).

    approximate   by a tanh
    """
    return mt.nn.gelu(x, approximate="tanh" if approximate else "none")


@function("x")
def leaky_relu(x, negative_slope=0.2):
    """x, and negative_slope · x below 0."""
    return mt.nn.leaky_relu(x, negative_slope)


@function("x")
def glu(x, axis=-1):
    """One half of an axis times the sigmoid of the other."""
    return mt.nn.glu(x, axis)


@function("x")
def softmax(x, axis=-1):
    """Shares that add up to 1."""
    return mt.nn.softmax(x, axis)


@function("x")
def log_softmax(x, axis=-1):
    """log(softmax(x))."""
    return mt.nn.log_softmax(x, axis)


@function("x")
def one_hot(x, num_classes, axis=-1, dtype=None, sparse=False):
    """Whole numbers as rows of one 1 each.

    num_classes   how long rows are
    """
    made = mt.nn.one_hot(x.long(), num_classes).to(as_dtype(dtype or "float32").kind)
    return made if axis == -1 else mt.movedim(made, -1, axis)


@function("target | output")
def binary_crossentropy(target, output, from_logits=False):
    """Of each element, in nats; the output is a probability, or its logit."""
    if from_logits:
        return mt.nn.binary_cross_entropy_with_logits(output, target.to(output.dtype), reduction="none")
    output = mt.clamp(output, 1e-7, 1 - 1e-7)
    return -(target * mt.log(output) + (1 - target) * mt.log(1 - output))


@function("target | output")
def categorical_crossentropy(target, output, from_logits=False, axis=-1):
    """Of each row, in nats; the target has a share for each class."""
    if from_logits:
        return -mt.sum(target * mt.nn.log_softmax(output, axis), axis)
    output = mt.clamp(output / mt.sum(output, axis, keepdim=True), 1e-7, 1 - 1e-7)
    return -mt.sum(target * mt.log(output), axis)


@function("target | output")
def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1):
    """Of each row, in nats; the target is the number of a class."""
    logs = mt.nn.log_softmax(output, axis) if from_logits else mt.log(mt.clamp(output, 1e-7, 1 - 1e-7))
    target = target.squeeze(-1) if target.ndim == output.ndim else target
    return -mt.gather(logs, axis, target.long().unsqueeze(axis)).squeeze(axis)


def settings_of(inputs, strides, dilation_rate):
    dims = inputs.ndim - 2
    return spatial(strides, dims), spatial(dilation_rate, dims)


@function("inputs | kernel")
def conv(inputs, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    """A convolution, of signals, images or volumes."""
    strides, dilations = settings_of(inputs, strides, dilation_rate)
    channels = inputs.shape[1 if data_format == "channels_first" else -1]
    return convolve(inputs, kernel, strides, padding, data_format, dilations, channels // kernel.shape[-2])


@function("inputs | kernel")
def depthwise_conv(inputs, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    """Each channel by itself."""
    strides, dilations = settings_of(inputs, strides, dilation_rate)
    return depthwise(inputs, kernel, strides, padding, data_format, dilations)


@function("inputs | depthwise_kernel | pointwise_kernel")
def separable_conv(inputs, depthwise_kernel, pointwise_kernel, strides=1, padding="valid", data_format=None,
                   dilation_rate=1):
    """Each channel by itself, and then a product of channels at each place.

    depthwise_kernel   (…size, channels, multiplier)
    pointwise_kernel   (…1, channels · multiplier, filters)
    """
    strides, dilations = settings_of(inputs, strides, dilation_rate)
    each, ones = depthwise(inputs, depthwise_kernel, strides, padding, data_format, dilations), (1,) * len(strides)
    return convolve(each, pointwise_kernel, ones, "valid", data_format, ones)


@function("inputs | kernel")
def conv_transpose(inputs, kernel, strides=1, padding="valid", output_padding=None, data_format=None,
                   dilation_rate=1):
    """A convolution that goes back.

    output_padding   None; NotImplementedError, raised for others, names what has it
    """
    if output_padding is not None:
        raise NotImplementedError("conv_transpose: output_padding is left out here; Conv2DTranspose has it.")
    strides, dilations = settings_of(inputs, strides, dilation_rate)
    return convolve_transposed(inputs, kernel, strides, padding, data_format, None, dilations)


def pooling(name, kind, doc):
    def body(inputs, pool_size, strides=None, padding="valid", data_format=None):
        size = spatial(pool_size, inputs.ndim - 2)
        return pooled(kind, inputs, size, size if strides is None else spatial(strides, inputs.ndim - 2), padding,
                      data_format)
    body.__name__, body.__doc__ = name, doc
    return function("inputs")(body)


max_pool = pooling("max_pool", "MAX", "The largest of each window.")
average_pool = pooling("average_pool", "AVG", "The mean of each window.")


@function("x")
def normalize(x, axis=-1, order=2, epsilon=None):
    """Vectors along an axis with length 1.

    order     which norm
    epsilon   the least length; None: 1e-7
    """
    length = mt.norm(x, order, (axis,), True)
    return x / mt.clamp(length, min=1e-7 if epsilon is None else epsilon)


@function("x")
def moments(x, axes, keepdims=False, synchronized=False):
    """(mean, variance) over axes."""
    dims = (axes,) if isinstance(axes, int) else tuple(axes)
    return mt.mean(x, dims, keepdims), mt.var(x, dims, correction=0, keepdim=keepdims)


@function("query | key | value | bias | mask")
def dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, flash_attention=None,
                          attn_logits_soft_cap=None):
    """Attention of (N, T, heads, size): softmax(query · key · scale + bias) · value.

    mask                   bools: which keys a query sees
    is_causal              none that come after it
    attn_logits_soft_cap   scores stay between it and its negative
    """
    scores = mt.einsum("bthd,bshd->bhts", query, key) * (query.shape[-1] ** -0.5 if scale is None else scale)
    if attn_logits_soft_cap is not None:
        scores = mt.tanh(scores / attn_logits_soft_cap) * attn_logits_soft_cap
    scores = scores if bias is None else scores + bias
    if is_causal:
        seen = mt.tril(mt.ones(query.shape[1], key.shape[1], device=query.device)).bool()
        mask = seen if mask is None else mask.bool() & seen
    if mask is not None:
        scores = mt.where(mask.bool(), scores, mt.full_like(scores, -3.4e38 * 0.7))
    return mt.einsum("bhts,bshd->bthd", mt.nn.softmax(scores, -1), value)


table |= shrinking | {name: value for name, value in globals().items() if hasattr(value, "function")}
