"""Layers that change sizes: resampling, and padding around the input."""

from ..ops.shape.views import sizes
from ..runtime.kinds import require
from ..runtime.missing import moved_to
from . import functional as F
from .functional.common import refuse
from .functional_layer import FunctionalLayer


class Upsample(FunctionalLayer, function=F.interpolate, omits="antialias"):
    """A layer that resizes (N, C, L), (N, C, H, W) or (N, C, D, H, W).

    size, scale_factor       the new size, or the factor of the sizes: a number, or one per dimension
    mode                     how pixels are computed, one of interpolate's: "nearest", "bilinear", …
    align_corners            whether the centres of corner pixels keep their positions, instead of the image's edges
    recompute_scale_factor   whether distances are computed from the rounded new size, not from scale_factor

    Raises ValueError unless exactly one of size and scale_factor is given.
    """

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__(size=size, mode=mode, align_corners=align_corners,
                         recompute_scale_factor=recompute_scale_factor)
        self.scale_factor = tuple(map(float, scale_factor)) if isinstance(scale_factor, tuple) else (
            float(scale_factor) if scale_factor else None)

    def extra_repr(self):
        size = f"size={self.size}" if self.scale_factor is None else f"scale_factor={self.scale_factor}"
        return f"{size}, mode={self.mode!r}"


class Pad(FunctionalLayer):
    """Base of padding layers for the last `dims` dimensions; padding: one number, or (left, right, top, bottom, …)."""

    dims, mode, value = 2, "constant", 0.0

    def __init__(self, padding):
        super().__init__(padding=(padding,) * 2 * self.dims if type(padding) is int else sizes((padding,), "padding"))

    def forward(self, input):
        require(self._get_name(), {"input": input})
        if self.mode == "circular" and input.ndim not in (self.dims + 1, self.dims + 2):
            refuse(ValueError, f"{self._get_name()}: expected {self.dims + 1}D or {self.dims + 2}D input (got "
                   f"{input.ndim}D input)")
        return F.pad(input, self.padding, self.mode, self.value if self.mode == "constant" else None)

    def extra_repr(self):
        return str(self.padding)


class ConstantPad(Pad):
    """Base of layers that pad with one value."""

    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


KINDS = {
    "Zero": (Pad, "constant", "Margins of zeros"),
    "Constant": (ConstantPad, "constant", "Margins of one value"),
    "Reflection": (Pad, "reflect", "Margins that mirror the inside at its edge"),
    "Replication": (Pad, "replicate", "Margins that repeat the edge"),
    "Circular": (Pad, "circular", "Margins taken from the opposite side"),
}


def layer(kind, dims):
    """Return the padding layer of one kind, for `dims` dimensions of space."""
    base, mode, text = KINDS[kind]
    space = {1: "signals (N, C, L)", 2: "images (N, C, H, W)", 3: "volumes (N, C, D, H, W)"}[dims]
    sides = ("left, right", "left, right, top, bottom", "left, right, top, bottom, front, back")[dims - 1]
    about = f"{text}, for {space}; padding is their width: a number, or ({sides})."
    if kind == "Constant":
        about += " value fills them."
    return type(f"{kind}Pad{dims}d", (base,), {"dims": dims, "mode": mode, "__module__": __name__,
                                              "__doc__": about})


ZeroPad1d, ZeroPad2d, ZeroPad3d = (layer("Zero", dims) for dims in (1, 2, 3))
ConstantPad1d, ConstantPad2d, ConstantPad3d = (layer("Constant", dims) for dims in (1, 2, 3))
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = (layer("Reflection", dims) for dims in (1, 2, 3))
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = (layer("Replication", dims) for dims in (1, 2, 3))
CircularPad1d, CircularPad2d, CircularPad3d = (layer("Circular", dims) for dims in (1, 2, 3))


__getattr__ = moved_to("nn.rare_resize")
