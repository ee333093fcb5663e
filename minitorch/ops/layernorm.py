"""Layer normalisation as one op: the last dimensions to mean 0 and variance 1."""

from ..graph import derivative_of, op
from .blocks import blocks, scratch
from .powers import rsqrt, square
from .reduce import mean
from .rows import dots

FAR = 16                                                 # mean² / variance where E[x²] − mean² has lost four bits


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


def moments(xp, rows, eps):
    """Of each row the mean and 1 / √(variance + eps), both (m, 1), and the rows to go on with, with their means.

    Variance is E[x²] − mean², in one reading. Rows whose mean is large beside their spread would lose their digits
    so: they are centred first. (A GPU would have to be waited for to tell: there all are.)
    """
    m, n = rows.shape
    middle, variance = xp.empty((2, m, 1), rows.dtype)
    each = xp.full((n, 1), 1 / max(n, 1), rows.dtype)    # the mean of short rows is quickest as a product
    for part in blocks(xp, m, n):
        xp.matmul(rows[part], each, out=middle[part])
        variance[part, 0] = dots(xp, rows[part], rows[part])
    variance /= max(n, 1)
    square = middle * middle
    variance -= square
    variance += rows.dtype.type(eps)
    start = middle
    if xp.__name__ != "numpy" or (square > FAR * variance).any():
        rows, start = rows - middle, middle * 0
        variance = dots(xp, rows, rows)[:, None] / max(n, 1) + rows.dtype.type(eps)
    return middle, 1 / xp.sqrt(variance), rows, start


@op(symbol="layer norm", residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def layer_norm(xp, x, weight=None, bias=None, *, dims=1, eps=1e-5):
    """The last `dims` dimensions to mean 0 and variance 1, then times weight plus bias, of those dimensions' shape.

    x·(scale·weight) + (bias − mean·scale·weight), where each bracket is one number a row times one a column.
    As a product of thin matrices, (m, 2) and (2, n), it fills a block three times as fast as broadcasting does.
    The residual is what each row of x was normalised by: its mean, and scale = 1 / √(variance + eps).
    """
    if x.dtype == "float16":                             # computed in float32: squares soon pass 65504
        out, kept = layer_norm.forward(xp, *in_float32(x, weight, bias), dims=dims, eps=eps)
        return out.astype("float16"), kept
    flat, by, plus = in_rows(xp, dims, x, weight, bias)
    m, n = flat.shape
    middle, scale, flat, start = moments(xp, flat, eps)
    rows, (times, shift) = xp.zeros((2, 2, n), x.dtype), xp.zeros((2, m, 2), x.dtype)
    rows[:, 0] = 1 if by is None else by
    rows[1, 1] = 0 if plus is None else plus
    times[:, :1] = scale
    shift[:, :1] = -start * scale
    shift[:, 1] = 1
    out, (added,) = xp.empty(x.shape, x.dtype), scratch(xp, m, n, x.dtype, 1)
    filled = out.reshape(m, n)
    for part in blocks(xp, m, n):
        mine, more = filled[part], added[:len(flat[part])]
        xp.matmul(times[part], rows[0], out=mine)
        mine *= flat[part]
        mine += xp.matmul(shift[part], rows[1], out=more)
    return out, (middle, scale)


def in_float32(*arrays):
    return [None if a is None else a.astype("float32") for a in arrays]


@derivative_of(layer_norm)
def layer_norm_derivative(grad, out, x, weight, bias, needs, *, dims, eps):
    by_x, by_weight, by_bias = layer_norm_slopes(grad, x, weight, *out, dims=dims)
    return by_x, by_weight if needs[1] else None, by_bias if needs[2] else None


@op(symbol="layer norm", outputs=3, promotes=False, hidden=True)
def layer_norm_slopes(xp, grad, x, weight, middle, scale, *, dims):
    """The three gradients of layer_norm, where n = (x − mean)·scale and g = grad·weight:

    by x  (g − mean(g) − n·mean(g·n))·scale;  by weight  Σ grad·n;  by bias  Σ grad

    In sums over grad and grad·x, so that x need not be centred first: by x is grad·(scale·weight) + x·a + b,
    with two numbers a row, a = −scale²·mean(g·n) and b = −scale·mean(g) − mean·a.
    """
    if x.dtype == "float16":
        slopes = layer_norm_slopes.forward(xp, *in_float32(grad, x, weight), middle, scale, dims=dims)
        return tuple(slope.astype("float16") for slope in slopes)
    own = x.shape[len(x.shape) - dims:]
    flat, grads, by = in_rows(xp, dims, x, grad, weight)
    m, n = flat.shape
    if xp.__name__ != "numpy" or (xp.square(middle * scale) > FAR).any():
        flat, middle = flat - middle, middle * 0
    rows, times, shares = xp.zeros((2, n), x.dtype), xp.zeros((m, 2), x.dtype), xp.ones((2, m), x.dtype)
    rows[0] = 1 if by is None else by
    times[:, :1] = scale
    shares[:1] = (middle * scale).T
    by = rows[:1]
    by_x, by_weight, sums = xp.empty(x.shape, x.dtype), xp.zeros((1, n), x.dtype), xp.zeros((2, n), x.dtype)
    filled = by_x.reshape(m, n)
    products, = scratch(xp, m, n, x.dtype, 1)
    for part in blocks(xp, m, n):
        mine, g, product, s = filled[part], grads[part], products[:len(flat[part])], scale[part]
        xp.multiply(g, flat[part], out=product)
        by_weight += s.T @ product                       # sums along the short way are quickest as products
        sums += shares[:, part] @ g                      # Σ grad·mean·scale and Σ grad
        total = g @ by.T                                 # each row's Σ g, and of Σ g·n what follows
        a = (product @ by.T - middle[part] * total) * s * s * s / -n
        xp.matmul(times[part], rows, out=mine)
        mine *= g
        mine += xp.multiply(flat[part], a, out=product)
        mine -= total * s / n + middle[part] * a
    return by_x, (by_weight[0] - sums[0]).reshape(own), sums[1].reshape(own)
