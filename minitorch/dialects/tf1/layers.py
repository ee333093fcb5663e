"""tf.layers: functions that make variables and compute with them.

Arguments that mean the same wherever they occur:

    inputs                  a tensor of floats whose last axis, or that of the channels, is known
    activation              a function of the result, such as tf.nn.relu; None: the result as it is
    use_bias                whether a bias is added
    kernel_initializer, depthwise_initializer, pointwise_initializer, bias_initializer
                            first values of a variable; None: Glorot's uniform numbers
    gamma_initializer, beta_initializer, moving_mean_initializer, moving_variance_initializer
                            those of batch_normalization: 1, 0, 0 and 1 unless given
    kernel_regularizer, depthwise_regularizer, pointwise_regularizer, bias_regularizer, gamma_regularizer
                            functions of a variable whose results are put into REGULARIZATION_LOSSES
    beta_regularizer        so is this
    kernel_constraint, depthwise_constraint, pointwise_constraint, bias_constraint, gamma_constraint, beta_constraint
                            left out here: NotImplementedError unless None
    activity_regularizer    so is this
    trainable               whether optimisers change the variables
    name                    the scope of the variables: NAME/kernel, NAME/bias; None: dense, dense_1 …
    reuse                   whether variables that are there serve: True or tf.AUTO_REUSE
    pool_size, strides      how large windows are and how far apart: a number, or one for each axis of space
    padding                 "valid": windows lie within the input; "same": as many as input / stride, rounded up
    data_format             "channels_last", or "channels_first": (N, C, …)
"""

from math import prod

from ..core.missing import speak_for as _speak_for
from ..functions import arrays, conv as convolutions, linalg, nn, pooling
from ..functions.conv import channels_first, spatial
from .graph import graphed
from .normalization import ZEROS, batch_normalization, dropout
from .scopes import get_variable, left_out, variable_scope

__all__ = ["average_pooling1d", "average_pooling2d", "batch_normalization", "conv1d", "conv2d", "conv2d_transpose",
           "conv3d", "dense", "dropout", "flatten", "max_pooling1d", "max_pooling2d", "separable_conv2d"]


def finished(y, units, dtype, bias, data_format=None, activation=None, trainable=True):
    """A layer's result with its bias, where `bias` is (initializer, regularizer), and its activation."""
    if bias is not None:
        own = get_variable("bias", (units,), dtype, *bias, trainable)
        y = graphed(nn.bias_add)(y, own, "NC" if channels_first(data_format) else None)
    return y if activation is None else activation(y)


def dense(inputs, units, activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS,
          kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
          bias_constraint=None, trainable=True, name=None, reuse=None):
    """activation(inputs @ kernel + bias), with variables NAME/kernel (in, units) and NAME/bias (units,).

    inputs   (…, in), in is known
    returns  (…, units)
    name     "dense", "dense_1", … unless given; with reuse=True or tf.AUTO_REUSE the variables that are there serve

    The kernel starts with Glorot's uniform numbers unless given. Raises NotImplementedError for constraints and
    activity_regularizer, ValueError for a name whose variables are there.
    """
    left_out(activity_regularizer=activity_regularizer, kernel_constraint=kernel_constraint,
             bias_constraint=bias_constraint)
    with variable_scope(name, "dense", reuse=reuse):
        kernel = get_variable("kernel", (inputs.shape[-1], units), inputs.dtype, kernel_initializer, kernel_regularizer,
                              trainable)
        y = graphed(linalg.matmul)(inputs, kernel)
        return finished(y, units, inputs.dtype, (bias_initializer, bias_regularizer) if use_bias else None,
                        activation=activation, trainable=trainable)


