"""Scaled dot-product attention as one op: each position gets a mean of the values, weighted by query and key."""

import numpy as np

from ...engine import derivative_of, op
from ..elementwise.comparison import maximum
from ..linalg.products import matmul, transposed
from ..loss.softmax import softmax, softmax_gradient, softmax_gradient_of_rows
from ..shape.chunks import empty_like_pieces
from ..shape.copies import cast
from .row_kernels import row_kernel
from .tiling import HALF, as_float32, blocks, row_dots, softmax_rows

TILE = 1 << 24                           # weights that are computed at a time if not all are stored: 64 MB of float32


@op(symbol="attend", keeps="query key out", promotes="query key", hidden=True)
def attention_weights(xp, query, key, mask, *, scale, causal=False):
    """softmax(query keyᵀ · scale + mask): (…, T, D) and (…, S, D) -> (…, T, S); each row sums to 1.

    mask      (…, T, S)  bools, True where a query may attend; or floats, added to the scores
    causal    no position attends to a later one
    If a query may attend to no key, its row is 0.
    """
    out = xp.matmul(query, scaled_transpose(xp, key, scale))
    if mask is not None and mask.dtype == bool:
        out = xp.where(mask, out, -xp.inf).astype(out.dtype, copy=False)
    elif mask is not None:
        out = (out + mask).astype(out.dtype, copy=False)
    if causal:
        later = xp.arange(out.shape[-2])[:, None] < xp.arange(out.shape[-1])
        out += xp.where(later, out.dtype.type(-xp.inf), out.dtype.type(0))
    if not out.size:
        return out
    if not masked_softmax_of_rows.in_c(xp, out, out=[out]):
        rows = out.reshape(-1, out.shape[-1])
        softmax_rows(xp, rows, rows, masked=True)
    return out


@row_kernel("x -> x")
def masked_softmax_of_rows(x):
    """Compute softmax along the last dimension; a row of only −∞ gives zeros, not nan."""
    return softmax(maximum(x, float(np.finfo(x.dtype.numpy).min)), dim=-1) * (x != -np.inf)


def scaled_transpose(xp, x, scale):
    """Return xᵀ · scale, copied in row order, because small matrix products with it take half the time."""
    columns = x.swapaxes(-1, -2)
    return xp.multiply(columns, x.dtype.type(scale), out=xp.empty(columns.shape, x.dtype))


@derivative_of(attention_weights)
def attention_weights_derivative(grad, out, query, key, mask, needs, *, scale, causal):
    by_scores = softmax_gradient(grad, out, dim=-1)
    return (matmul(by_scores, key) * scale if needs[0] else None,
            matmul(transposed(by_scores), query) * scale if needs[1] else None,
            by_scores if needs[2] else None)


def plain_attend(query, key, value, scale, causal):
    """Compute attend in two ops."""
    if query.dtype.name == "float16":
        query, key, value = [cast(x, dtype="float32") for x in (query, key, value)]
        return cast(plain_attend(query, key, value, scale, causal), dtype="float16")
    return matmul(attention_weights(query, key, None, scale=scale, causal=causal), value)


@op(symbol="attend", residual=True, keeps="query key value", composition=plain_attend, hidden=True)
def attend(xp, query, key, value, *, scale, causal=False):
    """softmax(query keyᵀ · scale) value: (…, T, D), (…, S, D) and (…, S, E) -> (…, T, E).

    The residual is the weights; or, if a forward function stores no weights, attend_again's arguments after `grad`.
    """
    if query.dtype.char == HALF:
        out, weights = attend.forward(xp, *as_float32(query, key, value), scale=scale, causal=causal)
        return out.astype(query.dtype), weights
    weights = attention_weights.forward(xp, query, key, None, scale=scale, causal=causal)
    return product(xp, weights, value), weights


def product(xp, x, y):
    """Return x @ y in the memory order of y, so that heads split from one array can be joined without a copy."""
    if xp.__name__ != "numpy" or x.shape[:-2] != y.shape[:-2] or y.strides[-1] != y.itemsize:
        return xp.matmul(x, y)
    return xp.matmul(x, y, out=xp.empty_like(y, shape=(*y.shape[:-2], x.shape[-2], y.shape[-1])))


@derivative_of(attend)
def attend_derivative(grad, out, query, key, value, needs, *, scale, causal):
    if type(out) is tuple:
        return attend_again(grad, *out, query, key, value, scale=scale, causal=causal)
    return attend_gradients(grad, out, query, key, value, scale=scale)


@op(symbol="attend", outputs=3, promotes=False, hidden=True)
def attend_gradients(xp, grad, weights, query, key, value, *, scale):
    """Return the three gradients of attend, computed in parts of the first dimension that stay in the cache."""
    arrays = grad, weights, query, key, value
    if grad.dtype.char == HALF:
        return tuple([a.astype(grad.dtype) for a in attend_gradients.forward(xp, *as_float32(*arrays), scale=scale)])
    if xp.__name__ != "numpy" or not weights.size or len({a.shape[:-2] for a in arrays}) > 1 or weights.ndim < 3:
        weights = xp.broadcast_to(weights, (*grad.shape[:-1], weights.shape[-1]))
        return gradients(xp, grad, weights, query, key, value, scale)
    outs = empty_like_pieces(arrays[2:])
    for part in blocks(xp, len(weights), weights[0].size):
        gradients(xp, *[a[part] for a in arrays], scale, *[out[part] for out in outs])
    return tuple(outs)


