"""Pooling layers that few networks use: for volumes, to a given size, by power sums, and unpooling."""

from ...nn import functional as F
from ...nn.functional.common import several
from ...nn.functional_layer import FunctionalLayer
from ...nn.module import Module
from ...nn.pool import AvgPool2d, MaxPool


class MaxPool3d(MaxPool, function=F.max_pool3d):
    """The maximum of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in MaxPool2d, with triples."""


class AvgPool3d(AvgPool2d, function=F.avg_pool3d):
    """The mean of each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). As in AvgPool2d, with triples."""


class AdaptiveAvgPool3d(FunctionalLayer, function=F.adaptive_avg_pool3d, shows="output_size"):
    """The means of output_size equal parts of volumes: (N, C, D, H, W) -> (N, C, *output_size)."""


class AdaptiveMaxPool1d(FunctionalLayer, function=F.adaptive_max_pool1d, shows="output_size"):
    """The maxima of output_size equal parts: (N, C, L) -> (N, C, output_size). See AdaptiveMaxPool2d."""


class AdaptiveMaxPool2d(FunctionalLayer, function=F.adaptive_max_pool2d, shows="output_size"):
    """The maxima of output_size equal parts of images: (N, C, H, W) -> (N, C, *output_size).

    output_size      as in AdaptiveAvgPool2d
    return_indices   whether to return (values, indices); an index counts the pixels of a plane, row by row
    """


class AdaptiveMaxPool3d(FunctionalLayer, function=F.adaptive_max_pool3d, shows="output_size"):
    """The maxima of equal parts: (N, C, D, H, W) -> (N, C, *output_size). See AdaptiveMaxPool2d."""


class FractionalMaxPool(Module):
    """The maximum of windows at random distances, drawn for each input. Source: Graham (2014).

    output_size    number of windows along each dimension
    output_ratio   or the output's size as a fraction of the input's

    Raises ValueError unless exactly one of the two is given, and for ratios outside (0, 1).
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
    """The maximum of windows at random distances, drawn for each input: (N, C, H, W) -> (N, C, *output_size).

    kernel_size      height and width of a window: a number, or a pair
    output_size      number of windows along each dimension
    output_ratio     or the output's size as a fraction of the input's, in (0, 1)
    return_indices   whether to return (values, indices); an index counts the pixels of a plane, row by row

    Raises ValueError unless exactly one of output_size and output_ratio is given. Source: Graham (2014).
    """


class FractionalMaxPool3d(FractionalMaxPool):
    """The maximum of random windows in volumes: returns (N, C, *output_size); see FractionalMaxPool2d."""

    dims = 3


class MaxUnpool(FunctionalLayer, shows="kernel_size stride padding", dims=2):
    """Base of layers that put each element at the position that max pooling took it from, and zeros elsewhere."""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__(kernel_size=several(kernel_size, self.dims), padding=several(padding, self.dims),
                         stride=several(kernel_size if stride is None else stride, self.dims))

    def forward(self, input, indices, output_size=None):
        unpool = getattr(F, f"max_unpool{self.dims}d")
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)


class MaxUnpool1d(MaxUnpool, dims=1):
    """The transpose of MaxPool1d: (N, C, OL) and the maxima's indices -> (N, C, L). See MaxUnpool2d."""


class MaxUnpool2d(MaxUnpool):
    """The transpose of MaxPool2d: put each element at its index, else 0; (N, C, OH, OW) and indices -> (N, C, H, W).

    kernel_size, stride, padding   those of the MaxPool2d whose indices are given
    output_size                    of forward: the size before MaxPool2d; default: the size that leaves no rest

    Raises ValueError for an output_size from which MaxPool2d does not give the input's size.
    """


class MaxUnpool3d(MaxUnpool, dims=3):
    """The transpose of MaxPool3d: (N, C, OD, OH, OW) and indices -> (N, C, D, H, W). See MaxUnpool2d."""


class LPPool1d(FunctionalLayer, function=F.lp_pool1d, shows="norm_type kernel_size stride ceil_mode"):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL). See LPPool2d for the settings."""


class LPPool2d(FunctionalLayer, function=F.lp_pool2d, shows="norm_type kernel_size stride ceil_mode"):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW).

    norm_type     p: 1 is the sum, inf the maximum
    kernel_size   height and width of a window: a number, or a pair; stride likewise, default: kernel_size
    ceil_mode     whether a last window may reach over the edge
    """


class LPPool3d(FunctionalLayer, function=F.lp_pool3d, shows="norm_type kernel_size stride ceil_mode"):
    """(Σ x^p)^(1/p) over each window: (N, C, D, H, W) -> (N, C, OD, OH, OW). See LPPool2d for the settings."""
