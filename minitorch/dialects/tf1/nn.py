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
from ..functions import (conv as _conv, counting as _counting, elementary as _elementary, losses as _losses,
                         nn as _functions, pooling as _pooling, sampled as _sampled, slices as _slices)
from ..functions.norms import l2_normalize as _l2_normalize
from . import rnn_cell
from .graph import graphed as _graphed
from .ops import nn_table as _table, table as _all
from .renamed import depth_to_space, dropout, one_of as _one_of, space_to_depth
from .scopes import name_scope as _name_scope
from .rnn import bidirectional_dynamic_rnn, dynamic_rnn, static_bidirectional_rnn, static_rnn

globals().update(_table)
sigmoid, tanh, l2_normalize, top_k = map(_graphed, (
    _elementary.sigmoid, _elementary.tanh, _l2_normalize, _slices.top_k))
atrous_conv2d, avg_pool1d, avg_pool3d, conv1d_transpose, max_pool1d, max_pool2d, max_pool3d = map(_graphed, (
    _conv.atrous_conv2d, _pooling.avg_pool1d, _pooling.avg_pool3d, _conv.conv1d_transpose, _pooling.max_pool1d,
    _pooling.max_pool2d, _pooling.max_pool3d))
log_uniform_candidate_sampler, uniform_candidate_sampler = map(_graphed, (
    _sampled.log_uniform_candidate_sampler, _sampled.uniform_candidate_sampler))
local_response_normalization = lrn = _graphed(_functions.local_response_normalization)


def conv1d(value=None, filters=None, stride=None, padding=None, use_cudnn_on_gpu=None, data_format=None, name=None,
           input=None, dilations=None):
    """A convolution of signals: (N, W, C) with filters (W, in, out), windows `stride` apart."""
    return _graphed(_conv.conv1d)(_one_of(input, value, "input value"), filters, stride, padding, data_format or "NWC",
                                  dilations, name=name)


def conv2d(input, filter=None, strides=None, padding=None, use_cudnn_on_gpu=True, data_format="NHWC",
           dilations=[1, 1, 1, 1], name=None, filters=None):            # noqa: B006
    """A convolution of images: (N, H, W, C) with filters (H, W, in, out)."""
    return _graphed(_conv.conv2d)(input, _one_of(filters, filter, "filters filter"), strides, padding,
                                  data_format=data_format, dilations=list(dilations), name=name)


def conv2d_transpose(value=None, filter=None, output_shape=None, strides=None, padding="SAME", data_format="NHWC",
                     name=None, input=None, filters=None, dilations=None):
    """The gradient of conv2d by its input: filters (H, W, out, in), for a result of output_shape."""
    return _graphed(_conv.conv2d_transpose)(
        _one_of(input, value, "input value"), _one_of(filters, filter, "filters filter"), output_shape, strides,
        padding, data_format, dilations, name=name)


def depthwise_conv2d(input, filter, strides, padding, rate=None, name=None, data_format=None, dilations=None):
    """A convolution of each channel for itself: filters (H, W, in, multiplier)."""
    return _graphed(_conv.depthwise_conv2d)(input, filter, strides, padding, data_format,
                                            _one_of(dilations, rate, "dilations rate"), name=name)


def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, rate=None, name=None,
                     data_format=None, dilations=None):
    """A convolution of each channel for itself, then one that joins channels.

    depthwise_filter    (H, W, C, multiplier)
    pointwise_filter    (1, 1, C · multiplier, out)
    """
    return _graphed(_conv.separable_conv2d)(input, depthwise_filter, pointwise_filter, strides, padding, data_format,
                                            _one_of(dilations, rate, "dilations rate"), name=name)


def max_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    """The largest number of each window of a batch."""
    return _graphed(_pooling.max_pool)(_one_of(input, value, "input value"), ksize, strides, padding,
                                    data_format=data_format, name=name)


def avg_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    """The mean of each window of a batch; what "SAME" adds does not count."""
    return _graphed(_pooling.avg_pool)(_one_of(input, value, "input value"), ksize, strides, padding,
                                    data_format=data_format, name=name)


avg_pool2d = avg_pool


def crelu(features, name=None, axis=-1):
    """relu(x) and relu(−x), joined along an axis, the last unless given; features: floats of any shape but ()."""
    return _graphed(_functions.crelu)(features, axis, name=name)


