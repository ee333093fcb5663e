"""Convolutions: channels last, padding "valid" or "same"."""

from ...core.engine import mt
from ...core.lift import function
from ...functions import nn
from ...functions.conv import channels_first, convolve, convolve_transposed, depthwise, spatial
from ..core.spec import InputSpec
from .core import Weighted


@function("x kernel")
def convolution(x, kernel, strides, padding, data_format, dilations, groups):
    if padding == "causal":
        x = mt.nn.pad(x, (0, 0, (kernel.shape[0] - 1) * dilations[0], 0))
        padding = "valid"
    return convolve(x, kernel, strides, padding, data_format, dilations, groups)


@function("x kernel")
def convolution_transposed(x, kernel, strides, padding, data_format, sizes, dilations):
    return convolve_transposed(x, kernel, strides, padding, data_format, sizes, dilations)


@function("x kernel")
def depthwise_convolution(x, kernel, strides, padding, data_format, dilations):
    return depthwise(x, kernel, strides, padding, data_format, dilations)


class BaseConv(Weighted):
    """What all convolutions have: `dims` axes of space, a kernel (…space, in / groups, filters)."""

    dims, kernel_name = 2, "kernel"
    legacy = {"nb_filter": "filters", "filter_length": "kernel_size", "subsample": "strides",
              "subsample_length": "strides", "border_mode": "padding", "dim_ordering": "data_format",
              "init": "kernel_initializer", "bias": "use_bias", "W_regularizer": "kernel_regularizer",
              "b_regularizer": "bias_regularizer"}

    def set_conv(self, filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias,
                 settings, groups=1):
        """Keep the settings of a convolution, each brought to one number an axis of space.

        The arguments (filters, kernel_size, strides, padding, dilation_rate, groups) are Conv2D's; settings: its
        initialisers, regularisers and constraints by name. Raises ValueError as it does.
        """
        dims = self.dims
        self.filters, self.groups, self.padding = filters, groups, padding.lower()
        self.kernel_size, self.strides = spatial(kernel_size, dims), spatial(strides, dims)
        self.dilation_rate, self.data_format = spatial(dilation_rate, dims), data_format or "channels_last"
        if self.padding not in ("valid", "same", "causal") or self.padding == "causal" and dims != 1:
            raise ValueError(f"Invalid padding: {padding!r}. It is \"valid\" or \"same\"; \"causal\" of Conv1D.")
        if filters is not None and (filters <= 0 or filters % groups):
            raise ValueError(f"Invalid value for argument `filters`. Expected a positive multiple of groups={groups}. "
                             f"Received filters={filters}.")
        self.set_weighted(activation, use_bias, **settings)
        self.input_spec = InputSpec(ndim=dims + 2)

    def channels(self, input_shape):
        """How many channels inputs of this shape have. Raises ValueError where that is not known."""
        axis = 1 if channels_first(self.data_format) else -1
        if input_shape[axis] is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found None in the shape "
                             f"{tuple(input_shape)}.")
        self.input_spec = InputSpec(ndim=self.dims + 2, axes={axis: input_shape[axis]})
        return input_shape[axis]

    def build(self, input_shape):
        channels = self.channels(input_shape)
        if channels % self.groups:
            raise ValueError("The number of input channels must be evenly divisible by the number of groups. Received "
                             f"groups={self.groups}, but the input has {channels} channels.")
        self.kernel = self.weight("kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self.bias = self.weight("bias", (self.filters,)) if self.use_bias else None

    def finished(self, outputs):
        """The results of the convolution, outputs, with bias and activation."""
        if self.bias is not None:
            outputs = nn.bias_add(outputs, self.bias, "NCHW" if channels_first(self.data_format) else None)
        return self.activation(outputs)

    def call(self, inputs):
        return self.finished(convolution(inputs, self.kernel, self.strides, self.padding, self.data_format,
                                         self.dilation_rate, self.groups))


SETTINGS = """

filters         how many channels the result has
kernel_size     how large windows are: a number, or one for each axis of space
strides         how far apart they are, likewise
padding         "valid": windows that fit; "same": ⌈size / stride⌉ of them; "causal", of Conv1D: of earlier steps
dilation_rate   the distance between the points of a window
"""
GROUPS = """groups          how many groups the channels fall into, each of which has filters of its own

Raises ValueError for another padding, and for channels or filters that the groups do not divide. The other arguments
are explained in keras.layers.
"""


def declared(name, base, dims, one, doc):
    """A class for so many axes of space, with Keras' signature."""
    def __init__(self, filters, kernel_size, strides=one, padding="valid", data_format=None, dilation_rate=one,
                 groups=1, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        base.__init__(self, activity_regularizer=activity_regularizer, **kwargs)
        self.set_conv(filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, {
            "kernel_initializer": kernel_initializer, "bias_initializer": bias_initializer,
            "kernel_regularizer": kernel_regularizer, "bias_regularizer": bias_regularizer,
            "kernel_constraint": kernel_constraint, "bias_constraint": bias_constraint}, groups)
    return type(base)(name, (base,), {"__init__": __init__, "dims": dims, "__doc__": doc + SETTINGS + GROUPS,
                                     "__module__": __name__})


Conv1D = declared("Conv1D", BaseConv, 1, 1, "A convolution of signals: (N, T, C) to (N, T', filters).")
Conv2D = declared("Conv2D", BaseConv, 2, (1, 1), "A convolution of images: (N, H, W, C) to (N, H', W', filters).")
Conv3D = declared("Conv3D", BaseConv, 3, (1, 1, 1),
                  "A convolution of volumes: (N, D, H, W, C) to (N, D', H', W', filters).")
Convolution1D, Convolution2D, Convolution3D = Conv1D, Conv2D, Conv3D


class TransposedConv(BaseConv):
    """Base of convolutions that go back: a kernel (…space, filters, in)."""

    def build(self, input_shape):
        self.kernel = self.weight("kernel", (*self.kernel_size, self.filters, self.channels(input_shape)))
        self.bias = self.weight("bias", (self.filters,)) if self.use_bias else None

    def call(self, inputs):
        sizes = None
        if self.output_padding is not None:
            space = inputs.shape[2:] if channels_first(self.data_format) else inputs.shape[1:-1]
            sizes = [(n - 1) * s + (k - 1) * d + 1 + more - 2 * ((k - 1) * d // 2 if self.padding == "same" else 0)
                     for n, s, k, d, more in zip(space, self.strides, self.kernel_size, self.dilation_rate,
                                                 spatial(self.output_padding, self.dims))]
        return self.finished(convolution_transposed(inputs, self.kernel, self.strides, self.padding, self.data_format,
                                                    sizes, self.dilation_rate))


def declared_transposed(name, dims, one, doc):
    """A class of a transposed convolution over so many axes of space, with Keras' signature."""
    def __init__(self, filters, kernel_size, strides=one, padding="valid", output_padding=None, data_format=None,
                 dilation_rate=one, activation=None, use_bias=True, kernel_initializer="glorot_uniform",
                 bias_initializer="zeros", kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
                 kernel_constraint=None, bias_constraint=None, **kwargs):
        TransposedConv.__init__(self, activity_regularizer=activity_regularizer, **kwargs)
        self.output_padding = output_padding
        self.set_conv(filters, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, {
            "kernel_initializer": kernel_initializer, "bias_initializer": bias_initializer,
            "kernel_regularizer": kernel_regularizer, "bias_regularizer": bias_regularizer,
            "kernel_constraint": kernel_constraint, "bias_constraint": bias_constraint})
    return type(TransposedConv)(name, (TransposedConv,), {"__init__": __init__, "dims": dims, "__module__": __name__,
                                                          "__doc__": f"{doc}{SETTINGS}output_padding  taken\n"})


Conv1DTranspose = declared_transposed("Conv1DTranspose", 1, 1,
                                      "The gradient of Conv1D as a layer: (N, T, C) to (N, T · stride, filters).")
Conv2DTranspose = declared_transposed("Conv2DTranspose", 2, (1, 1),
                                      "The gradient of Conv2D as a layer: strides make images larger.")
Convolution1DTranspose, Convolution2DTranspose = Conv1DTranspose, Conv2DTranspose


class DepthwiseConv(BaseConv):
    """Base of convolutions of each channel by itself: a kernel (…space, in, depth_multiplier)."""

    def build(self, input_shape):
        channels = self.channels(input_shape)
        self.kernel = self.weight("kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise")
        self.bias = self.weight("bias", (channels * self.depth_multiplier,)) if self.use_bias else None

    def call(self, inputs):
        return self.finished(depthwise_convolution(inputs, self.kernel, self.strides, self.padding, self.data_format,
                                                   self.dilation_rate))


def declared_depthwise(name, dims, one, doc):
    """A class of a convolution of each channel over so many axes of space, with Keras' signature."""
    def __init__(self, kernel_size, strides=one, padding="valid", depth_multiplier=1, data_format=None,
                 dilation_rate=one, activation=None, use_bias=True, depthwise_initializer="glorot_uniform",
                 bias_initializer="zeros", depthwise_regularizer=None, bias_regularizer=None,
                 activity_regularizer=None, depthwise_constraint=None, bias_constraint=None, **kwargs):
        DepthwiseConv.__init__(self, activity_regularizer=activity_regularizer, **kwargs)
        self.depth_multiplier = depth_multiplier
        self.set_conv(None, kernel_size, strides, padding, data_format, dilation_rate, activation, use_bias, {
            "depthwise_initializer": depthwise_initializer, "bias_initializer": bias_initializer,
            "depthwise_regularizer": depthwise_regularizer, "bias_regularizer": bias_regularizer,
            "depthwise_constraint": depthwise_constraint, "bias_constraint": bias_constraint})
    return type(DepthwiseConv)(name, (DepthwiseConv,), {"__init__": __init__, "dims": dims, "__module__": __name__,
                                                        "__doc__": f"""{doc}

    kernel_size, strides, padding and dilation_rate are as Conv{dims}D's; each channel has depth_multiplier results.
    """})


DepthwiseConv1D = declared_depthwise("DepthwiseConv1D", 1, 1,
                                     "Each channel by itself: (N, T, C) to (N, T', C · depth_multiplier).")
DepthwiseConv2D = declared_depthwise("DepthwiseConv2D", 2, (1, 1),
                                     "Each channel by itself: (N, H, W, C) to (N, H', W', C · depth_multiplier).")
