"""Scaled dot-product attention as one op: how much each position attends to each other position."""

from ...engine import derivative_of, op
from ..linalg.products import matmul, transposed
from ..loss.softmax import softmax_gradient
from ..shape.chunks import empty_like_pieces
from .tiling import blocks, row_dots, softmax_rows


@op(symbol="attend", keeps="query key out", promotes="query key", hidden=True)
def attention_weights(xp, query, key, mask, *, scale, causal=False):
    """softmax(query keyᵀ · scale + mask): (…, T, D) and (…, S, D) -> (…, T, S), each row a sum of 1.

    mask      (…, T, S)  bools, True where a query may attend; or floats, that are added
    causal    no position attends to a later one
    A row that may attend to nothing is 0.
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
    rows = out.reshape(-1, out.shape[-1])
    softmax_rows(xp, rows, rows, masked=True)
    return out


def scaled_transpose(xp, x, scale):
    """xᵀ · scale, copied in row order: small matrix products with it take half the time."""
    columns = x.swapaxes(-1, -2)
    return xp.multiply(columns, x.dtype.type(scale), out=xp.empty(columns.shape, x.dtype))


@derivative_of(attention_weights)
def attention_weights_derivative(grad, out, query, key, mask, needs, *, scale, causal):
    by_scores = softmax_gradient(grad, out, dim=-1)
    return (matmul(by_scores, key) * scale if needs[0] else None,
            matmul(transposed(by_scores), query) * scale if needs[1] else None,
            by_scores if needs[2] else None)


def plain_attend(query, key, value, scale, causal):
    """What attend computes, in two ops."""
    return matmul(attention_weights(query, key, None, scale=scale, causal=causal), value)


@op(symbol="attend", residual=True, keeps="query key value", composition=plain_attend, hidden=True)
def attend(xp, query, key, value, *, scale, causal=False):
    """softmax(query keyᵀ · scale) value: (…, T, D), (…, S, D) and (…, S, E) -> (…, T, E).

    The residual is the weights.
    """
    weights = attention_weights.forward(xp, query, key, None, scale=scale, causal=causal)
    return product(xp, weights, value), weights


def product(xp, x, y):
    """x @ y in the memory order of y: heads that were split from one array are joined again without a copy."""
    if xp.__name__ != "numpy" or x.shape[:-2] != y.shape[:-2] or y.strides[-1] != y.itemsize:
        return xp.matmul(x, y)
    return xp.matmul(x, y, out=xp.empty_like(y, shape=(*y.shape[:-2], x.shape[-2], y.shape[-1])))


@derivative_of(attend)
def attend_derivative(grad, out, query, key, value, needs, *, scale, causal):
    return attend_gradients(grad, out, query, key, value, scale=scale)


@op(symbol="attend", outputs=3, promotes=False, hidden=True)
def attend_gradients(xp, grad, weights, query, key, value, *, scale):
    """The three gradients of attend, some of the first dimension at a time, so that all between stays in the cache."""
    arrays = grad, weights, query, key, value
    if xp.__name__ != "numpy" or not weights.size or len({a.shape[:-2] for a in arrays}) > 1 or weights.ndim < 3:
        weights = xp.broadcast_to(weights, (*grad.shape[:-1], weights.shape[-1]))
        return gradients(xp, grad, weights, query, key, value, scale)
    outs = empty_like_pieces(arrays[2:])
    for part in blocks(xp, len(weights), weights[0].size):
        gradients(xp, *[a[part] for a in arrays], scale, *[out[part] for out in outs])
    return tuple(outs)


def gradients(xp, grad, weights, query, key, value, scale, by_query=None, by_key=None, by_value=None):
    """The gradients by query, key and value: through the scores, and through the weights."""
    scores = xp.matmul(grad, scaled_transpose(xp, value, scale))
    rows = scores.reshape(-1, scores.shape[-1] or 1)
    flat = weights.reshape(rows.shape)
    rows -= row_dots(xp, rows, flat)[:, None]
    rows *= flat                                         # now `scores` is the gradient by the scores
    return (xp.matmul(scores, key, out=by_query), xp.matmul(scores.swapaxes(-1, -2), query, out=by_key),
            xp.matmul(weights.swapaxes(-1, -2), grad, out=by_value))
