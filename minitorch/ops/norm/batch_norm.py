"""Batch normalisation as one op: each channel to mean 0 and variance 1 over the batch.

It takes several passes over each channel: so many channels at a time are copied as stay in the cache.
"""

from math import prod

from ...graph import derivative_of, op
from ...memory import aligned
from ..elementwise.powers import rsqrt, square
from ..kernels.rows import dots
from ..kernels.tiling import blocks, step_of
from ..reduce.reductions import mean, sum
from ..shape.views import reshape
from .layer_norm import in_float32


def normalise(x, weight, bias, eps):
    """What batch_norm computes, in plain ops: (out, mean, variance)."""
    dims = (0, *range(2, len(x.shape)))
    count = 1
    for d in dims:
        count *= x.shape[d]
    middle = mean(x, dim=dims, keepdim=True)
    centred = x - middle
    spread = sum(square(centred), dim=dims, keepdim=True) / count
    out = centred * rsqrt(spread + eps)
    shape = tuple(middle.shape)
    if weight is not None:
        out = out * reshape(weight, shape=shape)
    if bias is not None:
        out = out + reshape(bias, shape=shape)
    channels = tuple(x.shape[1:2])
    return out, reshape(middle, shape=channels), reshape(spread, shape=channels)


def channels(xp, x):
    """Some channels of x (N, C, P) at a time: (a slice of C, a copy (c, N·P) to write over)."""
    N, C, P = x.shape
    memory = aligned(xp, (min(step_of(xp, C, N * P), C), N, P) if P > 1 else (0, N, P), x.dtype)
    for part in blocks(xp, C, N * P):
        mine = x[:, part].swapaxes(0, 1)
        if P > 1:
            room = memory[:len(mine)]
            room[:] = mine
        else:
            room = mine.copy("K")                                            # rows of a matrix stay as they lie
        yield part, room.reshape(len(mine), N * P)


def row_dots(xp, a, b):
    """The product of each row of a with the same row of b, however they lie."""
    return dots(xp, a, b) if a.flags.c_contiguous else xp.einsum("cn,cn->c", a, b)


@op(symbol="batch norm", outputs=3, residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def batch_norm(xp, x, weight=None, bias=None, *, eps=1e-5):
    """Each channel of (N, C, …) to mean 0 and variance 1, then times weight plus bias, both (C,).

    returns   the result, and the mean and (biased) variance of each channel, which it was made with
    """
    if x.dtype.char == "e":                              # computed in float32: squares soon pass 65504
        (out, *found), kept = batch_norm.forward(xp, *in_float32(x, weight, bias), eps=eps)
        return (out.astype("float16"), *found), kept
    N, C = x.shape[:2]
    flat = x.reshape(N, C, prod(x.shape[2:]))
    count = N * flat.shape[2]
    out, (mean, variance) = xp.empty(flat.shape, x.dtype), xp.empty((2, C), x.dtype)
    ones, places = xp.ones(count, x.dtype), out.swapaxes(0, 1)               # a sum as a product, which is faster
    for part, mine in channels(xp, flat):
        mean[part] = mine @ ones / max(count, 1)
        mine -= mean[part, None]
        variance[part] = row_dots(xp, mine, mine) / max(count, 1)
        scale = 1 / xp.sqrt(variance[part] + eps)
        mine *= (scale if weight is None else scale * weight[part])[:, None].astype(x.dtype, copy=False)
        if bias is not None:
            mine += bias[part, None]
        places[part] = mine.reshape(len(mine), *places.shape[1:])
    return (out.reshape(x.shape), mean, variance), (mean, variance)      # the result may be written over


@derivative_of(batch_norm)
def batch_norm_derivative(grads, out, x, weight, bias, needs, *, eps):
    middle, variance = out
    scale = rsqrt(variance + eps)
    by_x, by_weight, by_bias = batch_norm_slopes(x * 0 if grads[0] is None else grads[0], x, weight, middle, scale)
    along = (-1,) + (1,) * (len(x.shape) - 2)                                # (C,) beside x
    count = by_x.size // max(len(middle), 1)
    if grads[1] is not None:
        by_x = by_x + reshape(grads[1] / count, shape=along)
    if grads[2] is not None:
        by_x = by_x + (x - reshape(middle, shape=along)) * reshape(grads[2] * (2 / count), shape=along)
    return (by_x if needs[0] else None,
            by_weight if len(needs) > 1 and needs[1] else None, by_bias if len(needs) > 2 and needs[2] else None)


@op(symbol="batch norm", outputs=3, promotes=False, hidden=True)
def batch_norm_slopes(xp, grad, x, weight, mean, scale):
    """The three gradients of batch_norm, where n are the normalised numbers, scale is 1 / √(variance + eps):

    by x  (grad − mean(grad) − n·mean(grad·n))·scale·weight;  by weight  Σ grad·n;  by bias  Σ grad
    """
    if x.dtype.char == "e":
        slopes = batch_norm_slopes.forward(xp, *in_float32(grad, x, weight, mean, scale))
        return tuple([slope.astype("float16") for slope in slopes])
    flat = x.reshape(*x.shape[:2], prod(x.shape[2:]))                        # (N, C, P)
    grad, C = grad.reshape(flat.shape), x.shape[1]
    size = flat.shape[0] * flat.shape[2]
    count = max(size, 1)
    by_x, (by_weight, by_bias) = xp.empty(flat.shape, x.dtype), xp.empty((2, C), x.dtype)
    ones, places = xp.ones(size, x.dtype), by_x.swapaxes(0, 1)
    for (part, mine), (_, theirs) in zip(channels(xp, flat), channels(xp, grad)):
        narrow = scale[part]
        mine -= mean[part, None]
        by_bias[part] = theirs @ ones
        by_weight[part] = row_dots(xp, theirs, mine) * narrow
        mine *= (by_weight[part] * narrow / count)[:, None]
        mine += (by_bias[part] / count)[:, None]
        theirs -= mine
        slope = (narrow if weight is None else narrow * weight[part])[:, None, None].astype(x.dtype, copy=False)
        xp.multiply(theirs.reshape(len(theirs), *places.shape[1:]), slope, out=places[part])
    return by_x.reshape(x.shape), by_weight, by_bias