def embedding_lookup(params, ids, partition_strategy="mod", name=None, validate_indices=True, max_norm=None):
    """The rows of a table params (n, …) at ids, integers of any shape, each shrunk to a norm of at most max_norm.

    partition_strategy is taken: the table is one tensor.
    """
    return _graphed(_functions.embedding_lookup)(params, ids, max_norm, name=name)


def in_top_k(predictions, targets, k, name=None):
    """Whether the target's score is among the k highest of its row: bools (N,).

    predictions    (N, C)  scores
    targets        (N,)  integers
    """
    return _graphed(_counting.in_top_k)(targets, predictions, k, name=name)


def moments(x, axes, shift=None, name=None, keep_dims=None, keepdims=None):
    """(mean, variance) of x, of any shape, over these axes.

    keepdims    whether they stay, with size 1
    shift       taken, without effect
    """
    return _graphed(_functions.moments)(x, axes, None, bool(_one_of(keepdims, keep_dims, "keepdims keep_dims")),
                                        name=name)


def softmax(logits, axis=None, name=None, dim=None):
    """exp(x) over its sum along an axis, the last unless given: logits, floats of any shape but ()."""
    return _graphed(_functions.softmax)(logits, _one_of(axis, dim, "axis dim"), name=name)


def log_softmax(logits, axis=None, name=None, dim=None):
    """The logarithm of the softmax along an axis, the last unless given: logits, floats of any shape but ()."""
    return _graphed(_functions.log_softmax)(logits, _one_of(axis, dim, "axis dim"), name=name)


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


def sparse_softmax_cross_entropy_with_logits(labels=None, logits=None, name=None):
    """The cross entropy of a class and scores, for each sample, in nats.

    labels    (…)  integers in [0, C): the true classes
    logits    (…, C)  scores
    returns   (…)
    """
    return _graphed(_losses.sparse_softmax_cross_entropy_with_logits)(labels, logits, name=name)


def weighted_cross_entropy_with_logits(labels=None, logits=None, pos_weight=None, name=None, targets=None):
    """The cross entropy of independent yes-or-no answers, each yes counting pos_weight times.

    labels    any shape: probabilities of yes, such as 0 and 1
    logits    the same shape: scores
    """
    return _graphed(_losses.weighted_cross_entropy_with_logits)(_one_of(labels, targets, "labels targets"), logits,
                                                                   pos_weight, name=name)


def xw_plus_b(x, weights, biases, name=None):
    """x @ weights + biases."""
    with _name_scope(name, "xw_plus_b") as scope:
        return _table["bias_add"](_all["matmul"](x, weights), biases, name=scope)


def relu_layer(x, weights, biases, name=None):
    """relu(x @ weights + biases)."""
    with _name_scope(name, "relu_layer") as scope:
        return _table["relu"](_table["bias_add"](_all["matmul"](x, weights), biases), name=scope)


def conv3d(input, filter=None, strides=None, padding=None, data_format="NDHWC", dilations=[1, 1, 1, 1, 1],  # noqa: B006
           name=None, filters=None):
    """A convolution of volumes: (N, D, H, W, C) with filters (D, H, W, in, out)."""
    return _graphed(_conv.conv3d)(input, _one_of(filters, filter, "filters filter"), strides, padding,
                                  data_format=data_format, dilations=list(dilations), name=name)


def nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
             remove_accidental_hits=False, partition_strategy="mod", name="nce_loss"):
    """Tell the true classes from drawn ones, each a yes-or-no answer. See tf2.nn.nce_loss for the arguments.

    partition_strategy is taken: the weights are one tensor.
    """
    return _graphed(_sampled.nce_loss)(weights, biases, labels, inputs, num_sampled, num_classes, num_true,
                                       sampled_values, remove_accidental_hits, name=name)


def sampled_softmax_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
                         remove_accidental_hits=True, partition_strategy="mod", name="sampled_softmax_loss", seed=None):
    """A softmax over the true classes and drawn ones. See tf2.nn.sampled_softmax_loss for the arguments.

    partition_strategy is taken: the weights are one tensor.
    """
    return _graphed(_sampled.sampled_softmax_loss)(weights, biases, labels, inputs, num_sampled, num_classes, num_true,
                                                   sampled_values, remove_accidental_hits, seed, name=name)


__all__ = [name for name in globals() if not name.startswith("_")]
_speak_for(globals(), "tf.compat.v1.nn")