def convolved(kind, dims, transposed=False):
    """A layer that convolves over `dims` axes of space."""
    operation = graphed(getattr(convolutions, kind))

    def call(inputs, filters, kernel_size, strides, padding, data_format, dilation_rate, activation, bias, kernel,
             trainable, name, reuse):
        depth = inputs.shape[1 if channels_first(data_format) else -1]
        ends = (filters, depth) if transposed else (depth, filters)
        with variable_scope(name, kind, reuse=reuse):
            weights = get_variable("kernel", (*spatial(kernel_size, dims), *ends), inputs.dtype, *kernel, trainable)
            settings = {} if transposed else {"dilations": list(spatial(dilation_rate, dims))}
            y = operation(inputs, weights, *[None] * transposed, list(spatial(strides, dims)), padding.upper(),
                          data_format=data_format, **settings)
            return finished(y, filters, inputs.dtype, bias, data_format, activation, trainable)
    return call


_conv1d, _conv2d, _conv3d = convolved("conv1d", 1), convolved("conv2d", 2), convolved("conv3d", 3)
_conv2d_transpose = convolved("conv2d_transpose", 2, transposed=True)


def conv1d(inputs, filters, kernel_size, strides=1, padding="valid", data_format="channels_last", dilation_rate=1,
           activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS, kernel_regularizer=None,
           bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None,
           trainable=True, name=None, reuse=None):
    """A convolution of signals: (N, W, C) to (N, W', filters). See conv2d for the arguments and the errors."""
    left_out(activity_regularizer=activity_regularizer, kernel_constraint=kernel_constraint,
             bias_constraint=bias_constraint)
    return _conv1d(inputs, filters, kernel_size, strides, padding, data_format, dilation_rate, activation,
                   (bias_initializer, bias_regularizer) if use_bias else None,
                   (kernel_initializer, kernel_regularizer), trainable, name, reuse)


def conv2d(inputs, filters, kernel_size, strides=(1, 1), padding="valid", data_format="channels_last",
           dilation_rate=(1, 1), activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS,
           kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
           bias_constraint=None, trainable=True, name=None, reuse=None):
    """A convolution of images: (N, H, W, C) to (N, H', W', filters).

    kernel_size, strides, dilation_rate   a number, or (height, width)
    padding                               "valid": windows lie within the image; "same": H' = H / stride, rounded up
    data_format                           "channels_first": (N, C, H, W)

    Its variables are NAME/kernel (height, width, C, filters), Glorot's uniform numbers at first, and NAME/bias
    (filters,). Raises NotImplementedError for constraints and activity_regularizer, ValueError for a name whose
    variables are there, unless `reuse` says so. The other arguments are explained in tf.layers.
    """
    left_out(activity_regularizer=activity_regularizer, kernel_constraint=kernel_constraint,
             bias_constraint=bias_constraint)
    return _conv2d(inputs, filters, kernel_size, strides, padding, data_format, dilation_rate, activation,
                   (bias_initializer, bias_regularizer) if use_bias else None,
                   (kernel_initializer, kernel_regularizer), trainable, name, reuse)


def conv3d(inputs, filters, kernel_size, strides=(1, 1, 1), padding="valid", data_format="channels_last",
           dilation_rate=(1, 1, 1), activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS,
           kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
           bias_constraint=None, trainable=True, name=None, reuse=None):
    """A convolution of volumes: (N, D, H, W, C) to (N, D', H', W', filters). See conv2d for arguments and errors."""
    left_out(activity_regularizer=activity_regularizer, kernel_constraint=kernel_constraint,
             bias_constraint=bias_constraint)
    return _conv3d(inputs, filters, kernel_size, strides, padding, data_format, dilation_rate, activation,
                   (bias_initializer, bias_regularizer) if use_bias else None,
                   (kernel_initializer, kernel_regularizer), trainable, name, reuse)


def conv2d_transpose(inputs, filters, kernel_size, strides=(1, 1), padding="valid", data_format="channels_last",
                     activation=None, use_bias=True, kernel_initializer=None, bias_initializer=ZEROS,
                     kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None,
                     bias_constraint=None, trainable=True, name=None, reuse=None):
    """The convolution of images that goes back: (N, H, W, C) to (N, H · stride, W · stride, filters) with "same".

    Its kernel is (height, width, filters, C); with padding="valid" images grow by kernel - stride besides. See conv2d
    for the arguments and the errors.
    """
    left_out(activity_regularizer=activity_regularizer, kernel_constraint=kernel_constraint,
             bias_constraint=bias_constraint)
    return _conv2d_transpose(inputs, filters, kernel_size, strides, padding, data_format, 1, activation,
                             (bias_initializer, bias_regularizer) if use_bias else None,
                             (kernel_initializer, kernel_regularizer), trainable, name, reuse)