def gradients(xp, grad, weights, query, key, value, scale, by_query=None, by_key=None, by_value=None, dropped=None):
    """Return the gradients of query, key and value.

    dropped   the factor of each weight in dropout, 0 or 1 / (1 − p); or None
    """
    scores = xp.matmul(grad, scaled_transpose(xp, value, scale))
    if dropped is not None:
        scores *= dropped
    rows = scores.reshape(-1, scores.shape[-1] or 1)
    flat = weights.reshape(rows.shape)
    if not softmax_gradient_of_rows.in_c(xp, rows, flat, out=[rows]):
        rows -= row_dots(xp, rows, flat)[:, None]
        rows *= flat                                     # `scores` is now the gradient of the scores
    if dropped is not None:
        weights = weights * dropped
    return (xp.matmul(scores, key, out=by_query), xp.matmul(scores.swapaxes(-1, -2), query, out=by_key),
            xp.matmul(weights.swapaxes(-1, -2), grad, out=by_value))


def attend_in_tiles(xp, query, key, value, scale, causal, bias=None, kept=None, factor=1.0):
    """Return attend's result, and a residual without weights, by computing one tile of weights at a time.

    query, key, value   as attend's, with equal leading dimensions
    bias                (1 or N, 1 or T, S), added to the scores of the N matrices; or None
    kept, factor        (N, T, S), False where a weight is dropped, and the factor of the others; or None
    returns             (…, T, E); the residual: the log of each row's sum of e^score (…, T, 1), and None
    """
    lead = query.shape[:-2]
    query, key, value = stacked(query, key, value)
    out = xp.empty((*query.shape[:-1], value.shape[-1]), value.dtype)
    totals = xp.empty((*query.shape[:-1], 1), "float32" if query.dtype.char == HALF else query.dtype)
    for some, rows in tiles(query, key):
        q, k, v = half_as_float32(query[some, rows], key[some], value[some])
        scores = scores_from(xp, q, k, scale, causal, rows.start, tile_of(bias, some, rows))
        peak = scores.max(-1, keepdims=True)
        scores = xp.exp(scores - peak)
        total = scores.sum(-1, keepdims=True)
        if kept is not None:
            scores *= tile_of(kept, some, rows) * scores.dtype.type(factor)
        out[some, rows] = xp.matmul(scores, v) / total
        totals[some, rows] = peak + xp.log(total)
    return out.reshape(*lead, *out.shape[1:]), (totals.reshape(*lead, *totals.shape[1:]), None)


def tile_of(a, some, rows):
    """Return the part of a, (1 or N, 1 or T, S), for some matrices and rows; None if a is None."""
    return None if a is None else a[some if len(a) > 1 else slice(None), rows if a.shape[1] > 1 else slice(None)]


@op(symbol="attend", outputs=3, promotes=False, hidden=True)
def attend_again(xp, grad, totals, seen, query, key, value, *, scale, causal):
    """Compute the weights of attend again, a tile at a time; return its three gradients.

    totals   (…, T, 1)  the log of each row's sum of e^score
    seen     (…, T, E)  the result of attend, which a plan of cuDNN needs; else None
    """
    return again_in_tiles(xp, grad, totals, query, key, value, scale, causal)


def again_in_tiles(xp, grad, totals, query, key, value, scale, causal, bias=None, kept=None, factor=1.0):
    """Return the three gradients of attend_in_tiles."""
    arrays, shapes = stacked(query, key, value), [a.shape for a in (query, key, value)]
    grad, totals = stacked(grad, totals)
    outs = [xp.zeros(a.shape, totals.dtype) for a in arrays]
    for some, rows in tiles(*arrays[:2]):
        g, q, k, v = half_as_float32(grad[some, rows], arrays[0][some, rows], arrays[1][some], arrays[2][some])
        scores = scores_from(xp, q, k, scale, causal, rows.start, tile_of(bias, some, rows))
        weights = xp.exp(scores - totals[some, rows])
        dropped = None if kept is None else tile_of(kept, some, rows) * weights.dtype.type(factor)
        by_query, by_key, by_value = gradients(xp, g, weights, q, k, v, scale, dropped=dropped)
        outs[0][some, rows] = by_query
        outs[1][some] += by_key
        outs[2][some] += by_value
    return tuple([out.astype(a.dtype, copy=False).reshape(shape) for out, a, shape in zip(outs, arrays, shapes)])


def stacked(*arrays):
    """Reshape each array of matrices, (…, rows, columns), to (N, rows, columns)."""
    return [a.reshape(-1, *a.shape[-2:]) for a in arrays]


def half_as_float32(*arrays):
    """Convert float16 to float32 for the sums; return other dtypes unchanged."""
    return as_float32(*arrays) if arrays[0].dtype.char == HALF else arrays


def tiles(query, key):
    """Yield (slice of matrices, slice of query rows), each pair with about TILE weights."""
    (N, T, _), S = query.shape, key.shape[1]
    rows = min(max(1, TILE // max(S, 1)), max(T, 1))
    some = max(1, TILE // max(rows * S, 1))
    for first in range(0, N, some):
        for row in range(0, T, rows):
            yield slice(first, first + some), slice(row, row + rows)


def scores_from(xp, query, key, scale, causal, first, bias=None):
    """Return query keyᵀ · scale + bias for queries from row `first` on; −∞ for later keys if causal."""
    scores = xp.matmul(query, scaled_transpose(xp, key, scale))
    if bias is not None:
        scores += bias
    if causal:
        later = xp.arange(first, first + scores.shape[-2])[:, None] < xp.arange(scores.shape[-1])
        scores += xp.where(later, scores.dtype.type(-xp.inf), scores.dtype.type(0))
    return scores
