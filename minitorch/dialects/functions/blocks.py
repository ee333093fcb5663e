"""Moving blocks of pixels into channels, and back."""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .conv import channels_first
from .table import op


@op("input", v1="space_to_depth(input, block_size, name=None, data_format='NHWC')")
def space_to_depth(input, block_size, data_format="NHWC", name=None):
    """Lay each block of pixels behind one another, as the channels of one pixel.

    input          (N, H, W, C), or (N, C, H, W) with data_format "NCHW"; H and W are multiples of block_size
    block_size     the height and width of a block
    data_format    where the channels are
    returns        (N, H / block_size, W / block_size, block_size² · C), the block's pixels row by row

    Raises InvalidArgumentError where blocks do not fill the picture.
    """
    x, n = channels_last(input, data_format), int(block_size)
    if n < 2 or x.shape[1] % n or x.shape[2] % n:
        raise InvalidArgumentError(f"Image height {x.shape[1]} and width {x.shape[2]} should be divisible by "
                                   f"block_size: {n}, which is 2 at least.")
    batch, height, width, channels = x.shape
    x = x.reshape(batch, height // n, n, width // n, n, channels).permute(0, 1, 3, 2, 4, 5)
    return channels_back(x.reshape(batch, height // n, width // n, n * n * channels), data_format)


@op("input", v1="depth_to_space(input, block_size, name=None, data_format='NHWC')")
def depth_to_space(input, block_size, data_format="NHWC", name=None):
    """Lay the channels of each pixel out as a block of pixels: what space_to_depth did, taken back.

    input          (N, H, W, C), or (N, C, H, W) with data_format "NCHW"; C is a multiple of block_size²
    block_size     the height and width of a block
    data_format    where the channels are
    returns        (N, H · block_size, W · block_size, C / block_size²)

    Raises InvalidArgumentError where the channels fill no blocks.
    """
    x, n = channels_last(input, data_format), int(block_size)
    if n < 2 or x.shape[3] % (n * n):
        raise InvalidArgumentError(f"Input depth {x.shape[3]} should be divisible by block_size squared: {n * n}, and "
                                   "block_size is 2 at least.")
    batch, height, width, channels = x.shape
    x = x.reshape(batch, height, width, n, n, channels // (n * n)).permute(0, 1, 3, 2, 4, 5)
    return channels_back(x.reshape(batch, height * n, width * n, channels // (n * n)), data_format)


def channels_last(x, data_format):
    """Return a batch of pictures (N, H, W, C). Raises InvalidArgumentError for another number of axes."""
    if x.ndim != 4:
        raise InvalidArgumentError(f"Input should be of rank: 4, a batch of pictures, not shape {tuple(x.shape)}.")
    return mt.movedim(x, 1, -1) if channels_first(data_format) else x


def channels_back(x, data_format):
    """Put the channels where data_format has them."""
    return mt.movedim(x, -1, 1) if channels_first(data_format) else x
