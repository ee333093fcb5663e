"""Layers that change sizes: resampling, channels into pixels, windows into columns."""

from . import functional as F
from .functional_layer import FunctionalLayer


class Upsample(FunctionalLayer, function=F.interpolate):
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

    def __init__(self, upscale_factor):
        super().__init__(upscale_factor=upscale_factor)


class PixelUnshuffle(FunctionalLayer, function=F.pixel_unshuffle, shows="downscale_factor"):
    """r × r pixels become r² channels: (*, C, H·r, W·r) -> (*, C·r², H, W)."""

    def __init__(self, downscale_factor):
        super().__init__(downscale_factor=downscale_factor)


class ChannelShuffle(FunctionalLayer, function=F.channel_shuffle, shows="groups"):
    """Channels dealt out anew, one of each group in turn."""

    def __init__(self, groups):
        super().__init__(groups=groups)


class Unfold(FunctionalLayer, function=F.unfold, shows="kernel_size dilation padding stride"):
    """Every window as a column: (N, C, H, W) -> (N, C·kh·kw, windows)."""

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__(kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride)


class Fold(Unfold, function=F.fold, shows="output_size kernel_size dilation padding stride"):
    """Columns added up at their windows' positions: (N, C·kh·kw, windows) -> (N, C, *output_size)."""

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__(kernel_size, dilation, padding, stride)
        self.output_size = output_size
