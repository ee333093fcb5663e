"""tf.nn: activations, convolutions, pooling, cross entropies as operations of the graph.

Arguments that mean the same wherever they occur:

    input, value         a batch, channels last: (N, W, C), (N, H, W, C) or (N, D, H, W, C); value is the older name
    filter, filters      (…space, in, out): two names of one argument
    strides, ksize       how far apart windows are, and how large: [1, s, s, 1]
    padding              "SAME": ⌈size / stride⌉ windows; "VALID": those that fit
    dilations, rate      the distance between the points of a window; rate is the older name
    data_format          "NCHW" and the like: channels first
    dim                  the older name of axis
    targets              the older name of labels
"""

from ..core.missing import speak_for as _speak_for
from ..functions import (conv as _conv, elementary as _elementary, losses as _losses, nn as _functions,
                         pooling as _pooling, sampled as _sampled, slices as _slices)
from ..functions.norms import l2_normalize as _l2_normalize
from . import rnn_cell
from .graph import graphed as _graphed
from .ops import nn_table as _table, table as _all
from .renamed import dropout, nn_table as _renamed, one_of as _one_of
from .scopes import name_scope as _name_scope
from .rnn import bidirectional_dynamic_rnn, dynamic_rnn, static_bidirectional_rnn, static_rnn

globals().update(_table | _renamed | {name: _all[name] for name in ("depth_to_space", "space_to_depth")})
avg_pool2d = _renamed["avg_pool"]
sigmoid, tanh, l2_normalize, top_k = map(_graphed, (
    _elementary.sigmoid, _elementary.tanh, _l2_normalize, _slices.top_k))
atrous_conv2d, avg_pool1d, avg_pool3d, conv1d_transpose, max_pool1d, max_pool2d, max_pool3d = map(_graphed, (
    _conv.atrous_conv2d, _pooling.avg_pool1d, _pooling.avg_pool3d, _conv.conv1d_transpose, _pooling.max_pool1d,
    _pooling.max_pool2d, _pooling.max_pool3d))
log_uniform_candidate_sampler, uniform_candidate_sampler = map(_graphed, (
    _sampled.log_uniform_candidate_sampler, _sampled.uniform_candidate_sampler))
local_response_normalization = lrn = _graphed(_functions.local_response_normalization)


def softmax_cross_entropy_with_logits(labels=None, logits=None, dim=-1, name=None, axis=None):
    """The cross entropy of distributions over classes and scores, in nats; no gradient passes to the labels.

    labels    (…, C)  probabilities, such as one-hot rows
    logits    (…, C)  scores; axis (older: dim) is that of the classes, the last unless given
    returns   (…)
    """
    return softmax_cross_entropy_with_logits_v2(_all["stop_gradient"](labels), logits, dim if axis is None else axis,
                                                name)


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=None, name=None, dim=None):
    """softmax_cross_entropy_with_logits whose gradient passes to the labels too; labels, logits and axis as there."""
    axis = _one_of(axis, dim, "axis dim")
    return _graphed(_losses.softmax_cross_entropy_with_logits)(labels, logits, -1 if axis is None else axis,
                                                                  name=name or "softmax_cross_entropy_with_logits")


def xw_plus_b(x, weights, biases, name=None):
    """x @ weights + biases."""
    with _name_scope(name, "xw_plus_b") as scope:
        return _table["bias_add"](_all["matmul"](x, weights), biases, name=scope)


def relu_layer(x, weights, biases, name=None):
    """relu(x @ weights + biases)."""
    with _name_scope(name, "relu_layer") as scope:
        return _table["relu"](_table["bias_add"](_all["matmul"](x, weights), biases), name=scope)


__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.compat.v1.nn")
