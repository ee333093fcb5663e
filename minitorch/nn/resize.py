"""Layers that change sizes: resampling, channels into pixels, windows into columns."""

from . import functional as F
from .functional_layer import FunctionalLayer


class Upsample(FunctionalLayer, function=F.interpolate, omits="antialias"):
    """(N, C, L), (N, C, H, W) or (N, C, D, H, W) in another size; see functional.interpolate."""

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__(size=size, mode=mode, align_corners=align_corners,
                         recompute_scale_factor=recompute_scale_factor)
        self.scale_factor = tuple(map(float, scale_factor)) if isinstance(scale_factor, tuple) else (
            float(scale_factor) if scale_factor else None)

    def extra_repr(self):
        size = f"size={self.size}" if self.scale_factor is None else f"scale_factor={self.scale_factor}"
        return f"{size}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Images in another size, each pixel the nearest of the input's."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor)


class UpsamplingBilinear2d(Upsample):
    """Images in another size, bilinearly, the corners kept."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "bilinear", True)


class PixelShuffle(FunctionalLayer, function=F.pixel_shuffle, shows="upscale_factor"):
    """r² channels become r × r pixels: (*, C·r², H, W) -> (*, C, H·r, W·r)."""


class PixelUnshuffle(FunctionalLayer, function=F.pixel_unshuffle, shows="downscale_factor"):
    """r × r pixels become r² channels: (*, C, H·r, W·r) -> (*, C·r², H, W)."""


class ChannelShuffle(FunctionalLayer, function=F.channel_shuffle, shows="groups"):
    """Channels dealt out anew, one of each group in turn."""


class Unfold(FunctionalLayer, function=F.unfold, shows="kernel_size dilation padding stride"):
    """Every window as a column: (N, C, H, W) -> (N, C·kh·kw, windows)."""


class Fold(FunctionalLayer, function=F.fold, shows="output_size kernel_size dilation padding stride"):
    """Columns added up at their windows' positions: (N, C·kh·kw, windows) -> (N, C, *output_size)."""