def separable_conv2d(inputs, filters, kernel_size, strides=(1, 1), padding="valid", data_format="channels_last",
                     dilation_rate=(1, 1), depth_multiplier=1, activation=None, use_bias=True,
                     depthwise_initializer=None, pointwise_initializer=None, bias_initializer=ZEROS,
                     depthwise_regularizer=None, pointwise_regularizer=None, bias_regularizer=None,
                     activity_regularizer=None, depthwise_constraint=None, pointwise_constraint=None,
                     bias_constraint=None, trainable=True, name=None, reuse=None):
    """A convolution of each channel for itself, then one of size 1 that joins them: (N, H, W, C) to (…, filters).

    depth_multiplier   how many channels come of each in between

    Its variables are NAME/depthwise_kernel, NAME/pointwise_kernel and NAME/bias. See conv2d for the other arguments and
    the errors.
    """
    left_out(activity_regularizer=activity_regularizer, depthwise_constraint=depthwise_constraint,
             pointwise_constraint=pointwise_constraint, bias_constraint=bias_constraint)
    depth = inputs.shape[1 if channels_first(data_format) else -1]
    with variable_scope(name, "separable_conv2d", reuse=reuse):
        one = get_variable("depthwise_kernel", (*spatial(kernel_size, 2), depth, depth_multiplier), inputs.dtype,
                           depthwise_initializer, depthwise_regularizer, trainable)
        two = get_variable("pointwise_kernel", (1, 1, depth * depth_multiplier, filters), inputs.dtype,
                           pointwise_initializer, pointwise_regularizer, trainable)
        y = graphed(convolutions.separable_conv2d)(
            inputs, one, two, [1, *spatial(strides, 2), 1], padding.upper(),
            "NCHW" if channels_first(data_format) else "NHWC", list(spatial(dilation_rate, 2)))
        return finished(y, filters, inputs.dtype, (bias_initializer, bias_regularizer) if use_bias else None,
                        data_format, activation, trainable)


def pooled(function, kind, inputs, pool_size, strides, padding, data_format, name):
    """A pooling function in a scope of its own; kind: "max_pooling2d" and the like."""
    dims = int(kind[-2])
    with variable_scope(name, kind):
        return graphed(function)(inputs, list(spatial(pool_size, dims)), list(spatial(strides, dims)), padding.upper(),
                                 data_format)


def max_pooling1d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """The largest number of each window of a signal: (N, W, C) to (N, W', C)."""
    return pooled(pooling.max_pool1d, "max_pooling1d", inputs, pool_size, strides, padding, data_format,
                  name)


def max_pooling2d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """The largest number of each window of an image: (N, H, W, C) to (N, H', W', C)."""
    return pooled(pooling.max_pool, "max_pooling2d", inputs, pool_size, strides, padding, data_format,
                  name)


def average_pooling1d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """The mean of each window of a signal, without what "same" adds: (N, W, C) to (N, W', C)."""
    return pooled(pooling.avg_pool1d, "average_pooling1d", inputs, pool_size, strides, padding, data_format,
                  name)


def average_pooling2d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """The mean of each window of an image, without what "same" adds: (N, H, W, C) to (N, H', W', C)."""
    return pooled(pooling.avg_pool, "average_pooling2d", inputs, pool_size, strides, padding, data_format,
                  name)


def flatten(inputs, name=None, data_format="channels_last"):
    """All axes but the first as one: (N, …) to (N, product of the others), which must be known.

    data_format is taken, without effect.
    """
    with variable_scope(name, "flatten"):
        return graphed(arrays.reshape)(inputs, [-1, prod(inputs.shape[1:])])


_speak_for(globals(), "tf.compat.v1.layers")
