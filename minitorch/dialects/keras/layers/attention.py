"""Attention: each query's mean of values, weighted by how well their keys fit."""

from ...core.engine import mt
from ...core.lift import function
from ...functions import linalg, nn
from ...functions.creation import cast
from ..core.layer import Layer
from .arguments import arguments, weight, weights


@function("scores | mask?")
def shares(scores, mask, causal):
    """Return the softmax over the keys; 0 where the mask is False, and with `causal` for later keys."""
    if causal:
        rows, columns = scores.shape[-2:]
        earlier = mt.tril(mt.ones(rows, columns)).bool()
        mask = earlier if mask is None else mask.bool() & earlier
    if mask is not None:
        scores = mt.where(mask.bool(), scores, mt.full_like(scores, -1e9))
    return mt.softmax(scores, -1)


@arguments(use_scale=False, score_mode="dot", dropout=0.0, seed=None)
class Attention(Layer):
    """softmax(query @ keyᵀ) @ value, for inputs [query (N, T, D), value (N, S, D), key], key the value unless given.

    use_scale    a learned factor for the scores
    score_mode   "dot"; "concat" is AdditiveAttention
    dropout      in training, the share of weights that are 0

    Raises ValueError for another score_mode.
    """

    passes_masks, score_mode, seed = True, "dot", None

    def _prepare(self):
        if self.score_mode != "dot":
            raise ValueError("score_mode is 'dot' here; AdditiveAttention adds query and key. Received: score_mode="
                             f"{self.score_mode}")

    def build(self, input_shape):
        self.scale = self.add_weight((), "ones", name="scale") if self.use_scale else None

    def scores(self, query, key):
        """Return how well each key fits each query: (N, T, D) and (N, S, D) to (N, T, S)."""
        found = linalg.matmul(query, key, transpose_b=True)
        return found if self.scale is None else found * self.scale

    def call(self, inputs, mask=None, return_attention_scores=False, training=None, use_causal_mask=False):
        """Return (N, T, D): each query's mean of values.

        inputs                     [query, value], or [query, value, key]
        mask                       [of the queries, of the values], bools; either may be None
        return_attention_scores    whether the weights (N, T, S) are returned too
        use_causal_mask            whether a query sees only what is not later
        """
        query, value = inputs[0], inputs[1]
        key = inputs[2] if len(inputs) > 2 else value
        wanted = mask[1] if isinstance(mask, list | tuple) and mask[1] is not None else None
        wanted = None if wanted is None else cast(wanted, "bool")[:, None]
        weights = shares(self.scores(query, key), wanted, use_causal_mask)
        if training and self.dropout:
            weights = nn.dropout(weights, self.dropout, seed=self.seed)
        found = linalg.matmul(weights, value)
        if isinstance(mask, list | tuple) and mask[0] is not None:
            found = found * cast(mask[0], found.dtype)[:, :, None]
        return (found, weights) if return_attention_scores else found

    def compute_mask(self, inputs, mask=None):
        return mask[0] if isinstance(mask, list | tuple) else None


@function("query key scale?")
def summed(query, key, scale):
    """Return Σ scale · tanh(query + key): (N, T, D) and (N, S, D) to (N, T, S)."""
    both = mt.tanh(query.unsqueeze(-2) + key.unsqueeze(-3))
    return mt.sum(both if scale is None else scale * both, -1)


@arguments(use_scale=True, dropout=0.0)
class AdditiveAttention(Attention):
    """Attention with the scores Σ scale · tanh(query + key). Bahdanau et al. (2015).

    use_scale    whether there is a learned scale (D,)
    dropout      in training, the share of weights that are 0
    """

    def build(self, input_shape):
        self.scale = self.add_weight((input_shape[0][-1],), "glorot_uniform", name="scale") if self.use_scale else None

    def scores(self, query, key):
        return summed(query, key, self.scale)


