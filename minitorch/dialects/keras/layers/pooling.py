"""Pooling: the largest or the mean of windows, or of all there is."""

from ...core.lift import function
from ...functions import reduction
from ...functions.arrays import expand_dims
from ...functions.conv import channels_first, spatial
from ...functions.creation import cast
from ...functions.pooling import pool
from ..core.layer import Layer
from ..core.spec import InputSpec


@function("x")
def pooled(x, kind, size, strides, padding, data_format):
    return pool(kind, x, size, strides, padding, data_format)


class Pooling(Layer):
    """Base: windows of pool_size, a stride apart; padding "valid" keeps those that fit, "same" all."""

    kind, dims = "MAX", 2
    legacy = {"border_mode": "padding", "dim_ordering": "data_format", "pool_length": "pool_size",
              "stride": "strides"}

    def set_pool(self, pool_size, strides, padding, data_format):
        """Keep pool_size, strides and padding, the first two brought to one number an axis of space."""
        self.pool_size, self.padding = spatial(pool_size, self.dims), padding.lower()
        self.strides = self.pool_size if strides is None else spatial(strides, self.dims)
        self.data_format, self.input_spec = data_format or "channels_last", InputSpec(ndim=self.dims + 2)

    def call(self, inputs):
        return pooled(inputs, self.kind, self.pool_size, self.strides, self.padding, self.data_format)


WINDOWS = """

pool_size   how large the windows are: a number, or one for each axis of space
strides     how far apart they are; None: as large as they are
padding     "valid": windows that fit; "same": ⌈size / stride⌉ of them
"""


def largest(name, dims, size):
    """A class that takes the largest of each window."""
    def __init__(self, pool_size=size, strides=None, padding="valid", data_format=None, name=None, **kwargs):
        Pooling.__init__(self, name=name, **kwargs)
        self.set_pool(pool_size, strides, padding, data_format)
    return type(Pooling)(name, (Pooling,), {
        "__init__": __init__, "kind": "MAX", "dims": dims, "__module__": __name__,
        "__doc__": f"The largest number of each window, channel by channel.{WINDOWS}"})


def mean(name, dims):
    """A class that takes the mean of each window."""
    def __init__(self, pool_size, strides=None, padding="valid", data_format=None, name=None, **kwargs):
        Pooling.__init__(self, name=name, **kwargs)
        self.set_pool(pool_size, strides, padding, data_format)
    return type(Pooling)(name, (Pooling,), {
        "__init__": __init__, "kind": "AVG", "dims": dims, "__module__": __name__,
        "__doc__": f"The mean of each window, channel by channel.{WINDOWS}"})


MaxPooling1D, MaxPooling2D = largest("MaxPooling1D", 1, 2), largest("MaxPooling2D", 2, (2, 2))
MaxPooling3D = largest("MaxPooling3D", 3, (2, 2, 2))
AveragePooling1D, AveragePooling2D = mean("AveragePooling1D", 1), mean("AveragePooling2D", 2)
AveragePooling3D = mean("AveragePooling3D", 3)
MaxPool1D, MaxPool2D, MaxPool3D = MaxPooling1D, MaxPooling2D, MaxPooling3D
AvgPool1D, AvgPool2D, AvgPool3D = AveragePooling1D, AveragePooling2D, AveragePooling3D


class GlobalPooling(Layer):
    """Base: one number a channel.

    keepdims    whether the axes of space stay, with size 1
    """

    dims, reduce = 2, staticmethod(reduction.reduce_mean)

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(**kwargs)
        self.data_format, self.keepdims, self.input_spec = data_format, keepdims, InputSpec(ndim=self.dims + 2)

    def call(self, inputs):
        over = range(2, self.dims + 2) if channels_first(self.data_format) else range(1, self.dims + 1)
        if type(self).reduce is reduction.reduce_mean:
            inputs = cast(inputs, self.dtype)
        return type(self).reduce(inputs, list(over), self.keepdims)


class GlobalAveragePooling1D(GlobalPooling):
    """The mean over the steps of (N, T, C), (N, C); steps that are masked are left out.

    keepdims    whether the axis of the steps stays, with size 1
    """

    dims = 1

    def __init__(self, data_format=None, keepdims=False, **kwargs):
        super().__init__(data_format, keepdims, **kwargs)
        self.supports_masking = True

    def call(self, inputs, mask=None):
        if mask is None:
            return super().call(inputs)
        axis = 2 if channels_first(self.data_format) else 1
        weight = expand_dims(cast(mask, inputs.dtype), 3 - axis)
        return reduction.reduce_sum(inputs * weight, axis, self.keepdims) / reduction.reduce_sum(
            weight, axis, self.keepdims)

    def compute_mask(self, inputs, mask=None):
        return None


class GlobalAveragePooling2D(GlobalPooling):
    """The mean of each channel: (N, H, W, C) to (N, C); keepdims: to (N, 1, 1, C)."""


class GlobalMaxPooling1D(GlobalPooling):
    """The largest number of each channel: (N, T, C) to (N, C); keepdims: to (N, 1, C)."""

    dims, reduce = 1, staticmethod(reduction.reduce_max)


class GlobalMaxPooling2D(GlobalPooling):
    """The largest number of each channel: (N, H, W, C) to (N, C); keepdims: to (N, 1, 1, C)."""

    reduce = staticmethod(reduction.reduce_max)


GlobalAvgPool1D, GlobalAvgPool2D = GlobalAveragePooling1D, GlobalAveragePooling2D
GlobalMaxPool1D, GlobalMaxPool2D = GlobalMaxPooling1D, GlobalMaxPooling2D
