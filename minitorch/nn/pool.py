"""Pooling layers."""

from ..runtime.missing import moved_to
from . import functional as F
from .functional.common import several
from .functional_layer import FunctionalLayer


class MaxPool(FunctionalLayer, shows="kernel_size stride padding dilation ceil_mode"):
    """Base of max-pooling layers: the maximum of each window. Windows do not overlap unless stride is given."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__(kernel_size=kernel_size, stride=kernel_size if stride is None else stride, padding=padding,
                         dilation=dilation, return_indices=return_indices, ceil_mode=ceil_mode)


class MaxPool1d(MaxPool, function=F.max_pool1d):
    """The maximum of each window: (N, C, L) -> (N, C, OL). Settings as MaxPool2d's, but no pairs."""


class MaxPool2d(MaxPool, function=F.max_pool2d):
    """The maximum of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows do not overlap
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    return_indices   whether to return (values, indices), where an index counts through H·W: for MaxUnpool2d
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """


class AvgPool1d(FunctionalLayer, function=F.avg_pool1d, shows="kernel_size stride padding"):
    """The mean of each window: (N, C, L) -> (N, C, OL). Settings as AvgPool2d's, but no pairs."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__(kernel_size=several(kernel_size, 1), padding=several(padding, 1),
                         stride=several(kernel_size if stride is None else stride, 1), ceil_mode=ceil_mode,
                         count_include_pad=count_include_pad)


class AvgPool2d(FunctionalLayer, function=F.avg_pool2d, shows="kernel_size stride padding"):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW). Windows do not overlap unless stride is given.

    kernel_size         height and width of a window: a number, or a pair; so are stride and padding
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count in a mean
    divisor_override    the number that sums are divided by, instead of the size of a window

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__(kernel_size=kernel_size, stride=kernel_size if stride is None else stride, padding=padding,
                         ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor_override=divisor_override)


class AdaptiveAvgPool1d(FunctionalLayer, function=F.adaptive_avg_pool1d, shows="output_size"):
    """The means of output_size equal parts: (N, C, L) -> (N, C, output_size), divided as by AdaptiveAvgPool2d."""


class AdaptiveAvgPool2d(FunctionalLayer, function=F.adaptive_avg_pool2d, shows="output_size"):
    """The means of equal parts: (N, C, H, W) -> (N, C, *output_size); AdaptiveAvgPool2d(1) is each channel's mean.

    output_size   height and width of the result: a number, or a pair, in which None means the input's size.
                  Part i of n covers the rows from ⌊i·H/n⌋ to before ⌈(i + 1)·H/n⌉
    """


__getattr__ = moved_to("nn.rare_pool")
