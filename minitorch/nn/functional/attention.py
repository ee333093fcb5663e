"""Attention: each position of a sequence gets a mean of all values, weighted by how well their keys match its query."""

from math import sqrt

from ...engine import dispatch, registry
from ...engine.piece import piece
from ...ops.kernels import attention as ops
from ...runtime import Tensor, one_node
from .common import declared, halves, in_single, refuse, require_floating, single
from .dropouts import dropout

__all__ = ["scaled_dot_product_attention"]


@piece
@declared()
@one_node
def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor = None,
                                 dropout_p: float = 0.0, is_causal: bool = False, scale=None, enable_gqa: bool = False):
    """softmax(query keyᵀ / √D) value: for each query a mean of the values, weighted by how well their keys match.

    query       (…, T, D)
    key         (…, S, D)
    value       (…, S, E)
    attn_mask   (…, T, S)  bools, True where a query may attend; or floats, added to the scores
    dropout_p   chance that a weight is dropped, in training and in evaluation
    is_causal   True: no query attends to a later position
    scale       instead of 1/√D
    enable_gqa  several heads of queries share one head of keys and values
    returns     (…, T, E); 0 for a query that may attend to no key

    On a GPU in float16, cuDNN computes it if it has a plan (see minitorch/cuda/attention.py). cuDNN draws the
    dropped weights with its own generator, from the seed and the offset of the GPU's generator: the same weights
    after the same `manual_seed`, but not those that `dropout` would draw.

    Source: Vaswani et al., Attention Is All You Need (2017), §3.2.1.
    """
    plain = attn_mask is None and not dropout_p
    if enable_gqa:
        key, value = [x.repeat_interleave(query.shape[-3] // x.shape[-3], -3) for x in (key, value)]
    if halves(query) and halves(key) and halves(value) and not (plain and query.is_cuda):
        if not in_one_op(query, key, value, attn_mask, dropout_p):
            return in_single(scaled_dot_product_attention, query, key, value, attn_mask, dropout_p, is_causal, scale)
        check_attention(query, key, value, attn_mask, is_causal)
        return dispatch(registry["attend_masked"], (query, key, value, attn_mask),
                        {"scale": scale_of(query, scale), "causal": is_causal, "dropout_p": dropout_p})
    require_floating("scaled_dot_product_attention", query)
    if plain:
        check_attention(query, key, value, attn_mask, is_causal)
        return dispatch(ops.attend, (query, key, value), {"scale": scale_of(query, scale), "causal": is_causal})
    return attend(query, key, value, attn_mask, dropout_p, is_causal, scale)[0]


def in_one_op(query, key, value, mask, dropout_p):
    """Return whether one op can compute attention with a mask or dropout, without storing the weights."""
    lead, sizes = query.shape[:-2], (*query.shape[:-1], key.shape[-2])
    if not (query.is_cuda and query.ndim > 1 and lead == key.shape[:-2] == value.shape[:-2] and 0 <= dropout_p < 1
            and all(x.numel() for x in (query, key, value))):
        return False
    return mask is None or (not mask.requires_grad and (halves(mask) or mask.array.dtype == bool)
                            and 1 < mask.ndim <= query.ndim
                            and all(m in (1, n) for m, n in zip(mask.shape[::-1], sizes[::-1])))


def attend(query, key, value, mask, dropout_p, is_causal, scale):
    """Return the weighted means of the values, and the weights."""
    check_attention(query, key, value, mask, is_causal)
    if halves(query):
        found = attend(*map(single, (query, key, value, mask)), dropout_p, is_causal, scale)
        return tuple([x.half() for x in found])
    settings = {"scale": scale_of(query, scale), "causal": is_causal}
    weights = dispatch(ops.attention_weights, (query, key, mask), settings)
    weights = dropout(weights, dropout_p)
    return weights @ value, weights


def scale_of(query, scale):
    """Return the factor of the scores: `scale`, or 1/√D if it is None."""
    return 1 / sqrt(max(query.shape[-1], 1)) if scale is None else float(scale)


def check_attention(query, key, value, mask, is_causal):
    q, k, v = tuple(query.shape), tuple(key.shape), tuple(value.shape)
    if min(len(q), len(k), len(v)) < 2:
        refuse(RuntimeError, "Expected query, key, and value to all be at least 2 dimensional, (…, length, features), "
               f"but got query {q}, key {k}, value {v}.")
    if not query.dtype is key.dtype is value.dtype:
        refuse(RuntimeError, "Expected query, key, and value to have the same dtype, but got "
               f"{query.dtype}, {key.dtype} and {value.dtype}.")
    if q[-1] != k[-1] or k[-2] != v[-2]:
        refuse(RuntimeError, f"scaled_dot_product_attention cannot join query {q}, key {k}, value {v}: queries and "
               "keys must have the same last size, keys and values the same second-to-last size.")
    if mask is not None:
        if is_causal:
            refuse(RuntimeError, "Explicit attn_mask should not be set when is_causal=True: join them, as in "
                   "mask & torch.ones(T, S).tril().bool().")
        if mask.dtype is not query.dtype and mask.array.dtype != bool:
            refuse(RuntimeError, "Expected attn_mask dtype to be bool or to match query dtype, but got "
                   f"{mask.dtype} with queries of {query.dtype}.")
