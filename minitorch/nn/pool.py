"""Pooling layers."""

from . import functional as F
from .functional.common import several
from .module import Module


class MaxPool(Module):
    """The largest of each window. Windows lie side by side unless stride is given."""

    dims = 2

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        pool = getattr(F, f"max_pool{self.dims}d")
        return pool(input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode,
                    self.return_indices)

    def extra_repr(self):
        return (f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
                f"dilation={self.dilation}, ceil_mode={self.ceil_mode}")


class MaxPool1d(MaxPool):
    """The largest of each window: (N, C, L) -> (N, C, OL)."""

    dims = 1


class MaxPool2d(MaxPool):
    """The largest of each window: (N, C, H, W) -> (N, C, OH, OW)."""


class AvgPool1d(Module):
    """The mean of each window: (N, C, L) -> (N, C, OL)."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size, self.padding = several(kernel_size, 1), several(padding, 1)
        self.stride = several(kernel_size if stride is None else stride, 1)
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input):
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(Module):
    """The mean of each window: (N, C, H, W) -> (N, C, OH, OW). Windows lie side by side unless stride is given."""

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True,
                 divisor_override=None):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input):
        return F.avg_pool2d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode,
                            self.count_include_pad, self.divisor_override)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AdaptiveAvgPool(Module):
    """The means of as many shares of the input as output_size says."""

    kind, dims = "avg", 2

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return getattr(F, f"adaptive_{self.kind}_pool{self.dims}d")(input, self.output_size)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(AdaptiveAvgPool):
    """The means of output_size shares: (N, C, L) -> (N, C, output_size)."""

    dims = 1


class AdaptiveAvgPool2d(AdaptiveAvgPool):
    """The means of shares: (N, C, H, W) -> (N, C, *output_size); AdaptiveAvgPool2d(1) is each channel's mean."""


class AdaptiveMaxPool(AdaptiveAvgPool):
    """The largest of each of as many shares of the input as output_size says."""

    kind = "max"

    def __init__(self, output_size, return_indices=False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input):
        return getattr(F, f"adaptive_max_pool{self.dims}d")(input, self.output_size, self.return_indices)


class AdaptiveMaxPool1d(AdaptiveMaxPool):
    """The largest of each share: (N, C, L) -> (N, C, output_size)."""

    dims = 1


class AdaptiveMaxPool2d(AdaptiveMaxPool):
    """The largest of each share: (N, C, H, W) -> (N, C, *output_size)."""


class MaxUnpool(Module):
    """Zeros with each element put where max pooling took it from."""

    dims = 2

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = several(kernel_size, self.dims)
        self.stride = several(kernel_size if stride is None else stride, self.dims)
        self.padding = several(padding, self.dims)

    def forward(self, input, indices, output_size=None):
        unpool = getattr(F, f"max_unpool{self.dims}d")
        return unpool(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(MaxUnpool):
    """MaxPool1d, backwards: (N, C, OL) and its indices -> (N, C, L)."""

    dims = 1


class MaxUnpool2d(MaxUnpool):
    """MaxPool2d, backwards: (N, C, OH, OW) and its indices -> (N, C, H, W)."""


class LPPool1d(Module):
    """(Σ x^p)^(1/p) over each window: (N, C, L) -> (N, C, OL)."""

    dims = 1

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

    def forward(self, input):
        pool = getattr(F, f"lp_pool{self.dims}d")
        return pool(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self):
        return (f"norm_type={self.norm_type}, kernel_size={self.kernel_size}, stride={self.stride}, "
                f"ceil_mode={self.ceil_mode}")


class LPPool2d(LPPool1d):
    """(Σ x^p)^(1/p) over each window: (N, C, H, W) -> (N, C, OH, OW)."""

    dims = 2
