"""Layer normalisation as one op: the last dimensions to mean 0 and variance 1."""

from ..graph import derivative_of, op
from .powers import rsqrt, square
from .reduce import mean


def normalise(x, weight, bias, dims, eps):
    """What layer_norm computes, in plain ops."""
    axes = tuple(range(-dims, 0))
    centred = x - mean(x, dim=axes, keepdim=True)
    out = centred * rsqrt(mean(square(centred), dim=axes, keepdim=True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


@op(symbol="layer norm", residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def layer_norm(xp, x, weight=None, bias=None, *, dims=1, eps=1e-5):
    """The last `dims` dimensions to mean 0 and variance 1, then times weight plus bias, of those dimensions' shape.

    The residual is what x was normalised by: its mean, and 1 / √(variance + eps).
    """
    axes = tuple(range(-dims, 0))
    middle = x.mean(axes, keepdims=True)
    out = x - middle
    scale = 1 / xp.sqrt(xp.square(out).mean(axes, keepdims=True) + x.dtype.type(eps))
    out *= scale
    if weight is not None:
        out *= weight
    if bias is not None:
        out += bias
    return out, (middle, scale)


@derivative_of(layer_norm)
def layer_norm_derivative(grad, out, x, weight, bias, needs, *, dims, eps):
    axes, (middle, scale) = tuple(range(-dims, 0)), out
    normal = (x - middle) * scale
    by_x = None
    if needs[0]:
        by_x = grad if weight is None else grad * weight
        by_x = by_x - mean(by_x, dim=axes, keepdim=True) - normal * mean(by_x * normal, dim=axes, keepdim=True)
        by_x = by_x * scale
    return by_x, grad * normal if needs[1] else None, grad if needs[2] else None
