"""Lesson 9's answers in the library's place: what was not asked for (masks of one's own, a GPU) stays the library's."""

from ...nn import functional as F
from .adapt_nn import at_home


def as_lists(mine):
    """9.3: the library keeps its tokens as lists, a pair as a tuple."""
    return lambda tokens, pair, new: list(mine(list(tokens), tuple(pair), new))


def looks_back(mine):
    """9.4: causal attention of a sequence to itself; all else stays the library's."""
    def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None,
                                     enable_gqa=False):
        plain = is_causal and attn_mask is None and not dropout_p and scale is None and not enable_gqa
        fits = query.shape == key.shape and key.shape[:-1] == value.shape[:-1] and query.ndim > 1
        if plain and fits and query.is_floating_point() and at_home(query, key, value):
            return mine(query, key, value).to(query.dtype)
        return F.scaled_dot_product_attention.library(query, key, value, attn_mask, dropout_p, is_causal, scale,
                                                      enable_gqa)
    return scaled_dot_product_attention
