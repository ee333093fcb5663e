"""Layer normalisation: the last dimensions get mean 0 and variance 1. In plain ops, then as one fused op."""

from math import prod

from ...engine import derivative_of, op
from ..elementwise.powers import rsqrt, square
from ..kernels.row_kernels import row_kernel
from ..kernels.tiling import as_float32, blocks, row_dots, scratch
from ..reduce.reductions import mean, sum

NEAR = 4                                    # if |mean| / √variance is larger, E[x²] − mean² loses more than 4 bits


def normalise(x, weight, bias, dims, eps):
    """Compute layer_norm in plain ops."""
    out, *_ = standardise(x, tuple(range(-dims, 0)), eps)
    out = out if weight is None else out * weight
    return out if bias is None else out + bias


def standardise(x, axes, eps):
    """Return, in plain ops, x with mean 0 and variance 1 along the axes; the scale, the shift and the centre.

    The result is (x − centre)·scale − shift. The centre is the mean, rounded: if the mean is large, rounding loses
    digits. The shift restores them: it is the mean of x − centre, times the scale.
    """
    centre = mean(x, dim=axes, keepdim=True)
    x = x - centre
    rest = mean(x, dim=axes, keepdim=True)
    scale = rsqrt(mean(square(x - rest), dim=axes, keepdim=True) + eps)
    shift = rest * scale
    return x * scale - shift, scale, shift, centre


@row_kernel("xcc -> xrrr", "eps")
def layer_norm_of_rows(x, weight, bias, eps):
    """Compute layer_norm along the last dimension, with the scale, the shift and the centre of each row."""
    out, *found = standardise(x, (-1,), eps)
    return out * weight + bias, *found


@row_kernel("xxcrrr -> xcc")
def layer_norm_gradients_of_rows(grad, x, weight, scale, shift, centre):
    """Compute layer_norm_gradients along the last dimension."""
    n, g = (x - centre) * scale - shift, grad * weight
    by_x = (g - mean(g, dim=-1, keepdim=True) - n * mean(g * n, dim=-1, keepdim=True)) * scale
    return by_x, sum(grad * n, dim=0), sum(grad, dim=0)


def as_matrices(xp, dims, *arrays):
    """Reshape each array to a matrix (m, n): its last `dims` dimensions become n, all before them m."""
    shape = arrays[0].shape
    n, m = prod(shape[len(shape) - dims:]), prod(shape[:len(shape) - dims])
    return [None if a is None else xp.ascontiguousarray(a).reshape(m if a.shape == shape else 1, n) for a in arrays]


def statistics(xp, rows, eps):
    """Return [scale, mean·scale, 1] of each row, (3, m), where scale = 1 / √(variance + eps).

    Variance is E[x²] − mean², in one pass; means are computed as matrix products, which are fastest along rows.
    """
    m, n = rows.shape
    found, weights = xp.empty((3, m), rows.dtype), xp.empty((n,), rows.dtype)
    weights[...], found[2] = 1 / max(n, 1), 1
    scale, average = found[0], found[1]
    for part in blocks(xp, m, n):
        xp.matmul(rows[part], weights, out=average[part])
        scale[part] = row_dots(xp, rows[part], rows[part])
    scale /= max(n, 1)
    scale -= average * average
    scale += eps
    xp.divide(1, xp.sqrt(scale, out=scale), out=scale)
    average *= scale
    return found


def centred(xp, rows, eps):
    """Return the statistics of rows, the rows to use, and the means that were subtracted from them, or None.

    If a mean is large compared with its row's standard deviation, digits would be lost, so all rows are centred first.
    (On a GPU the check would wait for the device, so rows are always centred there.)
    """
    if xp.__name__ == "numpy":
        found = statistics(xp, rows, eps)
        if xp.maximum.reduce(xp.abs(found[1]), initial=0) <= NEAR:           # the test is False if there is a nan
            return found, rows, None
    centre = xp.mean(rows, axis=1, keepdims=True)
    rows = rows - centre
    return statistics(xp, rows, eps), rows, centre


@op(symbol="layer norm", residual=True, keeps="x weight bias", composition=normalise, hidden=True)
def layer_norm(xp, x, weight=None, bias=None, *, dims=1, eps=1e-5):
    """Normalise the last `dims` dimensions to mean 0 and variance 1, then apply weight and bias of their shape.

    It is x·(scale·weight) + (bias − mean·scale·weight), whose brackets combine numbers per row and numbers per column.
    A matrix product, (m, 3) @ (3, n), computes each bracket three times as fast as broadcasting does.
    The residual is the statistics of each row of x, and its mean if that was subtracted first.
    """
    if x.dtype == "float16":                             # float16 squares may exceed 65504
        out, kept = layer_norm.forward(xp, *as_float32(x, weight, bias), dims=dims, eps=eps)
        return out.astype("float16"), kept
    x = xp.ascontiguousarray(x)                          # once, for the row kernel and for `as_matrices`
    if dims == 1 and (found := layer_norm_in_c(xp, x, weight, bias, eps)):
        return found
    kept = row_statistics(xp, x, dims, eps)
    return normalised(xp, x, weight, bias, kept, dims), kept


