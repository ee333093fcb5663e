"""Moving blocks of pixels into channels, and back.

Arguments that mean the same wherever they occur:

    input         (N, H, W, C), or (N, C, H, W) with data_format "NCHW"
    block_size    the height and width of a block, 2 at least
"""

from ..core.engine import mt
from ..core.errors import InvalidArgumentError
from .conv import channels_first
from .table import op


@op("input", v1="space_to_depth(input, block_size, name=None, data_format='NHWC')")
def space_to_depth(input, block_size, data_format="NHWC", name=None):
    """Lay each block of pixels behind one another, row by row: (N, H / block_size, W / block_size, block_size² · C).

    Raises InvalidArgumentError where blocks do not fill the picture.
    """
    def moved(x, n, batch, height, width, channels):
        if height % n or width % n:
            raise InvalidArgumentError(f"Image height {height} and width {width} should be divisible by block_size: "
                                       f"{n}, which is 2 at least.")
        x = x.reshape(batch, height // n, n, width // n, n, channels).permute(0, 1, 3, 2, 4, 5)
        return x.reshape(batch, height // n, width // n, n * n * channels)
    return of_pictures(moved, input, int(block_size), data_format)


@op("input", v1="depth_to_space(input, block_size, name=None, data_format='NHWC')")
def depth_to_space(input, block_size, data_format="NHWC", name=None):
    """Take space_to_depth back: (N, H · block_size, W · block_size, C / block_size²).

    Raises InvalidArgumentError where the channels fill no blocks.
    """
    def moved(x, n, batch, height, width, channels):
        if channels % (n * n):
            raise InvalidArgumentError(f"Input depth {channels} should be divisible by block_size squared: {n * n}, "
                                       "and block_size is 2 at least.")
        x = x.reshape(batch, height, width, n, n, channels // (n * n)).permute(0, 1, 3, 2, 4, 5)
        return x.reshape(batch, height * n, width * n, channels // (n * n))
    return of_pictures(moved, input, int(block_size), data_format)


def of_pictures(moved, x, n, data_format):
    """Return moved(x, n, *sizes) of a batch (N, H, W, C). Raises InvalidArgumentError for others, and small blocks."""
    if x.ndim != 4 or n < 2:
        raise InvalidArgumentError(f"Input should be of rank: 4, a batch of pictures, not shape {tuple(x.shape)}, and "
                                   f"block_size 2 at least, not {n}.")
    x = mt.movedim(x, 1, -1) if channels_first(data_format) else x
    made = moved(x, n, *x.shape)
    return mt.movedim(made, -1, 1) if channels_first(data_format) else made
