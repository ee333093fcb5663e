"""Batch normalisation: each channel gets mean 0 and variance 1 over the batch. In plain ops, then as one fused op.

The fused op makes several passes over each channel, so it copies as many channels at a time as fit in the cache.
"""

from math import prod

from ...backend.memory import aligned
from ...engine import derivative_of, op
from ..elementwise.powers import rsqrt, square
from ..kernels.tiling import as_float32, block_rows, blocks, row_dots
from ..reduce.reductions import count, mean, sum
from ..shape.views import reshape


def normalise(x, weight, bias, eps):
    """Compute batch_norm in plain ops: (out, mean, variance)."""
    dims = (0, *range(2, len(x.shape)))
    average = mean(x, dim=dims, keepdim=True)
    centred = x - average
    variance = sum(square(centred), dim=dims, keepdim=True) / count(x.shape, dims)
    out = centred * rsqrt(variance + eps)
    shape = tuple(average.shape)
    if weight is not None:
        out = out * reshape(weight, shape=shape)
    if bias is not None:
        out = out + reshape(bias, shape=shape)
    channels = tuple(x.shape[1:2])
    return out, reshape(average, shape=channels), reshape(variance, shape=channels)


def copy_channel_groups(xp, x):
    """Yield some channels of x (N, C, P) at a time: (a slice of C, a copy (c, N·P) that may be overwritten)."""
    N, C, P = x.shape
    buffer = aligned(xp, (min(block_rows(xp, C, N * P), C), N, P) if P > 1 else (0, N, P), x.dtype)
    for part in blocks(xp, C, N * P):
        rows = x[:, part].swapaxes(0, 1)
        if P > 1:
            buffer[:rows.shape[0]] = rows
            rows = buffer[:rows.shape[0]]
        else:
            rows = rows.copy("K")                                            # "K" keeps the memory order of a matrix
        yield part, rows.reshape(rows.shape[0], N * P)


def as_channels(x):
    """Return x as (N, C, P), the number of channels C, and the number of elements in a channel, N·P."""
    N, C = x.shape[:2]
    flat = x.reshape(N, C, prod(x.shape[2:]))
    return flat, C, N * flat.shape[2]


def centre(xp, rows, ones):
    """Subtract the mean of each row from the row, in place; return the means and variances of the rows."""
    n = max(ones.size, 1)
    mean = rows @ ones / n                                                   # a matrix product sums faster
    rows -= mean[:, None]
    return mean, dots(xp, rows, rows) / n


def statistics(xp, x):
    """Return the mean and variance of each channel of (N, C, …), as `batch_norm` computes them."""
    flat, C, n = as_channels(x)
    (mean, variance), ones = xp.empty((2, C), x.dtype), xp.ones(n, x.dtype)
    for part, rows in copy_channel_groups(xp, flat):
        mean[part], variance[part] = centre(xp, rows, ones)
    return mean, variance


def scale(xp, centred, variance, weight, bias, eps):
    """Compute centred / √(variance + eps) · weight + bias, in place."""
    factor = 1 / xp.sqrt(variance + eps)
    centred *= (factor if weight is None else factor * weight).astype(centred.dtype, copy=False)
    if bias is not None:
        centred += bias


def dots(xp, a, b):
    """Return the dot product of each row of a with the same row of b, in any memory order."""
    return row_dots(xp, a, b) if a.flags.c_contiguous else xp.einsum("cn,cn->c", a, b)


@op(symbol="batch norm", outputs=3, residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def batch_norm(xp, x, weight=None, bias=None, *, eps=1e-5):
    """Normalise each channel of (N, C, …) to mean 0 and variance 1, then multiply by weight and add bias, both (C,).

    returns   the result, and the mean and (biased) variance of each channel
    """
    if x.dtype.char == "e":                              # float16 squares may exceed 65504
        (out, *found), kept = batch_norm.forward(xp, *as_float32(x, weight, bias), eps=eps)
        return (out.astype("float16"), *found), kept
    flat, C, n = as_channels(x)
    out, (mean, variance) = xp.empty(flat.shape, x.dtype), xp.empty((2, C), x.dtype)
    ones, by_channel = xp.ones(n, x.dtype), out.swapaxes(0, 1)
    for part, rows in copy_channel_groups(xp, flat):
        mean[part], variance[part] = centre(xp, rows, ones)
        scale(xp, rows, *[None if a is None else a[part, None] for a in (variance, weight, bias)], eps)
        by_channel[part] = rows.reshape(rows.shape[0], *by_channel.shape[1:])
    return (out.reshape(x.shape), mean, variance), (mean, variance)      # do not save `out`: users may overwrite it


@derivative_of(batch_norm)
def batch_norm_derivative(grads, out, x, weight, bias, needs, *, eps):
    average, variance = out
    scale = rsqrt(variance + eps)
    by_x, by_weight, by_bias = batch_norm_gradients(x * 0 if grads[0] is None else grads[0], x, weight, average, scale)
    shape = (-1,) + (1,) * (len(x.shape) - 2)                                # in this shape, (C,) broadcasts to x
    n = by_x.size // max(average.size, 1)
    if grads[1] is not None:
        by_x = by_x + reshape(grads[1] / n, shape=shape)
    if grads[2] is not None:
        by_x = by_x + (x - reshape(average, shape=shape)) * reshape(grads[2] * (2 / n), shape=shape)
    return (by_x if needs[0] else None,
            by_weight if len(needs) > 1 and needs[1] else None, by_bias if len(needs) > 2 and needs[2] else None)


@op(symbol="batch norm", outputs=3, promotes=False, hidden=True)
def batch_norm_gradients(xp, grad, x, weight, mean, scale):
    """Return the three gradients of batch_norm, where n is the normalised x and scale = 1 / √(variance + eps):

    by x  (grad − mean(grad) − n·mean(grad·n))·scale·weight;  by weight  Σ grad·n;  by bias  Σ grad
    """
    if x.dtype.char == "e":
        found = batch_norm_gradients.forward(xp, *as_float32(grad, x, weight, mean, scale))
        return tuple([array.astype("float16") for array in found])
    flat, C, n = as_channels(x)                                              # (N, C, P)
    grad = grad.reshape(flat.shape)
    by_x, (by_weight, by_bias) = xp.empty(flat.shape, x.dtype), xp.empty((2, C), x.dtype)
    ones, by_channel = xp.ones(n, x.dtype), by_x.swapaxes(0, 1)
    for (part, rows), (_, grads) in zip(copy_channel_groups(xp, flat), copy_channel_groups(xp, grad)):
        s = scale[part]
        rows -= mean[part, None]
        by_bias[part] = grads @ ones
        by_weight[part] = dots(xp, grads, rows) * s
        rows *= (by_weight[part] * s / max(n, 1))[:, None]
        rows += (by_bias[part] / max(n, 1))[:, None]
        grads -= rows
        factor = (s if weight is None else s * weight[part])[:, None, None].astype(x.dtype, copy=False)
        xp.multiply(grads.reshape(grads.shape[0], *by_channel.shape[1:]), factor, out=by_channel[part])
    return by_x.reshape(x.shape), by_weight, by_bias
