"""Multi-head attention: several attentions in parallel, each on its own part of the features."""

from contextlib import contextmanager
from enum import Enum

from ..dtypes import bool as bool_type
from ..ops.shape.creation import zeros
from ..runtime import functions, require
from . import functional as F, init
from .functional.attention import attend
from .functional.common import refuse
from .linear import NonDynamicallyQuantizableLinear
from .module import Module
from .parameter import add_parameter


class SDPBackend(Enum):
    """PyTorch's ways to compute attention. Here the choice has no effect."""

    ERROR, MATH, FLASH_ATTENTION, EFFICIENT_ATTENTION, CUDNN_ATTENTION = range(-1, 4)


@contextmanager
def sdpa_kernel(backends, set_priority=False):
    """Change nothing: `with sdpa_kernel(SDPBackend.MATH):` is accepted, and attention is computed as always."""
    yield {}


class MultiheadAttention(Module):
    """Attention in num_heads heads: map queries, keys and values linearly, split them by head, attend, join the heads.

    embed_dim       features of the queries and of the output
    num_heads       heads, which divide embed_dim: each attends with embed_dim/num_heads features
    dropout         chance that a weight of attention is dropped, in training
    bias            whether the linear maps add a bias
    add_bias_kv     append a learned key and value to each sequence
    add_zero_attn   append a key and a value of zeros
    kdim, vdim      features of the keys and of the values; embed_dim when None
    batch_first     whether tensors are (B, T, …) rather than (T, B, …)

    in_proj_weight (3·embed_dim, embed_dim) contains the three maps, stacked; if kdim or vdim differ
    from embed_dim they are q_proj_weight, k_proj_weight and v_proj_weight instead.
    Raises AssertionError if num_heads does not divide embed_dim.
    Source: Vaswani et al., Attention Is All You Need (2017), §3.2.2.
    """

    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None,
                 vdim=None, batch_first=False, device=None, dtype=None):
        super().__init__()
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and "
                             f"num_heads={num_heads} instead")
        if embed_dim % num_heads:
            raise AssertionError(f"embed_dim must be divisible by num_heads: {embed_dim} features cannot be shared "
                                 f"evenly by {num_heads} heads.")
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim, self.vdim = kdim or embed_dim, vdim or embed_dim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        made = {"device": device, "dtype": dtype}
        for name, width in ("q", embed_dim), ("k", self.kdim), ("v", self.vdim):
            add_parameter(self, f"{name}_proj_weight", (embed_dim, width), **made, wanted=not self._qkv_same_embed_dim)
        add_parameter(self, "in_proj_weight", (3 * embed_dim, embed_dim), **made, wanted=self._qkv_same_embed_dim)
        add_parameter(self, "in_proj_bias", (3 * embed_dim,), **made, wanted=bias)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **made)
        add_parameter(self, "bias_k", (1, 1, embed_dim), **made, wanted=add_bias_kv)
        add_parameter(self, "bias_v", (1, 1, embed_dim), **made, wanted=add_bias_kv)
        self._reset_parameters()

    def _reset_parameters(self):
        for name in ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"):
            if self._parameters[name] is not None:
                init.xavier_uniform_(self._parameters[name])
        for bias in (self.in_proj_bias, self.out_proj.bias):
            if bias is not None:
                init.zeros_(bias)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
                average_attn_weights=True, is_causal=False):
        """Return for each query a weighted mean of values: (T, B, E), (S, B, kdim), (S, B, vdim) -> (T, B, E).

        query, key, value      with batch_first (B, T, …); without a batch (T, …)
        key_padding_mask       (B, S)  True (or −inf) for keys that no query may attend to
        need_weights           whether the weights of attention are returned too
        attn_mask              (T, S) or (B·heads, T, S)  True (or −inf) where a query may not attend
        average_attn_weights   whether the weights are averaged over the heads
        is_causal              a hint that attn_mask is causal; attn_mask must be passed too
        returns                the output; the weights (B, T, S), or (B, heads, T, S) if they are not averaged,
                               or None if not needed
        """
        require("MultiheadAttention", {"query": query, "key": key, "value": value},
                {"key_padding_mask": key_padding_mask, "attn_mask": attn_mask})
        batched, order = query.ndim == 3, (0, 2, 1, 3)      # this order of (B, heads, T, D) joins heads
        self.check_shapes(query, key, value, attn_mask, is_causal)
        if not batched:
            query, key, value = [x.unsqueeze(0) for x in (query, key, value)]
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        elif not self.batch_first:
            order = 2, 0, 1, 3
            key_is, value_is = key is query, value is key
            query = query.transpose(0, 1)
            key = query if key_is else key.transpose(0, 1)
            value = key if value_is else value.transpose(0, 1)
        q, k, v = self.project(query, key, value)                        # (B, T, E), (B, S, E), (B, S, E)
        extra, B = 0, q.shape[0]
        if self.bias_k is not None:
            k, v = [functions["cat"]([x, b.expand(B, 1, self.embed_dim)], 1)
                    for x, b in ((k, self.bias_k), (v, self.bias_v))]
            extra += 1
        if self.add_zero_attn:
            nothing = zeros(B, 1, self.embed_dim, dtype=k.dtype, device=k.device)
            k, v = [functions["cat"]([x, nothing], 1) for x in (k, v)]
            extra += 1
        mask = self.merge_masks(attn_mask, key_padding_mask, q, k.shape[1] - extra, extra)
        q, k, v = [x.reshape(B, x.shape[1], self.num_heads, self.head_dim).transpose(1, 2) for x in (q, k, v)]
        out, weights = attend(q, k, v, mask, self.dropout if self.training else 0.0, False, None)
        out = self.out_proj(out.permute(order).flatten(2))               # (B, T, E), or (T, B, E)
        weights = None if not need_weights else weights.mean(1) if average_attn_weights else weights
        if not batched:
            return out.squeeze(0), None if weights is None else weights.squeeze(0)
        return out, weights

    def project(self, query, key, value):
        """Apply the three linear maps; as one matrix product if query, key and value are the same tensor."""
        bias = self.in_proj_bias
        if not self._qkv_same_embed_dim:
            weights = self.q_proj_weight, self.k_proj_weight, self.v_proj_weight
        elif query is key and key is value:
            return F.linear(query, self.in_proj_weight, bias).chunk(3, -1)
        else:
            weights = self.in_proj_weight.chunk(3)
        biases = (None,) * 3 if bias is None else bias.chunk(3)
        return [F.linear(*three) for three in zip((query, key, value), weights, biases)]

    def merge_masks(self, attn_mask, key_padding_mask, q, S, extra):
        """Merge both masks into one for every head: bools, True if a query may attend, or floats to add."""
        B, T = q.shape[:2]
        masks = []
        for name, mask, shapes in (("attn_mask", attn_mask, ((T, S), (B * self.num_heads, T, S))),
                                   ("key_padding_mask", key_padding_mask, ((B, S),))):
            if mask is None:
                continue
            if mask.dtype is not bool_type and not mask.is_floating_point():
                refuse(AssertionError, f"only bool and floating types of {name} are supported, not {mask.dtype}")
            if tuple(mask.shape) not in shapes:
                refuse(RuntimeError, f"The shape of the {mask.ndim}D {name} is {tuple(mask.shape)}, but should be "
                       + " or ".join(map(str, shapes)) + ".")
            if name == "key_padding_mask":
                mask = mask.reshape(B, 1, 1, S)
            elif mask.ndim == 3:
                mask = mask.reshape(B, self.num_heads, T, S)
            masks.append(F.pad(mask, (0, extra)) if extra else mask)
        if not masks:
            return None
        if all(mask.dtype is bool_type for mask in masks):
            return ~(masks[0] if len(masks) == 1 else masks[0] | masks[1])
        added = [zeros(mask.shape, dtype=q.dtype, device=q.device).masked_fill(mask, -float("inf"))
                 if mask.dtype is bool_type else mask.to(q.dtype) for mask in masks]
        return added[0] if len(added) == 1 else added[0] + added[1]

    def check_shapes(self, query, key, value, attn_mask, is_causal):
        if query.ndim not in (2, 3):
            refuse(AssertionError, "query should be unbatched 2D or batched 3D tensor but received "
                   f"{query.ndim}-D query tensor")
        if not query.ndim == key.ndim == value.ndim:
            refuse(AssertionError, f"For {query.ndim}-D `query`, expected `key` and `value` to be {query.ndim}-D but "
                   f"found {key.ndim}-D and {value.ndim}-D tensors respectively")
        for name, x, width in (("query", query, self.embed_dim), ("key", key, self.kdim), ("value", value, self.vdim)):
            if x.shape[-1] != width:
                refuse(AssertionError, f"was expecting embedding dimension of {width}, but got {x.shape[-1]} in the "
                       f"{name} {tuple(x.shape)}.")
        if key.shape[:-1] != value.shape[:-1]:
            refuse(AssertionError, f"key shape {tuple(key.shape)} does not match value shape {tuple(value.shape)}")
        if is_causal and attn_mask is None:
            refuse(RuntimeError, "Need attn_mask if specifying the is_causal hint. "
                   "Transformer.generate_square_subsequent_mask(T) makes one.")

    def _describe(self):
        return f"MultiheadAttention({self.embed_dim}, {self.num_heads})"
