"""Convolutional layers."""

from ..ops.create import empty
from . import functional as F, init
from .functional.common import pair
from .module import Module
from .parameter import Parameter


class Conv2d(Module):
    """Filters slid over images: (N, in_channels, H, W) -> (N, out_channels, OH, OW).

    weight   (out_channels, in_channels/groups, kh, kw)
    padding  zeros around the image: a number, a pair, "valid" or "same"
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__()
        check(in_channels, out_channels, groups, stride, padding, padding_mode)
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.dilation = pair(kernel_size), pair(stride), pair(dilation)
        self.padding = padding if isinstance(padding, str) else pair(padding)
        self.padding_mode = padding_mode
        shape = (out_channels, in_channels // groups, *self.kernel_size)
        self.weight = Parameter(empty(shape, device=device, dtype=dtype))
        self.register_parameter("bias", Parameter(empty(out_channels, device=device, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        init.default_(self.weight, self.bias)

    def forward(self, input):
        return F.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def extra_repr(self):
        shown = [f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"]
        if self.padding != (0, 0):
            shown.append(f"padding={self.padding!r}" if isinstance(self.padding, tuple) else f"padding={self.padding}")
        if self.dilation != (1, 1):
            shown.append(f"dilation={self.dilation}")
        if self.groups != 1:
            shown.append(f"groups={self.groups}")
        if self.bias is None:
            shown.append("bias=False")
        if self.padding_mode != "zeros":
            shown.append(f"padding_mode={self.padding_mode}")
        return ", ".join(shown)


def check(in_channels, out_channels, groups, stride, padding, padding_mode):
    """Refuse settings that no image would fit."""
    if groups <= 0 or in_channels % groups or out_channels % groups:
        raise ValueError(f"groups ({groups}) must divide both in_channels ({in_channels}) and out_channels "
                         f"({out_channels}), and must be a positive integer.")
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            raise ValueError(f"Invalid padding string {padding!r}, should be one of 'valid', 'same'")
        if padding == "same" and set(pair(stride)) != {1}:
            raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in ("zeros", "reflect", "replicate", "circular"):
        raise ValueError(f"padding_mode must be one of 'zeros', 'reflect', 'replicate', 'circular', but got "
                         f"padding_mode={padding_mode!r}")
    if padding_mode != "zeros":
        raise NotImplementedError(f"Conv2d: padding_mode={padding_mode!r} is not there yet; 'zeros' is.")
