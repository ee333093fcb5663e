"""keras.ops of networks: activations, cross entropies, convolutions, pooling, attention."""

from ...core.engine import mt
from ...core.lift import function
from ...functions.conv import convolve, convolve_transposed, depthwise
from ...functions.pooling import pool as pooled
from ...functions.table import floats, named
from ..activations import hard_sigmoid, hard_silu


@function("x")
def hard_tanh(x):
    """Keep what is between −1 and 1, and put these two for the others."""
    return mt.nn.hardtanh(floats(x))


@function("x")
def elu(x, alpha=1.0):
    """Keep x above 0, else alpha · (eˣ − 1)."""
    return mt.nn.elu(x, alpha)


@function("x")
def celu(x, alpha=1.0):
    """Keep x above 0, else alpha · (exp(x / alpha) − 1)."""
    return mt.nn.celu(x, alpha)


@function("x")
def glu(x, axis=-1):
    """Multiply one half of an axis by the sigmoid of the other."""
    return mt.nn.glu(x, axis)


@function("target | output")
def binary_crossentropy(target, output, from_logits=False):
    """Compute the cross entropy of each element, in nats; the output is a probability, or its logit."""
    if from_logits:
        return mt.nn.binary_cross_entropy_with_logits(output, target.to(output.dtype), reduction="none")
    output = mt.clamp(output, 1e-7, 1 - 1e-7)
    return -(target * mt.log(output) + (1 - target) * mt.log(1 - output))


@function("target | output")
def categorical_crossentropy(target, output, from_logits=False, axis=-1):
    """Compute the cross entropy of each row, in nats; the target has a share for each class."""
    if from_logits:
        return -mt.sum(target * mt.nn.log_softmax(output, axis), axis)
    output = mt.clamp(output / mt.sum(output, axis, keepdim=True), 1e-7, 1 - 1e-7)
    return -mt.sum(target * mt.log(output), axis)


@function("target | output")
def sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1):
    """Compute the cross entropy of each row, in nats; the target is the number of a class."""
    logs = mt.nn.log_softmax(output, axis) if from_logits else mt.log(mt.clamp(output, 1e-7, 1 - 1e-7))
    target = target.squeeze(-1) if target.ndim == output.ndim else target
    return -mt.gather(logs, axis, target.long().unsqueeze(axis)).squeeze(axis)


@function("inputs | kernel")
def conv(inputs, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    """Convolve signals, images or volumes."""
    channels = inputs.shape[1 if data_format == "channels_first" else -1]
    return convolve(inputs, kernel, strides, padding, data_format, dilation_rate, channels // kernel.shape[-2])


@function("inputs | kernel")
def depthwise_conv(inputs, kernel, strides=1, padding="valid", data_format=None, dilation_rate=1):
    """Convolve each channel by itself."""
    return depthwise(inputs, kernel, strides, padding, data_format, dilation_rate)


@function("inputs | depthwise_kernel | pointwise_kernel")
def separable_conv(inputs, depthwise_kernel, pointwise_kernel, strides=1, padding="valid", data_format=None,
                   dilation_rate=1):
    """Convolve each channel by itself, and then mix channels at each place.

    depthwise_kernel   (…size, channels, multiplier)
    pointwise_kernel   (…1, channels · multiplier, filters)
    """
    each = depthwise(inputs, depthwise_kernel, strides, padding, data_format, dilation_rate)
    return convolve(each, pointwise_kernel, 1, "valid", data_format, 1)


@function("inputs | kernel")
def conv_transpose(inputs, kernel, strides=1, padding="valid", output_padding=None, data_format=None,
                   dilation_rate=1):
    """Convolve backwards.

    output_padding   None; NotImplementedError, raised for others, names what has it
    """
    if output_padding is not None:
        raise NotImplementedError("conv_transpose: output_padding is left out here; Conv2DTranspose has it.")
    return convolve_transposed(inputs, kernel, strides, padding, data_format, None, dilation_rate)


def pooling(name, kind, text):
    def body(inputs, pool_size, strides=None, padding="valid", data_format=None):
        return pooled(kind, inputs, pool_size, pool_size if strides is None else strides, padding, data_format)
    return function("inputs")(named(body, name, text))


max_pool = pooling("max_pool", "MAX", "Take the largest of each window.")
average_pool = pooling("average_pool", "AVG", "Take the mean of each window.")


@function("x")
def normalize(x, axis=-1, order=2, epsilon=None):
    """Bring vectors along an axis to length 1.

    order     which norm
    epsilon   the least length; None: 1e-7
    """
    length = mt.norm(x, order, (axis,), True)
    return x / mt.clamp(length, min=1e-7 if epsilon is None else epsilon)


@function("query | key | value | bias | mask")
def dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, flash_attention=None,
                          attn_logits_soft_cap=None):
    """Attend, over (N, T, heads, size): softmax(query · key · scale + bias) · value.

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


table = {name: value for name, value in globals().items() if hasattr(value, "function")} | {
    "hard_sigmoid": hard_sigmoid, "hard_silu": hard_silu}
