"""Pooling: the largest or the mean of windows, or of all there is."""

from inspect import Parameter

from ...core.lift import function
from ...functions import pooling, reduction
from ...functions.arrays import expand_dims
from ...functions.conv import channels_first, spatial
from ...functions.creation import cast
from ..core.layer import Layer
from ..core.signed import made
from ..core.spec import InputSpec
from .arguments import arguments


@function("x")
def pooled(x, kind, size, strides, padding, data_format):
    found = pooling.pooled(kind, x if x.is_floating_point() else x.float(), size, strides, padding, data_format)
    return found.to(x.dtype) if kind == "MAX" else found


class Pooling(Layer):
    """Base: windows of pool_size, a stride apart; padding "valid" keeps those that fit, "same" all."""

    kind, dims, at_once = "MAX", 2, True
    legacy = {"border_mode": "padding", "dim_ordering": "data_format", "pool_length": "pool_size",
              "stride": "strides"}

    def _prepare(self):
        """Bring sizes to one number an axis of space."""
        self.pool_size, self.padding = spatial(self.pool_size, self.dims), self.padding.lower()
        self.strides = self.pool_size if self.strides is None else spatial(self.strides, self.dims)
        self.input_spec = InputSpec(ndim=self.dims + 2)

    def call(self, inputs):
        return pooled(inputs, self.kind, self.pool_size, self.strides, self.padding, self.data_format)


def declared(kind, dims):
    """Return a class of windows over so many axes of space: kind is "MAX" or "AVG"."""
    name, what, size = (f"MaxPooling{dims}D", "largest number", 2 if dims == 1 else (2,) * dims) if kind == "MAX" else (
        f"AveragePooling{dims}D", "mean", Parameter.empty)
    return arguments(pool_size=size, strides=None, padding="valid", data_format=None, name=None)(
        made(Pooling, name, f"""The {what} of each window, channel by channel.

pool_size   how large the windows are: a number, or one for each axis of space
strides     how far apart they are; None: as large as they are
padding     "valid": windows that fit; "same": ⌈size / stride⌉ of them
""", kind=kind, dims=dims))


MaxPooling1D, MaxPooling2D, MaxPooling3D = (declared("MAX", dims) for dims in (1, 2, 3))
AveragePooling1D, AveragePooling2D, AveragePooling3D = (declared("AVG", dims) for dims in (1, 2, 3))
MaxPool1D, MaxPool2D, AvgPool1D, AvgPool2D = MaxPooling1D, MaxPooling2D, AveragePooling1D, AveragePooling2D


class GlobalPooling(Layer):
    """Base: one number a channel."""

    dims, at_once = 2, True

    def _prepare(self):
        self.input_spec = InputSpec(ndim=self.dims + 2)

    def call(self, inputs):
        over = range(2, self.dims + 2) if channels_first(self.data_format) else range(1, self.dims + 1)
        return type(self)._reduce(inputs, list(over), self.keepdims)


def mean(x, over, keepdims):
    """Return the mean over axes, `over`; of integers too."""
    return reduction.reduce_mean(x if x.dtype.is_floating else cast(x, "float32"), over, keepdims)


def largest(x, over, keepdims):
    """Return the largest number over axes, `over`; of bools whether one is True."""
    return (reduction.reduce_any if x.dtype == "bool" else reduction.reduce_max)(x, over, keepdims)


def whole(name, dims, reduce, base=GlobalPooling):
    """Return a class that reduces so many axes of space to one number a channel."""
    what, sizes = "largest number" if reduce is not mean else "mean", "T" if dims == 1 else "H, W"
    ones = "1" if dims == 1 else "1, 1"
    return arguments(data_format=None, keepdims=False)(made(
        base, name, f"The {what} of each channel: (N, {sizes}, C) to (N, C); keepdims: to (N, {ones}, C).",
        dims=dims, _reduce=staticmethod(reduce)))


class MaskedMean(GlobalPooling):
    """Base: the mean over the steps; steps that are masked are left out."""

    passes_masks = True

    def call(self, inputs, mask=None):
        if mask is None:
            return super().call(inputs)
        axis = 2 if channels_first(self.data_format) else 1
        x = cast(inputs, self.dtype)
        weight = expand_dims(cast(mask, x.dtype), 3 - axis)
        return reduction.reduce_sum(x * weight, axis, self.keepdims) / reduction.reduce_sum(
            weight, axis, self.keepdims)

    def compute_mask(self, inputs, mask=None):
        return None


GlobalAveragePooling1D = whole("GlobalAveragePooling1D", 1, mean, MaskedMean)
GlobalAveragePooling2D = whole("GlobalAveragePooling2D", 2, mean)
GlobalMaxPooling1D = whole("GlobalMaxPooling1D", 1, largest)
GlobalMaxPooling2D = whole("GlobalMaxPooling2D", 2, largest)
GlobalAvgPool1D, GlobalAvgPool2D = GlobalAveragePooling1D, GlobalAveragePooling2D
GlobalMaxPool1D, GlobalMaxPool2D = GlobalMaxPooling1D, GlobalMaxPooling2D
