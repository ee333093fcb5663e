"""Attention with a mask and dropout as one op that stores no weights; for float16 on a GPU, cuDNN computes it."""

from math import prod

from ....engine import derivative_of, op
from ....ops.kernels.attention import again_in_tiles, attend_in_tiles, attention_weights
from ....ops.linalg.products import matmul
from ....ops.shape.copies import cast
from ....random import stream

LOWEST = -1e38                           # a score whose weight is 0; with −∞ it could be nan


def plain_attend_masked(query, key, value, mask, *, scale, causal, dropout_p):
    """Compute attend_masked without dropout, in two ops."""
    if dropout_p:
        raise RuntimeError("scaled_dot_product_attention: no second derivative with dropout in float16 on a GPU, "
                           "because it does not store which weights were dropped. Use query.float(), key.float() and "
                           "value.float(), or dropout_p=0.0.")
    if query.dtype.name == "float16":
        query, key, value = [cast(x, dtype="float32") for x in (query, key, value)]
        return cast(plain_attend_masked(query, key, value, mask, scale=scale, causal=causal, dropout_p=0.0),
                    dtype="float16")
    return matmul(attention_weights(query, key, mask, scale=scale, causal=causal), value)


@op(symbol="attend", residual=True, keeps="query key value mask", promotes="query key value",
    composition=plain_attend_masked, hidden=True)
def attend_masked(xp, query, key, value, mask, *, scale, causal=False, dropout_p=0.0):
    """Return attention with a mask and dropout, (…, T, E); leading dimensions are equal.

    mask        as attention_weights's, with no more dimensions than the query; or None
    dropout_p   probability, below 1, that a weight is dropped; the others are multiplied by 1 / (1 − p)
    The residual contains the arguments of attend_masked_again that follow `grad`.
    """
    bias, seeing = as_bias(xp, mask, query, key)
    kept, shape = None, (prod(query.shape[:-2]), query.shape[-2], key.shape[-2])
    if dropout_p:
        kept = xp.asarray(stream(xp).random(shape, dtype="float32") >= dropout_p)
    out, (totals, _) = attend_in_tiles(xp, query, key, value, scale, causal, stack_bias(xp, bias, query), kept,
                                       1 / (1 - dropout_p))
    return zero_unseen_rows(xp, seeing, out), (totals, None, kept)


@derivative_of(attend_masked)
def attend_masked_derivative(grad, out, query, key, value, mask, *, scale, causal, dropout_p):
    return *attend_masked_again(grad, *out, query, key, value, mask, scale=scale, causal=causal,
                                dropout_p=dropout_p), None


@op(symbol="attend", outputs=3, promotes=False, hidden=True)
def attend_masked_again(xp, grad, totals, seen, chance, query, key, value, mask, *, scale, causal, dropout_p):
    """Compute the weights of attend_masked again; return its three gradients.

    totals, seen   as attend_again's
    chance         bools: whether each weight is kept; for a plan of cuDNN the offset in its random generator, so that
                   it drops the same weights again; None without dropout
    """
    bias, seeing = as_bias(xp, mask, query, key)
    return again_in_tiles(xp, zero_unseen_rows(xp, seeing, grad), totals, query, key, value, scale, causal,
                          stack_bias(xp, bias, query), chance, 1 / (1 - dropout_p))


def as_bias(xp, mask, query, key):
    """Return a mask as finite numbers to add to scores, and whether rows see a key (…, T or 1, 1); or (None, None)."""
    if mask is None:
        return None, None
    S = key.shape[-2]
    mask = xp.broadcast_to(mask, (*(1,) * (query.ndim - mask.ndim), *mask.shape[:-1], S))
    if mask.dtype == bool:
        bias = xp.where(mask, xp.float32(0), xp.float32(LOWEST))
    else:
        mask, bias = mask > -xp.inf, xp.maximum(mask, xp.float32(LOWEST))
    return bias, mask.any(-1, keepdims=True)


def stack_bias(xp, bias, query):
    """Reshape a bias (…, T, S) to (1 or N, 1 or T, S), to be added to the scores of the N matrices of the query."""
    if bias is None or prod(bias.shape[:-2]) == 1:
        return bias if bias is None else bias.reshape(1, *bias.shape[-2:])
    return xp.broadcast_to(bias, (*query.shape[:-2], *bias.shape[-2:])).reshape(-1, *bias.shape[-2:])


def zero_unseen_rows(xp, seeing, x):
    """Return x with 0 in the rows that attend to no key."""
    return x if seeing is None else xp.where(seeing, x, x.dtype.type(0))
