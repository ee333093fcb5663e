"""Batch normalisation as one op: each channel to mean 0 and variance 1 over the batch."""

from ..graph import derivative_of, op
from .powers import rsqrt, square
from .reduce import mean, sum
from .shape import reshape


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


@op(symbol="batch norm", outputs=3, residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def batch_norm(xp, x, weight=None, bias=None, *, eps=1e-5):
    """Each channel of (N, C, …) to mean 0 and variance 1, then times weight plus bias, both (C,).

    returns   the result, and the mean and (biased) variance of each channel, which it was made with
    """
    N, C = x.shape[:2]
    flat = x.reshape(N, C, -1)
    count = flat.size // max(C, 1)
    mean = flat.sum(-1).sum(0) / count
    out = flat - mean[:, None]
    variance = xp.einsum("ncp,ncp->c", out, out) / count
    scale = 1 / xp.sqrt(variance + eps)
    out *= (scale if weight is None else scale * weight)[:, None].astype(x.dtype, copy=False)
    if bias is not None:
        out += bias[:, None]
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
    flat = x.reshape(*x.shape[:2], -1)                                       # (N, C, P)
    grad = grad.reshape(flat.shape)
    count = max(flat.shape[0] * flat.shape[2], 1)
    by_x = flat - mean[:, None]
    by_bias = grad.sum(-1).sum(0)
    by_weight = xp.einsum("ncp,ncp->c", grad, by_x) * scale
    by_x *= (by_weight * scale / count)[:, None]
    by_x += (by_bias / count)[:, None]
    xp.subtract(grad, by_x, out=by_x)
    by_x *= (scale if weight is None else scale * weight)[:, None].astype(x.dtype, copy=False)
    return by_x.reshape(x.shape), by_weight, by_bias
