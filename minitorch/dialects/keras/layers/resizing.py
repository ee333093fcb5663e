"""Images made larger or smaller without weights: repeated, padded, cropped."""

from ...core.engine import mt
from ...core.lift import function
from ...functions import arrays, elementary
from ...functions.conv import channels_first, spatial, to_first, to_last
from ...functions.creation import cast
from ..core.layer import Layer
from ..core.spec import InputSpec
from .arguments import arguments


@function("x")
def resized(x, factors, mode, data_format):
    x = to_first(x, data_format)
    settings = {"align_corners": False} if mode == "bilinear" else {}
    return to_last(mt.nn.interpolate(x, scale_factor=tuple(map(float, factors)), mode=mode, **settings), data_format)


@arguments(size=(2, 2), data_format=None, interpolation="nearest")
class UpSampling2D(Layer):
    """Each pixel of (N, H, W, C) as a block of `size` rows and columns.

    interpolation    "nearest": copies; "bilinear": numbers between neighbours

    Raises ValueError for another.
    """

    takes = InputSpec(ndim=4)

    def _prepare(self):
        self.size = spatial(self.size, 2)
        if self.interpolation not in ("nearest", "bilinear"):
            raise ValueError("`interpolation` is nearest or bilinear here. Received: interpolation="
                             f"{self.interpolation}")

    def call(self, inputs):
        larger = resized(cast(inputs, self.dtype), self.size, self.interpolation, self.data_format)
        return larger if inputs.dtype.is_floating else cast(elementary.round(larger), inputs.dtype)


def pairs(value):
    """Return ((before, after), …) for two axes of space, from a number, from one an axis, or from pairs."""
    value = [value] * 2 if isinstance(value, int) else value
    return tuple(tuple(v) if isinstance(v, list | tuple) else (v, v) for v in value)


@arguments(padding=(1, 1), data_format=None)
class ZeroPadding2D(Layer):
    """Rows and columns of zeros around images.

    padding    a number, (rows, columns), or ((top, bottom), (left, right))
    """

    takes = InputSpec(ndim=4)

    def _prepare(self):
        self.padding = pairs(self.padding)

    def call(self, inputs):
        space = [(0, 0), *self.padding] if channels_first(self.data_format) else [*self.padding, (0, 0)]
        return arrays.pad(inputs, [(0, 0), *space])


@arguments(cropping=((0, 0), (0, 0)), data_format=None)
class Cropping2D(Layer):
    """Images without some rows and columns at their edges.

    cropping    a number, (rows, columns), or ((top, bottom), (left, right))
    """

    takes = InputSpec(ndim=4)

    def _prepare(self):
        self.cropping = pairs(self.cropping)

    def call(self, inputs):
        first = 2 if channels_first(self.data_format) else 1
        kept = [slice(before, n - after) for (before, after), n in zip(self.cropping, inputs.shape[first:])]
        return inputs[(*[slice(None)] * first, *kept)]
