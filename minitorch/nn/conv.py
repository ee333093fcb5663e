"""Convolutional layers and their transposes, for signals, images and volumes."""

from . import functional as F, init
from .functional.common import several
from .module import Module
from .parameter import add_parameter

MODES = ("zeros", "reflect", "replicate", "circular")


class Conv(Module):
    """Base of Conv1d, Conv2d and Conv3d: filters slid over signals, images or volumes.

    weight        (out_channels, in_channels/groups, *kernel_size)
    padding       around the input: a number, one per dimension, "valid" (none) or "same"
    padding_mode  the values of the padding: "zeros", "reflect", "replicate" or "circular"
    """

    dims, transposed = 2, False

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        check(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = (several(x, self.dims) for x in (kernel_size, stride, dilation))
        self.padding = padding if isinstance(padding, str) else several(padding, self.dims)
        self.padding_mode, self.output_padding = padding_mode, several(0, self.dims)
        add_parameter(self, "weight", (*self.filters(), *self.kernel_size), device, dtype)
        add_parameter(self, "bias", (out_channels,), device, dtype, wanted=bias)
        self.reset_parameters()

    def filters(self):
        """Return the first two sizes of the weight."""
        return self.out_channels, self.in_channels // self.groups

    def reset_parameters(self):
        init.default_(self.weight, self.bias)

    def pad_widths(self):
        """Return the padding in F.pad's order: from the last dimension, before and after."""
        if self.padding == "valid":
            return (0, 0) * self.dims
        total = [d * (k - 1) for d, k in zip(self.dilation, self.kernel_size)]
        sides = [(t // 2, t - t // 2) for t in total] if self.padding == "same" else [(p, p) for p in self.padding]
        return tuple(n for side in reversed(sides) for n in side)

    def forward(self, input):
        convolve, padding = getattr(F, f"conv{self.dims}d"), self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self.pad_widths(), self.padding_mode), 0
        return convolve(input, self.weight, self.bias, self.stride, padding, self.dilation, self.groups)

    def extra_repr(self):
        zeros, ones = several(0, self.dims), several(1, self.dims)
        return (f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
                + self._non_default(padding=zeros, dilation=ones, output_padding=zeros, groups=1)
                + ", bias=False" * (self.bias is None) + self._non_default(padding_mode="zeros"))


class Conv1d(Conv):
    """Filters slid along signals: (N, in_channels, L) -> (N, out_channels, OL).

    Settings as Conv2d's; weight is (out_channels, in_channels/groups, kernel_size). (in_channels, L) is one sample.
    """

    dims = 1


class Conv2d(Conv):
    """Filters slid over images: (N, in_channels, H, W) -> (N, out_channels, OH, OW).

    in_channels    channels of the input
    out_channels   filters, each of which makes one channel of the output
    kernel_size    height and width of a filter: a number, or (kh, kw); so are stride, padding and dilation
    stride         how far a filter moves from one position to the next
    padding        how many elements are added around the image: a number, a pair, "valid" (none) or "same" (the output
                   is as large as the input; for stride 1)
    dilation       distance between the elements of a filter
    groups         groups of channels, each with its own filters; in_channels: each channel is a group
    bias           whether each output channel adds its own number
    padding_mode   the values that are added: "zeros", "reflect", "replicate" or "circular"

    weight is (out_channels, in_channels/groups, kh, kw), bias (out_channels,). (in_channels, H, W) is one image.
    OH = ⌊(H + 2·padding − dilation·(kh − 1) − 1) / stride⌋ + 1, and OW likewise.

    Raises ValueError for groups that do not divide both channels, "same" with a stride, and an unknown padding_mode;
    RuntimeError for an input of other channels or dimensions.
    """


class Conv3d(Conv):
    """Filters slid through volumes: (N, in_channels, D, H, W) -> (N, out_channels, OD, OH, OW).

    Settings as Conv2d's, with triples instead of pairs; weight is (out_channels, in_channels/groups, kd, kh, kw).
    """

    dims = 3


class ConvTranspose(Conv):
    """A transposed convolution: each pixel of the input adds a filter to the output.

    weight          (in_channels, out_channels/groups, *kernel_size)
    output_padding  added at the end of the output: it chooses among the sizes that a strided convolution maps to one
    """

    transposed = True

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1,
                 bias=True, dilation=1, padding_mode="zeros", device=None, dtype=None):
        if padding_mode != "zeros":
            raise ValueError(f'Only "zeros" padding mode is supported for {type(self).__name__}')
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, bias, padding_mode,
                         device, dtype)
        self.output_padding = several(output_padding, self.dims)

    def filters(self):
        return self.in_channels, self.out_channels // self.groups

    def forward(self, input, output_size=None):
        spread, more = getattr(F, f"conv_transpose{self.dims}d"), self.output_padding
        if output_size is not None:
            more = self.needed_output_padding(input, tuple(output_size)[-self.dims:])
        return spread(input, self.weight, self.bias, self.stride, self.padding, more, self.groups, self.dilation)

    def needed_output_padding(self, input, size):
        """Return the output_padding that gives `size`."""
        least = [(n - 1) * s - 2 * p + d * (k - 1) + 1 for n, s, p, d, k in zip(
            input.shape[-self.dims:], self.stride, self.padding, self.dilation, self.kernel_size)]
        most = [n + s - 1 for n, s in zip(least, self.stride)]
        if any(not low <= n <= high for low, n, high in zip(least, size, most)):
            raise ValueError(f"requested an output size of {list(size)}, but valid sizes range from {least} to {most} "
                             f"(for an input of {list(input.shape[2:])})")
        return tuple(n - low for n, low in zip(size, least))


class ConvTranspose1d(ConvTranspose):
    """The transpose of Conv1d: (N, in_channels, L) -> (N, out_channels, OL).

    Settings as ConvTranspose2d's; weight is (in_channels, out_channels/groups, kernel_size).
    """

    dims = 1


class ConvTranspose2d(ConvTranspose):
    """The transpose of Conv2d: (N, in_channels, H, W) -> (N, out_channels, OH, OW).

    kernel_size, stride, padding, dilation, groups   those of the convolution that is transposed: as Conv2d's
    output_padding   rows and columns added at the end of the output: with a stride several sizes are possible
    bias             whether each output channel adds its own number

    weight is (in_channels, out_channels/groups, kh, kw).
    OH = (H − 1)·stride − 2·padding + dilation·(kh − 1) + output_padding + 1, and OW likewise.
    forward(input, output_size) takes the size of the output instead of output_padding.

    Raises ValueError for groups that do not divide both channels, and for an impossible output_size.
    """


class ConvTranspose3d(ConvTranspose):
    """The transpose of Conv3d: (N, in_channels, D, H, W) -> (N, out_channels, OD, OH, OW).

    Settings as ConvTranspose2d's, with triples instead of pairs; weight (in_channels, out_channels/groups, kd, kh, kw).
    """

    dims = 3


def check(in_channels, out_channels, groups, stride, padding, padding_mode):
    """Raise ValueError for settings that no input can satisfy."""
    if groups <= 0 or in_channels % groups or out_channels % groups:
        raise ValueError(f"groups ({groups}) must divide both in_channels ({in_channels}) and out_channels "
                         f"({out_channels}), and must be a positive integer.")
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of 'valid', 'same'")
        if padding == "same" and any(s != 1 for s in ((stride,) if isinstance(stride, int) else stride)):
            raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in MODES:
        raise ValueError(f"padding_mode must be one of {', '.join(map(repr, MODES))}, but got "
                         f"padding_mode={padding_mode!r}")
