"""Layer normalisation as one op: the last dimensions to mean 0 and variance 1."""

from ..graph import derivative_of, op
from .blocks import blocks, scratch
from .powers import rsqrt, square
from .reduce import mean


def normalise(x, weight, bias, dims, eps):
    """What layer_norm computes, in plain ops."""
    axes = tuple(range(-dims, 0))
    centred = x - mean(x, dim=axes, keepdim=True)
    out = centred * rsqrt(mean(square(centred), dim=axes, keepdim=True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def in_rows(xp, dims, *arrays):
    """Each array with its last `dims` dimensions as one, and all before them as another: (m, n)."""
    n = 1
    for size in arrays[0].shape[len(arrays[0].shape) - dims:]:
        n *= size
    return [None if a is None else xp.ascontiguousarray(a).reshape(-1 if n else 0, n) for a in arrays]


def dots(xp, a, b):
    """The product of each row of a with the same row of b."""
    return xp.einsum("ij,ij->i", a, b)


@op(symbol="layer norm", residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def layer_norm(xp, x, weight=None, bias=None, *, dims=1, eps=1e-5):
    """The last `dims` dimensions to mean 0 and variance 1, then times weight plus bias, of those dimensions' shape.

    The residual is what each row of x was normalised by: its mean, and 1 / √(variance + eps).
    """
    flat, by, plus = in_rows(xp, dims, x, weight, bias)
    out, n = xp.empty_like(flat), max(flat.shape[1], 1)
    middle, scale = (xp.empty((len(flat), 1), x.dtype) for _ in range(2))
    each = xp.full(n, 1 / n, x.dtype)                    # the mean of short rows is quickest as a product
    for part in blocks(xp, *flat.shape):
        mine = out[part]
        middle[part, 0] = flat[part] @ each
        xp.subtract(flat[part], middle[part], out=mine)
        scale[part, 0] = 1 / xp.sqrt(dots(xp, mine, mine) / n + x.dtype.type(eps))
        mine *= scale[part]
        if by is not None:
            mine *= by
        if plus is not None:
            mine += plus
    return out.reshape(x.shape), (middle, scale)


@derivative_of(layer_norm)
def layer_norm_derivative(grad, out, x, weight, bias, needs, *, dims, eps):
    by_x, by_weight, by_bias = layer_norm_slopes(grad, x, weight, *out, dims=dims)
    return by_x, by_weight if needs[1] else None, by_bias if needs[2] else None


@op(symbol="layer norm", outputs=3, promotes=False, hidden=True)
def layer_norm_slopes(xp, grad, x, weight, middle, scale, *, dims):
    """The three gradients of layer_norm, where n are the normalised rows and g = grad·weight:

    by x  (g − mean(g) − n·mean(g·n))·scale;  by weight  Σ grad·n;  by bias  Σ grad
    """
    own = x.shape[len(x.shape) - dims:]
    flat, grads, by = in_rows(xp, dims, x, grad, weight)
    m, n = flat.shape
    by_x, by_weight, by_bias = xp.empty_like(flat), xp.zeros(n, x.dtype), xp.zeros(n, x.dtype)
    by = xp.ones(n, x.dtype) if by is None else by[0]
    centres, products = scratch(xp, m, n, x.dtype, 2)
    for part in blocks(xp, m, n):
        mine, g, rows = by_x[part], grads[part], scale[part]
        centred, product = centres[:len(g)], products[:len(g)]
        xp.subtract(flat[part], middle[part], out=centred)
        xp.multiply(g, centred, out=product)
        by_weight += rows[:, 0] @ product                # sums along the short way are quickest as products
        by_bias += xp.ones(len(g), x.dtype) @ g
        xp.multiply(g, by, out=mine)
        mine -= (g @ by / n)[:, None]
        centred *= rows * rows * (product @ by / n)[:, None]
        mine -= centred
        mine *= rows
    return by_x.reshape(x.shape), by_weight.reshape(own), by_bias.reshape(own)
