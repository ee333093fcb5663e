"""Attention: how much each place looks at each other place, in one op."""

from ..graph import derivative_of, op
from .fused import softmax_slope
from .linalg import matmul, turned
from .rows import softmax_rows


@op(symbol="attend", keeps="query key out", promotes="query key", hidden=True)
def attention_weights(xp, query, key, mask, *, scale, causal=False):
    """softmax(query keyᵀ · scale + mask): (…, T, D) and (…, S, D) -> (…, T, S), each row a sum of 1.

    mask      (…, T, S)  bools, True where it may look; or floats, that are added
    causal    no place looks at a later one
    A row that may look nowhere is 0.
    """
    out = xp.matmul(query * query.dtype.type(scale), xp.swapaxes(key, -1, -2))
    if mask is not None and mask.dtype == bool:
        out = xp.where(mask, out, -xp.inf).astype(out.dtype, copy=False)
    elif mask is not None:
        out = (out + mask).astype(out.dtype, copy=False)
    if causal:
        out += xp.triu(xp.full(out.shape[-2:], -xp.inf, out.dtype), 1)
    if not out.size:
        return out
    rows = out.reshape(-1, out.shape[-1])
    softmax_rows(xp, rows, rows, blind=True)
    return out


@derivative_of(attention_weights)
def attention_weights_derivative(grad, out, query, key, mask, needs, *, scale, causal):
    slopes = softmax_slope(grad, out, dim=-1)
    return (matmul(slopes, key) * scale if needs[0] else None,
            matmul(turned(slopes), query) * scale if needs[1] else None,
            slopes if needs[2] else None)
