"""Pooling layers."""

from . import functional as F
from .functional.common import several
from .functional_layer import FunctionalLayer
from .module import Module


class MaxPool(FunctionalLayer, shows="kernel_size stride padding dilation ceil_mode"):
    """The largest of each window. Windows lie side by side unless stride is given."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__(kernel_size=kernel_size, stride=kernel_size if stride is None else stride, padding=padding,
                         dilation=dilation, return_indices=return_indices, ceil_mode=ceil_mode)


class MaxPool1d(MaxPool, function=F.max_pool1d):
    """The largest of each window: (N, C, L) -> (N, C, OL). Settings as MaxPool2d's, a number in place of a pair."""


class MaxPool2d(MaxPool, function=F.max_pool2d):
    """The largest of each window: (N, C, H, W) -> (N, C, OH, OW).

    kernel_size      height and width of a window: a number, or a pair; so are the next three
    stride           how far a window moves; None: kernel_size, so that windows lie side by side
    padding          −inf put around the image, at most half of kernel_size
    dilation         distance between the elements of a window
    return_indices   whether to return (values, indices), where an index counts through H·W: for MaxUnpool2d
    ceil_mode        whether a last window may reach over the edge: OH is rounded up, not down

    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.
    Raises RuntimeError for padding beyond half a window, and for a window larger than the image.
    """


class MaxPool3d(MaxPool, function=F.max_pool3d):
    """The largest of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Settings as MaxPool2d's, three for a pair."""


class AvgPool1d(FunctionalLayer, function=F.avg_pool1d, shows="kernel_size stride padding"):
    """The mean of each window: (N, C, L) -> (N, C, OL). Settings as AvgPool2d's, a number in place of a pair."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__(kernel_size=several(kernel_size, 1), padding=several(padding, 1),
                         stride=several(kernel_size if stride is None else stride, 1), ceil_mode=ceil_mode,
                         count_include_pad=count_include_pad)


class AvgPool2d(FunctionalLayer, function=F.avg_pool2d, shows="kernel_size stride padding"):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW). Windows lie side by side unless stride is given.

    kernel_size         height and width of a window: a number, or a pair; so are stride and padding
    padding             zeros put around the image, at most half of kernel_size
    ceil_mode           whether a last window may reach over the edge: OH is rounded up, not down
    count_include_pad   whether the zeros of the padding count in a mean
    divisor_override    what sums are divided by, in place of the size of a window

    OH = ⌊(H + 2·padding − kh) / stride⌋ + 1, and OW likewise.
    """

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__(kernel_size=kernel_size, stride=kernel_size if stride is None else stride, padding=padding,
                         ceil_mode=ceil_mode, count_include_pad=count_include_pad, divisor_override=divisor_override)


class AvgPool3d(AvgPool2d, function=F.avg_pool3d):
    """The mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Settings as AvgPool2d's, three for a pair."""


class AdaptiveAvgPool1d(FunctionalLayer, function=F.adaptive_avg_pool1d, shows="output_size"):
    """The means of output_size shares: (N, C, L) -> (N, C, output_size), as AdaptiveAvgPool2d cuts them."""


class AdaptiveAvgPool2d(FunctionalLayer, function=F.adaptive_avg_pool2d, shows="output_size"):
    """The means of shares: (N, C, H, W) -> (N, C, *output_size); AdaptiveAvgPool2d(1) is each channel's mean.

    output_size   height and width of the result: a number, or a pair in which None keeps a size.
                  Share i of n covers the rows from ⌊i·H/n⌋ to before ⌈(i + 1)·H/n⌉
    """


class AdaptiveAvgPool3d(FunctionalLayer, function=F.adaptive_avg_pool3d, shows="output_size"):
    """The means of shares: (N, C, D, H, W) -> (N, C, *output_size), as AdaptiveAvgPool2d cuts them."""


class AdaptiveMaxPool1d(FunctionalLayer, function=F.adaptive_max_pool1d, shows="output_size"):
    """The largest of each share: (N, C, L) -> (N, C, output_size). Settings as AdaptiveMaxPool2d's."""


class AdaptiveMaxPool2d(FunctionalLayer, function=F.adaptive_max_pool2d, shows="output_size"):
    """The largest of each share: (N, C, H, W) -> (N, C, *output_size).

    output_size      as AdaptiveAvgPool2d takes it
    return_indices   whether to return (values, indices), where an index counts through H·W
    """


