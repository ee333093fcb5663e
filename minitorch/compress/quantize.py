"""Quantisation: a float is a small integer times a scale. The error is half a step, unless the float lies outside."""

from .. import dtypes
from ..ops.shape.creation import full_like, zeros_like
from ..piece import piece
from ..runtime import functions

DTYPES = {True: dtypes.int8, False: dtypes.uint8}        # signed or not; all of 8 bits or fewer are kept in one byte


@piece
def choose_qparams(low, high, bits=8, symmetric=False):
    """Scale and zero point by which integers of `bits` bits reach from low to high.

    low, high   tensors of one shape; 0 is always made to lie between, so that it is represented exactly
    bits        from 2 to 8, else ValueError
    symmetric   around 0: integers from −(2ᵇ⁻¹ − 1) to 2ᵇ⁻¹ − 1, zero point 0; otherwise from 0 to 2ᵇ − 1
    returns     (scale, zero_point), of their shape

    >>> choose_qparams(tensor(-1.0), tensor(3.0))
    (tensor(0.0157), tensor(64.))
    """
    if not 2 <= bits <= 8:
        raise ValueError(f"choose_qparams: bits={bits} must lie from 2 to 8.")
    low, high = low.clamp(max=0), high.clamp(min=0)
    if symmetric:
        scale = functions["where"](high > -low, high, -low) / (2 ** (bits - 1) - 1)
        scale = scale.masked_fill(scale == 0, 1.0)
        return scale, zeros_like(scale)
    scale = (high - low) / (2 ** bits - 1)
    scale = scale.masked_fill(scale == 0, 1.0)
    return scale, (-low / scale).round()


def quantize(x, scale, zero_point, bits=8, symmetric=False):
    """The integers that stand for x: round(x / scale) + zero_point, clamped to those there are; int8 or uint8.

    bits and symmetric as choose_qparams's.
    """
    least, most = (-(2 ** (bits - 1) - 1), 2 ** (bits - 1) - 1) if symmetric else (0, 2 ** bits - 1)
    return ((x / scale).round() + zero_point).clamp(least, most).to(DTYPES[symmetric])


def dequantize(q, scale, zero_point):
    """The floats that the integers q stand for: (q − zero_point) · scale."""
    return (q.to(scale.dtype) - zero_point) * scale


@piece
def quantize_weight(weight, bits=8, per_channel=True):
    """Integers and scale of a weight, symmetric around 0: weight ≈ integers · scale.

    weight        (O, …) of a Linear or a convolution
    bits          of an integer
    per_channel   a scale for each of the O outputs; otherwise one for all
    returns       (int8 of its shape, scale (O, 1, …) or (1, 1, …))
    """
    axes = tuple(range(int(per_channel), weight.ndim))
    scale, zero = choose_qparams(weight.amin(axes, keepdim=True), weight.amax(axes, keepdim=True), bits, True)
    return quantize(weight, scale, zero, bits, symmetric=True), scale


def fake_quantize(x, bits=8, symmetric=True, dim=None):
    """x as it comes back from integers of `bits` bits: what quantisation does to its values, of any shape.

    symmetric   as choose_qparams's
    dim         a scale for each index of this dimension (per channel); None: one for all (per tensor)
    """
    axes = [d for d in range(x.ndim) if dim is None or d != dim % x.ndim]
    low, high = (x.amin(axes, keepdim=True), x.amax(axes, keepdim=True)) if axes else (x, x)
    scale, zero_point = choose_qparams(low, high, bits, symmetric)
    return dequantize(quantize(x, scale, zero_point, bits, symmetric), scale, zero_point)


class Observer:
    """Notes between which numbers activations lie, batch by batch: `observer(x)`.

    kind       "minmax" the smallest and largest seen; "moving_average" a mean over batches that forgets slowly;
               "percentile" leaves out the outermost `1 - share` of each batch on both sides together; else ValueError
    momentum   share of a new batch in the moving average
    """

    def __init__(self, kind="minmax", momentum=0.01, share=0.999):
        if kind not in ("minmax", "moving_average", "percentile"):
            raise ValueError(f"Observer: kind must be minmax, moving_average or percentile, not {kind!r}.")
        self.kind, self.momentum, self.share = kind, momentum, share
        self.low = self.high = None

    def __call__(self, x):
        x = x.detach()
        if self.kind == "percentile":
            rest = (1 - self.share) / 2
            low, high = [functions["quantile"](x.flatten(), q) for q in (rest, 1 - rest)]
        else:
            low, high = x.min(), x.max()
        if self.low is None:
            self.low, self.high = low, high
        elif self.kind == "minmax":
            self.low, self.high = low.minimum(self.low), high.maximum(self.high)
        else:
            self.low = self.low.lerp(low, full_like(low, self.momentum))
            self.high = self.high.lerp(high, full_like(high, self.momentum))

    def qparams(self, bits=8):
        """Scale and zero point for what was seen; RuntimeError if nothing was."""
        if self.low is None:
            raise RuntimeError("Observer: nothing was seen yet. Run the prepared model on a few batches before "
                               "convert().")
        return choose_qparams(self.low, self.high, bits)
