"""keras.ops of networks: activations, cross entropies, convolutions, pooling, attention."""

from ...core.engine import mt
from ...functions.conv import convolve, convolve_transposed, depthwise
from ...functions.losses import cross_entropy
from ...functions.pooling import pool
from ...functions.table import floats, in_keras
from ..activations import hard_sigmoid, hard_silu


def binary_crossentropy(target, output, from_logits):
    if from_logits:
        return mt.nn.binary_cross_entropy_with_logits(output, target.to(output.dtype), reduction="none")
    output = mt.clamp(output, 1e-7, 1 - 1e-7)
    return -(target * mt.log(output) + (1 - target) * mt.log(1 - output))


def categorical_crossentropy(target, output, from_logits, axis):
    if from_logits:
        return cross_entropy(target, output, axis)
    output = mt.clamp(output / mt.sum(output, axis, keepdim=True), 1e-7, 1 - 1e-7)
    return -mt.sum(target * mt.log(output), axis)


def sparse_categorical_crossentropy(target, output, from_logits, axis):
    logs = mt.nn.log_softmax(output, axis) if from_logits else mt.log(mt.clamp(output, 1e-7, 1 - 1e-7))
    target = target.squeeze(-1) if target.ndim == output.ndim else target
    return -mt.gather(logs, axis, target.long().unsqueeze(axis)).squeeze(axis)


def conv(inputs, kernel, strides, padding, data_format, dilation_rate):
    channels = inputs.shape[1 if data_format == "channels_first" else -1]
    return convolve(inputs, kernel, strides, padding, data_format, dilation_rate, channels // kernel.shape[-2])


def separable_conv(inputs, depthwise_kernel, pointwise_kernel, strides, padding, data_format, dilation_rate):
    each = depthwise(inputs, depthwise_kernel, strides, padding, data_format, dilation_rate)
    return convolve(each, pointwise_kernel, 1, "valid", data_format, 1)


def conv_transpose(inputs, kernel, strides, padding, output_padding, data_format, dilation_rate):
    """Convolve backwards. Raises NotImplementedError for an output_padding."""
    if output_padding is not None:
        raise NotImplementedError("conv_transpose: output_padding is left out here; Conv2DTranspose has it.")
    return convolve_transposed(inputs, kernel, strides, padding, data_format, None, dilation_rate)


def pooled(kind):
    def run(inputs, pool_size, strides, padding, data_format):
        return pool(kind, inputs, pool_size, pool_size if strides is None else strides, padding, data_format)
    return run


def normalize(x, axis, order, epsilon):
    return x / mt.clamp(mt.norm(x, order, (axis,), True), min=1e-7 if epsilon is None else epsilon)


def one_hots(inputs, num_classes, axis, dtype, sparse):
    """Make rows of 1 and 0. Raises NotImplementedError for another axis than the last."""
    if axis != -1:
        raise NotImplementedError("multi_hot: an axis but the last is left out here.")
    found = mt.nn.one_hot(inputs.long(), num_classes).float()
    return mt.amax(found, (-2,) if inputs.ndim > 1 else (0,))


def attention(query, key, value, bias, mask, scale, is_causal, flash_attention, attn_logits_soft_cap):
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


table = {"hard_sigmoid": hard_sigmoid, "hard_silu": hard_silu} | in_keras([
    ("hard_tanh(x)", lambda x: mt.nn.hardtanh(floats(x)), "Limit x to the range from −1 to 1."),
    ("elu(x, alpha=1.0)", mt.nn.elu, "Keep x above 0, else alpha · (eˣ − 1)."),
    ("celu(x, alpha=1.0)", mt.nn.celu, "Keep x above 0, else alpha · (exp(x / alpha) − 1)."),
    ("glu(x, axis=-1)", mt.nn.glu, "Multiply one half of an axis by the sigmoid of the other."),
    ("binary_crossentropy(target, output, from_logits=False)", binary_crossentropy,
     "Compute the cross entropy of each element, in nats; the output is a probability, or its logit.", "target output"),
    ("categorical_crossentropy(target, output, from_logits=False, axis=-1)", categorical_crossentropy,
     "Compute the cross entropy of each row, in nats; the target has a share for each class.", "target output"),
    ("sparse_categorical_crossentropy(target, output, from_logits=False, axis=-1)", sparse_categorical_crossentropy,
     "Compute the cross entropy of each row, in nats; the target is the number of a class.", "target output"),
    ("conv(inputs, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1)", conv,
     "Convolve signals, images or volumes.", "inputs kernel"),
    ("depthwise_conv(inputs, kernel, strides=1, padding='valid', data_format=None, dilation_rate=1)", depthwise,
     "Convolve each channel by itself.", "inputs kernel"),
    ("separable_conv(inputs, depthwise_kernel, pointwise_kernel, strides=1, padding='valid', data_format=None, "
     "dilation_rate=1)", separable_conv, """Convolve each channel by itself, and then mix channels at each place.

depthwise_kernel   (…size, channels, multiplier)
pointwise_kernel   (…1, channels · multiplier, filters)
""", "inputs depthwise_kernel pointwise_kernel"),
    ("conv_transpose(inputs, kernel, strides=1, padding='valid', output_padding=None, data_format=None, "
     "dilation_rate=1)", conv_transpose, "Convolve backwards. Raises NotImplementedError for an output_padding, which "
     "Conv2DTranspose has.", "inputs kernel"),
    ("max_pool(inputs, pool_size, strides=None, padding='valid', data_format=None)", pooled("MAX"),
     "Take the largest of each window.", "inputs"),
    ("average_pool(inputs, pool_size, strides=None, padding='valid', data_format=None)", pooled("AVG"),
     "Take the mean of each window.", "inputs"),
    ("normalize(x, axis=-1, order=2, epsilon=None)", normalize, "Bring vectors along an axis to length 1: order says "
     "which norm, epsilon is the least length; None: 1e-7."),
    ("multi_hot(inputs, num_classes=None, axis=-1, dtype=None, sparse=False)", one_hots,
     "Make rows of num_classes that are 1 for each number in inputs, (…, n). Raises NotImplementedError for an axis.",
     "inputs"),
    ("dot_product_attention(query, key, value, bias=None, mask=None, scale=None, is_causal=False, "
     "flash_attention=None, attn_logits_soft_cap=None)", attention,
     """Attend: softmax(query · key · scale + bias) · value.

query, key, value      (N, T, heads, size)
mask                   bools: which keys a query sees
is_causal              none that come after it
attn_logits_soft_cap   scores stay between it and its negative
""", "query key value bias mask"),
])
