"""Separable convolutions: each channel by itself, and then a product of channels at each place."""

from ...core.lift import function
from ...functions.conv import convolve, depthwise
from .convolutional import BaseConv


@function("x first second")
def separable(x, first, second, strides, padding, data_format, dilations):
    """The inputs by a kernel (…space, in, multiplier), and its results by one (…1, in · multiplier, filters)."""
    ones = (1,) * len(strides)
    each = depthwise(x, first, strides, padding, data_format, dilations)
    return convolve(each, second, ones, "valid", data_format, ones)


class BaseSeparableConv(BaseConv):
    """What both have."""

    def build(self, input_shape):
        channels, more = self.channels(input_shape), self.depth_multiplier
        self.depthwise_kernel = self.weight("depthwise_kernel", (*self.kernel_size, channels, more), "depthwise")
        self.pointwise_kernel = self.weight("pointwise_kernel", (*[1] * self.dims, channels * more, self.filters),
                                            "pointwise")
        self.bias = self.weight("bias", (self.filters,)) if self.use_bias else None

    def call(self, inputs):
        return self.finished(separable(inputs, self.depthwise_kernel, self.pointwise_kernel, self.strides, self.padding,
                                       self.data_format, self.dilation_rate))


def declared(name, dims, one, doc):
    def __init__(self, filters, kernel_size, strides=one, padding="valid", data_format=None, dilation_rate=one,
                 depth_multiplier=1, activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 pointwise_initializer="glorot_uniform", bias_initializer="zeros", depthwise_regularizer=None,
                 pointwise_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 depthwise_constraint=None, pointwise_constraint=None, bias_constraint=None, **kwargs):
        BaseSeparableConv.__init__(self, activity_regularizer=activity_regularizer, **kwargs)
        self.depth_multiplier = depth_multiplier
        self.set_conv(filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, {
            "depthwise_initializer": depthwise_initializer, "pointwise_initializer": pointwise_initializer,
            "bias_initializer": bias_initializer, "depthwise_regularizer": depthwise_regularizer,
            "pointwise_regularizer": pointwise_regularizer, "bias_regularizer": bias_regularizer,
            "depthwise_constraint": depthwise_constraint, "pointwise_constraint": pointwise_constraint,
            "bias_constraint": bias_constraint})
    return type(BaseSeparableConv)(name, (BaseSeparableConv,), {"__init__": __init__, "dims": dims, "__doc__": doc,
                                                               "__module__": __name__})


SeparableConv1D = declared("SeparableConv1D", 1, 1, """A convolution of signals in two: in time, then of channels.

    filters            how many channels come: (N, T, C) to (N, T', filters)
    depth_multiplier   how many results in time each channel has
    kernel_size, strides, padding and dilation_rate are as Conv1D's.
    """)
SeparableConv2D = declared("SeparableConv2D", 2, (1, 1), """A convolution of images in two: in space, then of channels.

    filters            how many channels come: (N, H, W, C) to (N, H', W', filters)
    depth_multiplier   how many results in space each channel has
    kernel_size, strides, padding and dilation_rate are as Conv2D's.

    Source: F. Chollet, Xception (2017).
    """)
SeparableConvolution1D, SeparableConvolution2D = SeparableConv1D, SeparableConv2D
