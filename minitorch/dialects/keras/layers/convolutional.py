"""Convolutions: channels last, padding "valid" or "same"; as they are, transposed, by channel, and in two steps."""

from ...core.engine import mt
from ...core.lift import function
from ...functions.conv import channels_first, convolve, convolve_transposed, depthwise, spatial
from ..core.layer import Layer
from ..core.signed import made
from ..core.spec import InputSpec
from .arguments import arguments, biased, weight, weights

convolution_transposed = function("x filters")(convolve_transposed)
depthwise_convolution = function("x filters")(depthwise)


@function("x kernel")
def convolution(x, kernel, strides, padding, data_format, dilations, groups):
    if padding == "causal":
        x = mt.nn.pad(x, (0, 0, (kernel.shape[0] - 1) * dilations[0], 0))
        padding = "valid"
    return convolve(x, kernel, strides, padding, data_format, dilations, groups)


@function("x first second")
def separable(x, first, second, strides, padding, data_format, dilations):
    """Convolve x by a kernel (…space, in, multiplier), and the results by one (…1, in · multiplier, filters)."""
    ones = (1,) * len(strides)
    each = depthwise(x, first, strides, padding, data_format, dilations)
    return convolve(each, second, ones, "valid", data_format, ones)


class BaseConv(Layer):
    """What all convolutions have: `dims` axes of space, a kernel (…space, in / groups, filters)."""

    dims, filters, groups = 2, None, 1
    legacy = {"nb_filter": "filters", "filter_length": "kernel_size", "subsample": "strides",
              "subsample_length": "strides", "border_mode": "padding", "dim_ordering": "data_format",
              "init": "kernel_initializer", "bias": "use_bias", "W_regularizer": "kernel_regularizer",
              "b_regularizer": "bias_regularizer"}

    def _prepare(self):
        """Bring sizes to one number an axis of space. Raises ValueError for padding and filters that Keras refuses."""
        for name in ("kernel_size", "strides", "dilation_rate"):
            setattr(self, name, spatial(getattr(self, name), self.dims))
        self.padding, given = self.padding.lower(), self.padding
        if self.padding not in ("valid", "same", "causal") or self.padding == "causal" and self.dims != 1:
            raise ValueError(f"Invalid padding: {given!r}. It is \"valid\" or \"same\"; \"causal\" of Conv1D.")
        if self.filters is not None and (self.filters <= 0 or self.filters % self.groups):
            raise ValueError("Invalid value for argument `filters`. Expected a positive multiple of groups="
                             f"{self.groups}. Received filters={self.filters}.")
        self.input_spec = InputSpec(ndim=self.dims + 2)

    def channels(self, input_shape):
        """Return the number of channels of inputs of this shape. Raises ValueError if that is not known."""
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
        self.kernel = weight(self, "kernel", (*self.kernel_size, channels // self.groups, self.filters))
        self.bias = weight(self, "bias", (self.filters,)) if self.use_bias else None

    def call(self, inputs):
        return self.activation(biased(self.convolved(inputs), self.bias, self.data_format))

    def convolved(self, x):
        """Return the convolution of x alone."""
        return convolution(x, self.kernel, self.strides, self.padding, self.data_format, self.dilation_rate,
                           self.groups)


class TransposedConv(BaseConv):
    """Base of convolutions that go back: a kernel (…space, filters, in)."""

    def build(self, input_shape):
        self.kernel = weight(self, "kernel", (*self.kernel_size, self.filters, self.channels(input_shape)))
        self.bias = weight(self, "bias", (self.filters,)) if self.use_bias else None

    def convolved(self, x):
        sizes = None
        if self.output_padding is not None:
            space = x.shape[2:] if channels_first(self.data_format) else x.shape[1:-1]
            sizes = [(n - 1) * s + (k - 1) * d + 1 + more - 2 * ((k - 1) * d // 2 if self.padding == "same" else 0)
                     for n, s, k, d, more in zip(space, self.strides, self.kernel_size, self.dilation_rate,
                                                 spatial(self.output_padding, self.dims))]
        return convolution_transposed(x, self.kernel, self.strides, self.padding, self.data_format, sizes,
                                      self.dilation_rate)


class DepthwiseConv(BaseConv):
    """Base of convolutions of each channel by itself: a kernel (…space, in, depth_multiplier)."""

    def build(self, input_shape):
        channels = self.channels(input_shape)
        self.kernel = weight(self, "kernel", (*self.kernel_size, channels, self.depth_multiplier), "depthwise")
        self.bias = weight(self, "bias", (channels * self.depth_multiplier,)) if self.use_bias else None

    def convolved(self, x):
        return depthwise_convolution(x, self.kernel, self.strides, self.padding, self.data_format, self.dilation_rate)


class SeparableConv(BaseConv):
    """Base of convolutions in two: of each channel by itself, then of the channels at each place."""

    def build(self, input_shape):
        channels, more = self.channels(input_shape), self.depth_multiplier
        self.depthwise_kernel = weight(self, "depthwise_kernel", (*self.kernel_size, channels, more), "depthwise")
        self.pointwise_kernel = weight(self, "pointwise_kernel", (*[1] * self.dims, channels * more, self.filters),
                                       "pointwise")
        self.bias = weight(self, "bias", (self.filters,)) if self.use_bias else None

    def convolved(self, x):
        return separable(x, self.depthwise_kernel, self.pointwise_kernel, self.strides, self.padding,
                         self.data_format, self.dilation_rate)


STEP = "one, or one for each axis of space"
ENDS = {"activation": None, "use_bias": True}
ROWS = {                         # class -> (names without defaults, the others)
    BaseConv: (("filters", "kernel_size"), {
        "strides": STEP, "padding": "valid", "data_format": None, "dilation_rate": STEP, "groups": 1, **ENDS,
        **weights("kernel", "bias")}),
    TransposedConv: (("filters", "kernel_size"), {
        "strides": STEP, "padding": "valid", "output_padding": None, "data_format": None, "dilation_rate": STEP, **ENDS,
        **weights("kernel", "bias")}),
    DepthwiseConv: (("kernel_size",), {
        "strides": STEP, "padding": "valid", "depth_multiplier": 1, "data_format": None, "dilation_rate": STEP, **ENDS,
        **weights("depthwise", "bias")}),
    SeparableConv: (("filters", "kernel_size"), {
        "strides": STEP, "padding": "valid", "data_format": None, "dilation_rate": STEP, "depth_multiplier": 1, **ENDS,
        **weights("depthwise", "pointwise", "bias")})}
TEXTS = {
    "filters": "how many channels the result has",
    "kernel_size": "how large windows are: a number, or one for each axis of space",
    "strides": "how far apart they are, likewise",
    "padding": 'which windows: "valid", those that fit; "same", ⌈size / stride⌉; "causal", of Conv1D, earlier steps',
    "output_padding": "how much the result is longer at its end",
    "dilation_rate": "the distance between the points of a window",
    "groups": "how many groups the channels fall into, each of which has filters of its own",
    "depth_multiplier": "how many results each channel has by itself"}


def declared(name, base, dims, doc):
    """Return a class of this name over so many axes of space, with Keras' signature."""
    required, defaults = ROWS[base]
    lines = [f"{key:16} {TEXTS[key]}" for key in (*required, *defaults) if key in TEXTS]
    whole = f"{doc}\n\n" + "\n".join(lines) + (
        "\n\nThe other arguments are explained in keras.layers. Raises ValueError for another padding, and for "
        "channels\nor filters that the groups do not divide.\n")
    ones = 1 if dims == 1 else (1,) * dims
    return arguments(*required, **{key: ones if value is STEP else value for key, value in defaults.items()})(
        made(base, name, whole, dims=dims))


Conv1D = declared("Conv1D", BaseConv, 1, "A convolution of signals: (N, T, C) to (N, T', filters).")
Conv2D = declared("Conv2D", BaseConv, 2, "A convolution of images: (N, H, W, C) to (N, H', W', filters).")
Conv3D = declared("Conv3D", BaseConv, 3, "A convolution of volumes: (N, D, H, W, C) to (N, D', H', W', filters).")
Conv1DTranspose = declared("Conv1DTranspose", TransposedConv, 1,
                           "The gradient of Conv1D as a layer: (N, T, C) to (N, T · stride, filters).")
Conv2DTranspose = declared("Conv2DTranspose", TransposedConv, 2,
                           "The gradient of Conv2D as a layer: strides make images larger: (N, H', W', filters).")
DepthwiseConv2D = declared("DepthwiseConv2D", DepthwiseConv, 2,
                           "Each channel by itself: (N, H, W, C) to (N, H', W', C · depth_multiplier).")
SeparableConv1D = declared("SeparableConv1D", SeparableConv, 1,
                           "A convolution of signals in time, then of channels: (N, T, C) to (N, T', filters).")
SeparableConv2D = declared("SeparableConv2D", SeparableConv, 2,
                           "A convolution of images in space, then of channels: (N, H, W, C) to (N, H', W', filters).\n"
                           "F. Chollet, Xception (2017).")
Convolution1D, Convolution2D = Conv1D, Conv2D
