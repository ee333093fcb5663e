"""Images made larger or smaller without weights: repeated, padded, cropped."""

from ...core.engine import mt
from ...core.lift import function
from ...functions import arrays
from ...functions.conv import channels_first, spatial, to_first, to_last
from ..core.layer import Layer
from ..core.spec import InputSpec


class UpSampling2D(Layer):
    """Each pixel of (N, H, W, C) as a block of `size` rows and columns.

    interpolation    "nearest": all alike; "bilinear": numbers between neighbours

    Raises ValueError for another.
    """

    def __init__(self, size=(2, 2), data_format=None, interpolation="nearest", **kwargs):
        super().__init__(**kwargs)
        self.size, self.interpolation, self.input_spec = spatial(size, 2), interpolation, InputSpec(ndim=4)
        self.data_format = data_format or "channels_last"
        if interpolation not in ("nearest", "bilinear"):
            raise ValueError(f"`interpolation` is nearest or bilinear here. Received: interpolation={interpolation}")

    def call(self, inputs):
        return resized(inputs, self.size, self.interpolation, self.data_format)


@function("x")
def resized(x, factors, mode, data_format):
    x = to_first(x, data_format)
    settings = {"align_corners": False} if mode == "bilinear" else {}
    return to_last(mt.nn.interpolate(x, scale_factor=tuple(map(float, factors)), mode=mode, **settings), data_format)


class UpSampling1D(Layer):
    """Each step of (N, T, C) `size` times."""

    def __init__(self, size=2, **kwargs):
        super().__init__(**kwargs)
        self.size, self.input_spec = int(size), InputSpec(ndim=3)

    def call(self, inputs):
        return arrays.repeat(inputs, self.size, 1)


def pairs(value, dims):
    """((before, after), …) from a number, from one an axis, or from pairs."""
    value = [value] * dims if isinstance(value, int) else list(value)
    return [tuple(v) if isinstance(v, list | tuple) else (v, v) for v in value]


class ZeroPadding1D(Layer):
    """Steps of zeros around sequences (batch, steps, features).

    padding    a number, or (before, after)
    """

    def __init__(self, padding=1, data_format=None, **kwargs):
        super().__init__(**kwargs)
        (self.padding,), self.input_spec = pairs([padding], 1), InputSpec(ndim=3)
        self.data_format = data_format or "channels_last"

    def call(self, inputs):
        space = [[0, 0], self.padding] if channels_first(self.data_format) else [self.padding, [0, 0]]
        return arrays.pad(inputs, [[0, 0], *space])


class Cropping1D(Layer):
    """Sequences (batch, steps, features) without some steps at their ends.

    cropping    a number, or (before, after)
    """

    def __init__(self, cropping=(1, 1), **kwargs):
        super().__init__(**kwargs)
        (self.cropping,), self.input_spec = pairs([cropping], 1), InputSpec(ndim=3)

    def call(self, inputs):
        before, after = self.cropping
        return inputs[:, before:inputs.shape[1] - after]


class ZeroPadding2D(Layer):
    """Rows and columns of zeros around images.

    padding    a number, (rows, columns), or ((top, bottom), (left, right))
    """

    def __init__(self, padding=(1, 1), data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.padding, self.input_spec = pairs(padding, 2), InputSpec(ndim=4)
        self.data_format = data_format or "channels_last"

    def call(self, inputs):
        space = [[0, 0], *self.padding] if channels_first(self.data_format) else [*self.padding, [0, 0]]
        return arrays.pad(inputs, [[0, 0], *space])


class Cropping2D(Layer):
    """Images without some rows and columns at their edges.

    cropping    a number, (rows, columns), or ((top, bottom), (left, right))
    """

    def __init__(self, cropping=((0, 0), (0, 0)), data_format=None, **kwargs):
        super().__init__(**kwargs)
        self.cropping, self.input_spec = pairs(cropping, 2), InputSpec(ndim=4)
        self.data_format = data_format or "channels_last"

    def call(self, inputs):
        (top, bottom), (left, right) = self.cropping
        first = 2 if channels_first(self.data_format) else 1
        height, width = inputs.shape[first:first + 2]
        rows, columns = slice(top, height - bottom), slice(left, width - right)
        return inputs[:, :, rows, columns] if first == 2 else inputs[:, rows, columns]