class AdaptiveMaxPool3d(FunctionalLayer, function=F.adaptive_max_pool3d, shows="output_size"):
    """The largest of each share: (N, C, D, H, W) -> (N, C, *output_size). Settings as AdaptiveMaxPool2d's."""


class FractionalMaxPool(Module):
    """The largest of windows at random distances, which are drawn anew for each input. Graham (2014).

    output_size    how many windows there are along each dimension
    output_ratio   or their share of the input's size

    Raises ValueError unless just one of the two is given, and for ratios outside (0, 1).
    """

    dims = 2

    def __init__(self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None):
        super().__init__()
        name = self._get_name()
        self.kernel_size, self.return_indices = several(kernel_size, self.dims), return_indices
        if min(self.kernel_size) < 1:
            raise ValueError(f"{name}: kernel_size must be greater than zero, but got {kernel_size}.")
        self.register_buffer("_random_samples", _random_samples)
        if output_size is None and output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output size, or a pooling ratio.")
        if output_size is not None and output_ratio is not None:
            raise ValueError(f"{name}: only one of output_size and output_ratio may be specified.")
        together = isinstance(output_ratio, tuple | list) or output_ratio is None
        ratios = output_ratio if together else (output_ratio,) * self.dims
        if ratios is not None and (len(ratios) != self.dims or not all(0 < ratio < 1 for ratio in ratios)):
            raise ValueError(f"{name}: output_ratio must be between 0 and 1 (got {output_ratio}).")
        self.output_size = None if output_size is None else several(output_size, self.dims)
        self.output_ratio = ratios

    def forward(self, input):
        pool = getattr(F, f"fractional_max_pool{self.dims}d")
        return pool(input, self.kernel_size, self.output_size, self.output_ratio, self.return_indices,
                    self._random_samples)


class FractionalMaxPool2d(FractionalMaxPool):
    """The largest of windows at random distances, drawn anew for each input: (N, C, H, W) -> (N, C, *output_size).

    kernel_size      height and width of a window: a number, or a pair
    output_size      how many windows there are along each dimension
    output_ratio     or their share of the input's size, in (0, 1)
    return_indices   whether to return (values, indices), where an index counts through H·W

    Raises ValueError unless just one of output_size and output_ratio is given. Source: Graham (2014).
    """


class FractionalMaxPool3d(FractionalMaxPool):
    """As FractionalMaxPool2d, for volumes: (N, C, D, H, W) -> (N, C, *output_size)."""

    dims = 3


class MaxUnpool(FunctionalLayer, shows="kernel_size stride padding", dims=2):
    """Zeros with each element put where max pooling took it from."""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__(kernel_size=several(kernel_size, self.dims), padding=several(padding, self.dims),
                         stride=several(kernel_size if stride is None else stride, self.dims))

    def forward(self, input, indices, output_size=None):
        unpool = getattr(F, f"max_unpool{self.dims}d")
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(MaxUnpool, dims=1):
    """MaxPool1d, backwards: (N, C, OL) and its indices -> (N, C, L). Settings as MaxUnpool2d's."""


class MaxUnpool2d(MaxUnpool):
    """MaxPool2d, backwards: zeros, each element put where it was; (N, C, OH, OW) and its indices -> (N, C, H, W).

    kernel_size, stride, padding   those of the MaxPool2d whose indices are given
    output_size                    of forward: which of the sizes that pool to the input's; the smallest usual one

    Raises ValueError for an output_size that does not pool to the input's.
    """


class MaxUnpool3d(MaxUnpool, dims=3):
    """MaxPool3d, backwards: (N, C, OD, OH, OW) and its indices -> (N, C, D, H, W). Settings as MaxUnpool2d's."""


class LPPool1d(FunctionalLayer, function=F.lp_pool1d, shows="norm_type kernel_size stride ceil_mode"):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). Settings as LPPool2d's."""


class LPPool2d(FunctionalLayer, function=F.lp_pool2d, shows="norm_type kernel_size stride ceil_mode"):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the largest
    kernel_size   height and width of a window: a number, or a pair; so is stride, kernel_size when None
    ceil_mode     whether a last window may reach over the edge
    """


class LPPool3d(FunctionalLayer, function=F.lp_pool3d, shows="norm_type kernel_size stride ceil_mode"):
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). Settings as LPPool2d's."""
