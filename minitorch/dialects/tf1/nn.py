"""tf.nn: activations, convolutions, pooling, cross entropies as operations of the graph."""

from ..core.missing import speak_for as _speak_for
from ..functions import conv as _conv, math as _math, nn as _functions, slices as _slices
from ..functions.creation import cast as _cast
from ..functions.norms import l2_normalize as _l2_normalize
from ..functions.random import uniform as _uniform
from .graph import Tensor as _Tensor, graphed as _graphed
from .ops import nn_table as _table

globals().update(_table)
sigmoid, tanh, l2_normalize = map(_graphed, (_math.sigmoid, _math.tanh, _l2_normalize))
top_k = _graphed(_slices.top_k)
conv1d, conv2d_transpose = _graphed(_conv.conv1d), _graphed(_conv.conv2d_transpose)


def conv2d(input, filter=None, strides=None, padding=None, use_cudnn_on_gpu=True, data_format="NHWC",
           dilations=(1, 1, 1, 1), name=None, filters=None):
    """A convolution of images: (N, H, W, C) with filters (H, W, in, out)."""
    return _graphed(_conv.conv2d)(input, filter if filters is None else filters, strides, padding,
                                  data_format=data_format, dilations=list(dilations), name=name)


def max_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    """The largest number of each window."""
    return _graphed(_conv.max_pool)(value, ksize, strides, padding, data_format=data_format, name=name)


def avg_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    """The mean of each window."""
    return _graphed(_conv.avg_pool)(value, ksize, strides, padding, data_format=data_format, name=name)


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    """Each element kept with probability keep_prob, and larger then, so that the mean stays."""
    if isinstance(keep_prob, _Tensor):
        return _graphed(_kept)(x, keep_prob, seed=seed, name=name)
    rate = 1 - keep_prob if rate is None else rate
    return _graphed(_functions.dropout)(x, rate, noise_shape, seed, name=name)


def _kept(x, keep_prob, seed=None):
    return x * _cast(_uniform(x.shape, seed=seed) < keep_prob, x.dtype) / keep_prob


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=None, name=None, dim=None):
    """The cross entropy of distributions over classes and scores, in nats."""
    return _table["softmax_cross_entropy_with_logits"](labels=labels, logits=logits, axis=-1 if axis is None else axis,
                                                       name=name)


__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.compat.v1.nn")
