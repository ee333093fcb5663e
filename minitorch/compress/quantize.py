"""Quantisation: a float becomes a small integer times a scale. Inside the range, the error is at most half a scale."""

from .. import dtypes
from ..engine.piece import piece
from ..ops.shape.creation import full_like, zeros_like
from ..runtime import functions

DTYPES = {True: dtypes.int8, False: dtypes.uint8}        # {symmetric: dtype}; 2 to 8 bits are stored in one byte


@piece
def choose_qparams(low, high, bits=8, symmetric=False):
    """Return scale and zero point with which integers of `bits` bits cover the range from low to high.

    low, high   tensors of one shape; the range is enlarged to include 0, so that 0 is exact
    bits        from 2 to 8; raises ValueError for others
    symmetric   True: integers from −(2ᵇ⁻¹ − 1) to 2ᵇ⁻¹ − 1, zero point 0; False: from 0 to 2ᵇ − 1
    returns     (scale, zero_point), with the shape of low

    >>> choose_qparams(tensor(-1.0), tensor(3.0))
    (tensor(0.0157), tensor(64.))
    """
    if not 2 <= bits <= 8:
        raise ValueError(f"choose_qparams: bits={bits} must be from 2 to 8.")
    low, high = low.clamp(max=0), high.clamp(min=0)
    if symmetric:
        scale = functions["where"](high > -low, high, -low) / (2 ** (bits - 1) - 1)
        scale = scale.masked_fill(scale == 0, 1.0)
        return scale, zeros_like(scale)
    scale = (high - low) / (2 ** bits - 1)
    scale = scale.masked_fill(scale == 0, 1.0)
    return scale, (-low / scale).round()


def quantize(x, scale, zero_point, bits=8, symmetric=False):
    """Return x as integers: round(x / scale) + zero_point, clamped to the range of `bits` bits; int8 or uint8.

    bits and symmetric as in choose_qparams.
    """
    least, most = (-(2 ** (bits - 1) - 1), 2 ** (bits - 1) - 1) if symmetric else (0, 2 ** bits - 1)
    return ((x / scale).round() + zero_point).clamp(least, most).to(DTYPES[symmetric])


def dequantize(q, scale, zero_point):
    """Return the floats of the integers q: (q − zero_point) · scale."""
    return (q.to(scale.dtype) - zero_point) * scale


@piece
def quantize_weight(weight, bits=8, per_channel=True):
    """Return the integers and the scale of a weight, symmetric around 0: weight ≈ integers · scale.

    weight        (O, …) of a Linear or a convolution
    bits          bits of an integer
    per_channel   True: a scale for each of the O outputs; False: one scale
    returns       (int8 with the weight's shape, scale (O, 1, …) or (1, 1, …))
    """
    axes = tuple(range(int(per_channel), weight.ndim))
    scale, zero = choose_qparams(weight.amin(axes, keepdim=True), weight.amax(axes, keepdim=True), bits, True)
    return quantize(weight, scale, zero, bits, symmetric=True), scale


def fake_quantize(x, bits=8, symmetric=True, dim=None):
    """Quantise x to integers of `bits` bits and convert it back to floats; any shape.

    symmetric   as in choose_qparams
    dim         use a scale for each index of this dimension (per channel); None: one scale (per tensor)
    """
    axes = [d for d in range(x.ndim) if dim is None or d != dim % x.ndim]
    low, high = (x.amin(axes, keepdim=True), x.amax(axes, keepdim=True)) if axes else (x, x)
    scale, zero_point = choose_qparams(low, high, bits, symmetric)
    return dequantize(quantize(x, scale, zero_point, bits, symmetric), scale, zero_point)


class Observer:
    """An observer of the range of activations, batch by batch: `observer(x)`.

    kind       "minmax": minimum and maximum of all batches; "moving_average": moving averages of both;
               "percentile": like moving_average, without the extremes, 1 − `share` of the values; ValueError for others
    momentum   the weight of a new batch in the moving average
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
        """Return scale and zero point for the observed range; raise RuntimeError if no batch was observed."""
        if self.low is None:
            raise RuntimeError("Observer: no batch was observed yet. Run the prepared model on a few batches before "
                               "convert().")
        return choose_qparams(self.low, self.high, bits)