def layer_norm_in_c(xp, x, weight, bias, eps):
    """Return layer_norm's result and residual, computed by its row kernel, or None."""
    by = xp.ones(x.shape[-1], x.dtype) if weight is None else weight
    offset = xp.zeros(x.shape[-1], x.dtype) if bias is None else bias
    found = layer_norm_of_rows.in_c(xp, x, by, offset, eps=eps)
    if found is None:
        return None
    out, scale, shift, centre = found
    return out, (xp.stack([scale, shift, xp.ones_like(scale)])[:, :, 0], centre)


def gradients_in_c(xp, grad, x, weight, found, centre):
    """Return layer_norm's gradients, computed by their row kernel, or None."""
    by = xp.ones(x.shape[-1], x.dtype) if weight is None else weight
    centre = xp.zeros((found.shape[1], 1), x.dtype) if centre is None else centre
    return layer_norm_gradients_of_rows.in_c(xp, grad, x, by, found[0, :, None], found[1, :, None], centre)


def row_statistics(xp, x, dims, eps):
    """Return the statistics of each row of x, and the means subtracted first, or None: see `centred`."""
    found, _, centre = centred(xp, *as_matrices(xp, dims, x), eps)
    return found, centre


def normalised(xp, x, weight, bias, kept, dims):
    """Return the rows of x normalised by the results of `row_statistics`, times weight plus bias."""
    found, centre = kept
    flat, by, offset = as_matrices(xp, dims, x, weight, bias)
    flat = flat if centre is None else flat - centre
    m, n = flat.shape
    times, shift = xp.zeros((2, 3, n), x.dtype)
    times[0] = 1 if by is None else by
    shift[1] = -times[0]
    shift[2] = 0 if offset is None else offset
    out, buffers = xp.empty((m, n), x.dtype), scratch(xp, m, n, x.dtype, 2)
    for part in blocks(xp, m, n):
        each, (rows, added) = found[:, part].T, [buffer[:flat[part].shape[0]] for buffer in buffers]
        xp.matmul(each, times, out=rows)
        rows *= flat[part]
        rows += xp.matmul(each, shift, out=added)
        out[part] = rows
    return out.reshape(x.shape)


@derivative_of(layer_norm)
def layer_norm_derivative(grad, out, x, weight, bias, needs, *, dims, eps):
    by_x, by_weight, by_bias = layer_norm_gradients(grad, x, weight, *out, dims=dims)
    return by_x, by_weight if needs[1] else None, by_bias if needs[2] else None


@op(symbol="layer norm", outputs=3, promotes=False, hidden=True)
def layer_norm_gradients(xp, grad, x, weight, found, centre, *, dims):
    """Return the three gradients of layer_norm, where n = (x − mean)·scale and g = grad·weight:

    by x  (g − mean(g) − n·mean(g·n))·scale;  by weight  Σ grad·n;  by bias  Σ grad

    Sums over grad and grad·x are enough, so x need not be centred first: by x is grad·(scale·weight) − x·a + b, where
    each row has its own a = scale²·mean(g·n) and b = (mean·scale·mean(g·n) − mean(g))·scale.
    """
    if x.dtype == "float16":
        gradients = layer_norm_gradients.forward(xp, *as_float32(grad, x, weight), found, centre, dims=dims)
        return tuple(gradient.astype("float16") for gradient in gradients)
    own, grad, x = x.shape[len(x.shape) - dims:], xp.ascontiguousarray(grad), xp.ascontiguousarray(x)
    if dims == 1 and (gradients := gradients_in_c(xp, grad, x, weight, found, centre)):
        return tuple(gradients)
    flat, grads, by = as_matrices(xp, dims, x, grad, weight)
    flat = flat if centre is None else flat - centre
    m, n = flat.shape
    times, less, more = xp.zeros((3, 3, n), x.dtype)
    times[0] = 1 if by is None else by
    less[1], more[2] = -1, 1
    by = times[0]
    by_x, by_weight, sums = xp.empty(x.shape, x.dtype), xp.zeros((n,), x.dtype), xp.zeros((2, n), x.dtype)
    filled, buffers = by_x.reshape(m, n), scratch(xp, m, n, x.dtype, 2)
    for part in blocks(xp, m, n):
        g, (scale, average, _) = grads[part], found[:, part]
        rows, product = [buffer[:g.shape[0]] for buffer in buffers]
        xp.multiply(g, flat[part], out=product)
        by_weight += scale @ product                     # a sum as a matrix product is faster
        sums += found[1:, part] @ g                      # Σ grad·mean·scale and Σ grad
        total = g @ by                                   # Σ g of each row; `along` is Σ g·n
        along = product @ by * scale - average * total
        share, each = scale / n, xp.empty((3, g.shape[0]), x.dtype)
        each[0] = scale
        xp.multiply(along * scale, share, out=each[1])
        xp.multiply(average * along - total, share, out=each[2])
        xp.matmul(each.T, times, out=rows)
        rows *= g
        rows += xp.multiply(xp.matmul(each.T, less, out=product), flat[part], out=product)
        rows += xp.matmul(each.T, more, out=product)
        filled[part] = rows
    return by_x, (by_weight - sums[0]).reshape(own), sums[1].reshape(own)