@arguments("equation", "output_shape", activation=None, bias_axes=None, **weights("kernel", "bias", activity=False))
class EinsumDense(Layer):
    """activation(einsum(equation, inputs, kernel) + bias).

    equation       "ab,bc->ac": of the inputs and the kernel; "..." means the first axes of the inputs
    output_shape   of a result without the batch, None for a size of the inputs
    bias_axes      letters of the axes that have a bias each; None: no bias
    """

    def build(self, input_shape):
        inputs, rest = self.equation.split(",")
        kernel, output = rest.split("->")
        if inputs.startswith("..."):              # axes without letters, before the others
            inputs, output = inputs.replace("...", ""), output.replace("...", "-")
            input_shape = input_shape[len(input_shape) - len(inputs):]
        partial = [self.output_shape] if isinstance(self.output_shape, int) else self.output_shape
        sizes = {**dict(zip(output[1:], partial)), **dict(zip(inputs, input_shape))}
        self.kernel = weight(self, "kernel", tuple(sizes[letter] for letter in kernel))
        self.bias = None
        if self.bias_axes:
            first = min(output.index(letter) for letter in self.bias_axes)
            self.bias = weight(self, "bias", tuple(sizes[letter] if letter in self.bias_axes else 1
                                                   for letter in output[first:]))

    def call(self, inputs, training=None):
        y = linalg.einsum(self.equation, inputs, self.kernel)
        return self.activation(y if self.bias is None else y + self.bias)


@arguments("num_heads", "key_dim", value_dim=None, dropout=0.0, use_bias=True, output_shape=None,
           **weights("kernel", "bias"), seed=None)
class MultiHeadAttention(Layer):
    """Attention in several heads at once: query (N, T, D), value (N, S, D) to (N, T, D). Vaswani et al. (2017).

    num_heads            how many heads
    key_dim, value_dim   sizes of a head's keys and values; value_dim None: key_dim
    dropout              in training, the share of weights that are 0
    output_shape         size of the result, the query's unless given
    """

    passes_masks = True

    def _prepare(self):
        self.value_dim = self.value_dim or self.key_dim

    def projection(self, name, equation, shape, bias, input_shape):
        """Return an EinsumDense of this name and equation, for inputs of input_shape.

        shape    of its result, without the batch
        bias     letters of the axes that have a bias each
        """
        made = EinsumDense(equation, shape, bias_axes=bias if self.use_bias else None, name=name, dtype=self.dtype, **{
            key: getattr(self, key) for key in weights("kernel", "bias", activity=False)})
        made.build(tuple(input_shape))
        return made

    def build(self, query_shape, value_shape, key_shape=None):
        heads = "abc,cde->abde", "de"
        self.query_dense, self.key_dense, self.value_dense = (
            self.projection(name, heads[0], (None, self.num_heads, size), heads[1], shape)
            for name, size, shape in (("query", self.key_dim, query_shape), (
                "key", self.key_dim, key_shape or value_shape), ("value", self.value_dim, value_shape)))
        size = self.output_shape if self.output_shape is not None else query_shape[-1]
        size = size if isinstance(size, int) else tuple(size)[-1]
        self.output_dense = self.projection("attention_output", "abde,dec->abc", (None, size), "c",
                                            (None, None, self.num_heads, self.value_dim))

    def call(self, query, value, key=None, query_mask=None, value_mask=None, key_mask=None, attention_mask=None,
             return_attention_scores=False, training=None, use_causal_mask=False):
        """Return (N, T, D).

        query, value, key          (N, T, D), (N, S, D), (N, S, D); key None: the value
        query_mask, value_mask, key_mask    (N, T) or (N, S) bools: what counts
        attention_mask             (N, T, S) bools: what each query may see
        return_attention_scores    whether the weights (N, heads, T, S) are returned too
        use_causal_mask            whether a query sees only what is not later
        """
        q, k = self.query_dense(query), self.key_dense(value if key is None else key)
        v, mask = self.value_dense(value), attention_mask
        if mask is not None:
            mask = cast(mask, "bool")
            mask = mask[:, None] if len(mask.shape) == 3 else mask
        for given, source, of_queries in (query_mask, query, True), (value_mask, value, False), (key_mask, key, False):
            given = getattr(source, "_keras_mask", None) if given is None else given
            if given is not None:
                own = cast(given, "bool")[:, None, :, None] if of_queries else cast(given, "bool")[:, None, None]
                mask = own if mask is None else mask & own
                source._keras_mask = None                # as Keras does: layers after this one do not see it
        weights = shares(linalg.einsum("bthk,bshk->bhts", q * self.key_dim ** -0.5, k), mask, use_causal_mask)
        dropped = nn.dropout(weights, self.dropout, seed=self.seed) if training and self.dropout else weights
        found = self.output_dense(linalg.einsum("bhts,bshv->bthv", dropped, v))
        return (found, weights) if return_attention_scores else found
