"""Layer normalisation as one op: the last dimensions to mean 0 and variance 1."""

from math import prod

from ...graph import derivative_of, op
from ..elementwise.powers import rsqrt, square
from ..kernels.rows import dots
from ..kernels.tiling import blocks, scratch
from ..reduce.reductions import mean

NEAR = 4                                                 # |mean| / √variance: beyond, E[x²] − mean² loses four bits


def normalise(x, weight, bias, dims, eps):
    """What layer_norm computes, in plain ops."""
    axes = tuple(range(-dims, 0))
    centred = x - mean(x, dim=axes, keepdim=True)
    out = centred * rsqrt(mean(square(centred), dim=axes, keepdim=True) + eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def in_rows(xp, dims, *arrays):
    """Each array with its last `dims` dimensions as one, and all before them as another: (m, n)."""
    shape = arrays[0].shape
    n, m = prod(shape[len(shape) - dims:]), prod(shape[:len(shape) - dims])
    return [None if a is None else xp.ascontiguousarray(a).reshape(m if a.shape == shape else 1, n) for a in arrays]


def statistics(xp, rows, eps):
    """[scale, mean·scale, 1] of each row, (3, m), where scale = 1 / √(variance + eps).

    Variance is E[x²] − mean², in one reading; means are products, which are quickest the short way.
    """
    m, n = rows.shape
    found, each = xp.empty((3, m), rows.dtype), xp.empty((n,), rows.dtype)
    each[...], found[2] = 1 / max(n, 1), 1
    scale, middle = found[0], found[1]
    for part in blocks(xp, m, n):
        xp.matmul(rows[part], each, out=middle[part])
        scale[part] = dots(xp, rows[part], rows[part])
    scale /= max(n, 1)
    scale -= middle * middle
    scale += eps
    xp.divide(1, xp.sqrt(scale, out=scale), out=scale)
    middle *= scale
    return found


def centred(xp, rows, eps):
    """The statistics of rows, the rows to go on with, and what was subtracted from them, if anything.

    Where a mean is large beside its row's spread digits would be lost: there all rows are centred first. (A GPU would
    have to be waited for to tell: there they always are.)
    """
    if xp.__name__ == "numpy":
        found = statistics(xp, rows, eps)
        if xp.maximum.reduce(xp.abs(found[1]), initial=0) <= NEAR:           # not so for nan either
            return found, rows, None
    centre = xp.mean(rows, axis=1, keepdims=True)
    rows = rows - centre
    return statistics(xp, rows, eps), rows, centre


@op(symbol="layer norm", residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def layer_norm(xp, x, weight=None, bias=None, *, dims=1, eps=1e-5):
    """The last `dims` dimensions to mean 0 and variance 1, then times weight plus bias, of those dimensions' shape.

    x·(scale·weight) + (bias − mean·scale·weight), where each bracket is one number a row times one a column.
    As a product of thin matrices, (m, 3) and (3, n), it fills a block three times as fast as broadcasting does.
    The residual is what each row of x was normalised by: its statistics, and what was subtracted first.
    """
    if x.dtype == "float16":                             # computed in float32: squares soon pass 65504
        out, kept = layer_norm.forward(xp, *in_float32(x, weight, bias), dims=dims, eps=eps)
        return out.astype("float16"), kept
    flat, by, plus = in_rows(xp, dims, x, weight, bias)
    m, n = flat.shape
    found, flat, centre = centred(xp, flat, eps)
    times, shift = xp.zeros((2, 3, n), x.dtype)
    times[0] = 1 if by is None else by
    shift[1] = -times[0]
    shift[2] = 0 if plus is None else plus
    out, scratches = xp.empty(x.shape, x.dtype), scratch(xp, m, n, x.dtype, 2)
    filled = out.reshape(m, n)
    for part in blocks(xp, m, n):
        each, (mine, added) = found[:, part].T, [work[:len(flat[part])] for work in scratches]
        xp.matmul(each, times, out=mine)
        mine *= flat[part]
        mine += xp.matmul(each, shift, out=added)
        filled[part] = mine
    return out, (found, centre)


def in_float32(*arrays):
    return [None if a is None else a.astype("float32") for a in arrays]


@derivative_of(layer_norm)
def layer_norm_derivative(grad, out, x, weight, bias, needs, *, dims, eps):
    by_x, by_weight, by_bias = layer_norm_slopes(grad, x, weight, *out, dims=dims)
    return by_x, by_weight if needs[1] else None, by_bias if needs[2] else None


@op(symbol="layer norm", outputs=3, promotes=False, hidden=True)
def layer_norm_slopes(xp, grad, x, weight, found, centre, *, dims):
    """The three gradients of layer_norm, where n = (x − mean)·scale and g = grad·weight:

    by x  (g − mean(g) − n·mean(g·n))·scale;  by weight  Σ grad·n;  by bias  Σ grad

    In sums over grad and grad·x, so that x need not be centred first: by x is grad·(scale·weight) − x·a + b,
    with two numbers a row, a = scale²·mean(g·n) and b = (mean·scale·mean(g·n) − mean(g))·scale.
    """
    if x.dtype == "float16":
        slopes = layer_norm_slopes.forward(xp, *in_float32(grad, x, weight), found, centre, dims=dims)
        return tuple(slope.astype("float16") for slope in slopes)
    own = x.shape[len(x.shape) - dims:]
    flat, grads, by = in_rows(xp, dims, x, grad, weight)
    flat = flat if centre is None else flat - centre
    m, n = flat.shape
    times, less, more = xp.zeros((3, 3, n), x.dtype)
    times[0] = 1 if by is None else by
    less[1], more[2] = -1, 1
    by = times[0]
    by_x, by_weight, sums = xp.empty(x.shape, x.dtype), xp.zeros((n,), x.dtype), xp.zeros((2, n), x.dtype)
    filled = by_x.reshape(m, n)
    scratches = scratch(xp, m, n, x.dtype, 2)
    for part in blocks(xp, m, n):
        g, (scale, middle, _) = grads[part], found[:, part]
        mine, product = [work[:len(g)] for work in scratches]
        xp.multiply(g, flat[part], out=product)
        by_weight += scale @ product                     # sums along the short way are quickest as products
        sums += found[1:, part] @ g                      # Σ grad·mean·scale and Σ grad
        total = g @ by                                   # each row's Σ g, and of Σ g·n what follows
        along = product @ by * scale - middle * total
        share, each = scale / n, xp.empty((3, len(g)), x.dtype)
        each[0] = scale
        xp.multiply(along * scale, share, out=each[1])
        xp.multiply(middle * along - total, share, out=each[2])
        xp.matmul(each.T, times, out=mine)
        mine *= g
        mine += xp.multiply(xp.matmul(each.T, less, out=product), flat[part], out=product)
        mine += xp.matmul(each.T, more, out=product)
        filled[part] = mine
    return by_x, (by_weight - sums[0]).reshape(own), sums[1].reshape(own)
