"""Layers that change sizes: resampling, channels into pixels, windows into columns, margins around the input."""

from ..ops.shape.views import sizes
from ..runtime.kinds import require
from . import functional as F
from .functional.common import refuse
from .functional_layer import FunctionalLayer


class Upsample(FunctionalLayer, function=F.interpolate, omits="antialias"):
    """(N, C, L), (N, C, H, W) or (N, C, D, H, W) in another size.

    size, scale_factor       the new size, or how many times as large: a number, or one a dimension
    mode                     how pixels are made, as interpolate lists them: "nearest", "bilinear", …
    align_corners            whether corners keep their positions, instead of the edges of corner pixels
    recompute_scale_factor   whether distances follow from the rounded new size, and not from scale_factor

    Raises ValueError unless just one of size and scale_factor is given.
    """

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__(size=size, mode=mode, align_corners=align_corners,
                         recompute_scale_factor=recompute_scale_factor)
        self.scale_factor = tuple(map(float, scale_factor)) if isinstance(scale_factor, tuple) else (
            float(scale_factor) if scale_factor else None)

    def extra_repr(self):
        size = f"size={self.size}" if self.scale_factor is None else f"scale_factor={self.scale_factor}"
        return f"{size}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Images (N, C, H, W) in another size by the nearest pixel; size and scale_factor as Upsample's."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor)


class UpsamplingBilinear2d(Upsample):
    """Images (N, C, H, W) in another size, bilinearly, the corners kept; size and scale_factor as Upsample's."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "bilinear", True)


class PixelShuffle(FunctionalLayer, function=F.pixel_shuffle, shows="upscale_factor"):
    """r² channels become r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r). Shi et al. (2016)."""


class PixelUnshuffle(FunctionalLayer, function=F.pixel_unshuffle, shows="downscale_factor"):
    """r × r pixels become r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W)."""


class ChannelShuffle(FunctionalLayer, function=F.channel_shuffle, shows="groups"):
    """Channels dealt out anew, one of each of the `groups` in turn: (N, C, …), the same shape. Zhang et al. (2018)."""


class Unfold(FunctionalLayer, function=F.unfold, shows="kernel_size dilation padding stride"):
    """Every window as a column: (N, C, H, W) -> (N, C·kh·kw, windows). A matrix times it is a convolution.

    kernel_size   height and width of a window: a number, or a pair; so are the others
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves
    """


class Fold(FunctionalLayer, function=F.fold, shows="output_size kernel_size dilation padding stride"):
    """Columns added up at their windows' positions: (N, C·kh·kw, windows) -> (N, C, *output_size).

    output_size   height and width of the images to be made

    The other settings are those of the windows, as Unfold's.
    """


class Pad(FunctionalLayer):
    """Margins of `padding` around the last `dims` dimensions: one number, or (left, right, top, bottom, …)."""

    dims, mode, value = 2, "constant", 0.0

    def __init__(self, padding):
        super().__init__(padding=(padding,) * 2 * self.dims if type(padding) is int else sizes((padding,), "padding"))

    def forward(self, input):
        require(self._get_name(), {"input": input})
        if self.mode == "circular" and input.ndim not in (self.dims + 1, self.dims + 2):
            refuse(ValueError, f"{self._get_name()}: expected {self.dims + 1}D or {self.dims + 2}D input (got "
                   f"{input.ndim}D input)")
        return F.pad(input, self.padding, self.mode, self.value if self.mode == "constant" else None)

    def extra_repr(self):
        return str(self.padding)


class ConstantPad(Pad):
    """Margins of one value."""

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


KINDS = {
    "Zero": (Pad, "constant", "Margins of zeros"),
    "Constant": (ConstantPad, "constant", "Margins of one value"),
    "Reflection": (Pad, "reflect", "Margins that mirror the inside at its edge"),
    "Replication": (Pad, "replicate", "Margins that repeat the edge"),
    "Circular": (Pad, "circular", "Margins taken from the opposite side"),
}


def layer(kind, dims):
    """One of the padding layers."""
    base, mode, text = KINDS[kind]
    space = {1: "signals (N, C, L)", 2: "images (N, C, H, W)", 3: "volumes (N, C, D, H, W)"}[dims]
    sides = ("left, right", "left, right, top, bottom", "left, right, top, bottom, front, back")[dims - 1]
    about = f"{text}, for {space}; padding is how wide they are: a number, or ({sides})."
    if kind == "Constant":
        about += " value is what they hold."
    return type(f"{kind}Pad{dims}d", (base,), {"dims": dims, "mode": mode, "__module__": __name__,
                                              "__doc__": about})


ZeroPad1d, ZeroPad2d, ZeroPad3d = (layer("Zero", dims) for dims in (1, 2, 3))
ConstantPad1d, ConstantPad2d, ConstantPad3d = (layer("Constant", dims) for dims in (1, 2, 3))
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = (layer("Reflection", dims) for dims in (1, 2, 3))
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = (layer("Replication", dims) for dims in (1, 2, 3))
CircularPad1d, CircularPad2d, CircularPad3d = (layer("Circular", dims) for dims in (1, 2, 3))
