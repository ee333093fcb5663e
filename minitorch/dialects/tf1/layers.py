"""tf.layers: functions that make variables and compute with them."""

from math import prod

from ..core.missing import speak_for as _speak_for
from ..functions import arrays, conv as convolutions, linalg, nn
from ..functions.conv import spatial
from ..keras import initializers
from .graph import get_default_graph, graphed
from .nn import dropout as dropped
from .scopes import get_variable, variable_scope

__all__ = ["average_pooling2d", "conv2d", "dense", "dropout", "flatten", "max_pooling2d"]
ZEROS = initializers.Zeros()


def scope_for(name, kind):
    """The scope of a layer: its name, or dense, dense_1 …"""
    if name:
        return name
    names = get_default_graph().names
    number = names.get(f"layer {kind}", 0)
    names[f"layer {kind}"] = number + 1
    return f"{kind}_{number}" if number else kind


def dense(inputs, units, activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS,
          kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
          bias_constraint=None, trainable=True, name=None, reuse=None):
    """activation(inputs @ kernel + bias): (…, in) to (…, units)."""
    with variable_scope(scope_for(name, "dense"), reuse=reuse):
        kernel = get_variable("kernel", (inputs.shape[-1], units), inputs.dtype, kernel_initializer, kernel_regularizer,
                              trainable)
        y = graphed(linalg.matmul)(inputs, kernel)
        if use_bias:
            bias = get_variable("bias", (units,), inputs.dtype, bias_initializer,
                                bias_regularizer, trainable)
            y = graphed(nn.bias_add)(y, bias)
    return y if activation is None else activation(y)


def conv2d(inputs, filters, kernel_size, strides=(1, 1), padding="valid", data_format="channels_last",
           dilation_rate=(1, 1), activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS,
           kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
           bias_constraint=None, trainable=True, name=None, reuse=None):
    """A convolution of images: (N, H, W, C) to (N, H', W', filters)."""
    with variable_scope(scope_for(name, "conv2d"), reuse=reuse):
        shape = (*spatial(kernel_size, 2), inputs.shape[-1], filters)
        kernel = get_variable("kernel", shape, inputs.dtype, kernel_initializer, kernel_regularizer, trainable)
        y = graphed(convolutions.conv2d)(inputs, kernel, list(spatial(strides, 2)), padding.upper(),
                                         dilations=list(spatial(dilation_rate, 2)))
        if use_bias:
            bias = get_variable("bias", (filters,), inputs.dtype, bias_initializer,
                                bias_regularizer, trainable)
            y = graphed(nn.bias_add)(y, bias)
    return y if activation is None else activation(y)


def max_pooling2d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """The largest number of each window."""
    return graphed(convolutions.max_pool2d)(inputs, list(spatial(pool_size, 2)), list(spatial(strides, 2)),
                                            padding.upper())


def average_pooling2d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """The mean of each window."""
    return graphed(convolutions.avg_pool2d)(inputs, list(spatial(pool_size, 2)), list(spatial(strides, 2)),
                                            padding.upper())


def flatten(inputs, name=None, data_format="channels_last"):
    """All axes but the first as one."""
    return graphed(arrays.reshape)(inputs, [-1, prod(inputs.shape[1:])])


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    """In training each element 0 with probability `rate`, and the others larger."""
    return dropped(inputs, noise_shape=noise_shape, seed=seed, rate=rate) if training is True else inputs


_speak_for(globals(), "tf.compat.v1.layers")
