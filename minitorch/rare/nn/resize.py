"""Layers that rearrange images: PixelShuffle, ChannelShuffle, Fold and others; and two old names for Upsample."""

from ...nn import functional as F
from ...nn.functional_layer import FunctionalLayer
from ...nn.resize import Upsample


class UpsamplingNearest2d(Upsample):
    """A layer that resizes images (N, C, H, W) by the nearest pixel; size and scale_factor as in Upsample."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor)


class UpsamplingBilinear2d(Upsample):
    """A layer that resizes images (N, C, H, W) bilinearly, with align_corners; size and scale_factor as in Upsample."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, "bilinear", True)


class PixelShuffle(FunctionalLayer, function=F.pixel_shuffle, shows="upscale_factor"):
    """A layer that turns r² channels into r × r pixels, r the upscale_factor: (*, C·r², H, W) -> (*, C, H·r, W·r)."""


class PixelUnshuffle(FunctionalLayer, function=F.pixel_unshuffle, shows="downscale_factor"):
    """A layer that turns r × r pixels into r² channels, r the downscale_factor: (*, C, H·r, W·r) -> (*, C·r², H, W)."""


class ChannelShuffle(FunctionalLayer, function=F.channel_shuffle, shows="groups"):
    """A layer that reorders the channels of (N, C, …): takes one from each of the `groups` in turn; same shape out."""


class Unfold(FunctionalLayer, function=F.unfold, shows="kernel_size dilation padding stride"):
    """A layer that copies windows into columns: (N, C, H, W) -> (N, C·kh·kw, windows). weight @ columns: convolution.

    kernel_size   height and width of a window: a number, or a pair, like the other settings
    dilation      distance between the elements of a window
    padding       zeros put around the image
    stride        how far a window moves
    """


class Fold(FunctionalLayer, function=F.fold, shows="output_size kernel_size dilation padding stride"):
    """A layer that adds up columns, each at its window's position: (N, C·kh·kw, windows) -> (N, C, *output_size).

    output_size   height and width of the output images

    The other settings describe the windows, as in Unfold.
    """
