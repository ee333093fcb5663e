"""The table of layers for sequences: embeddings, recurrent layers, attention, transformers."""

from draws import fixed, flags, normal, places, unit
from layers import layer

x, alone = normal(4, 2, 3), normal(4, 3)                       # (T, B, I), and one sequence
SHAPES = [{}, {"bias": False, "batch_first": True}, {"num_layers": 2, "bidirectional": True}]
NEVER = fixed([[False, True, True], [False, False, True], [False, False, False]])     # the causal mask

embeddings = [
    layer("Embedding", 5, 3).on(places(2, 4, size=5)), layer("Embedding", 5, 3, padding_idx=1).on(places(6, size=5)),
    layer("Embedding", 5, 3, -1, scale_grad_by_freq=True).on(places(2, 4, size=5)),
    layer("Embedding", 5, 3, max_norm=1.0).on(places(4, size=5)),
    layer("Embedding", 5, 3, max_norm=0.7, norm_type=1.0).on(places(4, size=5)),
    *[layer("EmbeddingBag", 7, 3, mode=mode).on(places(2, 4, size=7)) for mode in ("sum", "mean", "max")],
    *[layer("EmbeddingBag", 7, 3, mode=mode, padding_idx=1).on(places(9, size=7), fixed([0, 2, 2, 7]))
      for mode in ("sum", "mean", "max")],
    layer("EmbeddingBag", 7, 3, 0.7, 1.0, include_last_offset=True).on(places(6, size=7), fixed([0, 2, 6])),
    layer("EmbeddingBag", 7, 3, mode="sum").on(places(6, size=7), fixed([0, 4]), normal(6)),
    layer("Bilinear", 3, 4, 2).on(normal(5, 3), normal(5, 4)),
    layer("Bilinear", 3, 4, 2, bias=False).on(normal(3), normal(4)),
    layer("Bilinear", 2, 2, 3).on(normal(2, 3, 2), normal(2, 3, 2)),
    layer("Embedding", 5, 3).on(fixed(2)), layer("Embedding", 5, 3).on(places(0, size=5)),
    layer("embedding", normal(5, 3), padding_idx=2).on(places(3, size=5)), layer("one_hot").on(places(2, 3, size=4)),
    layer("one_hot", num_classes=6).on(places(3, size=4)), layer("one_hot", 3).on(fixed(1)),
]


def begun(name, *shape):
    """Return initial states: a pair for LSTM, otherwise one."""
    return (normal(*shape), unit(*shape)) if name == "LSTM" else normal(*shape)


def packed(*lengths, **how):
    """Return a function that packs the first input."""
    def before(library, x, *states):
        return library.nn.utils.rnn.pack_padded_sequence(x, lengths, **how), *states
    return before


recurrent = [line for name in ("RNN", "LSTM", "GRU") for line in (
    *[layer(name, 3, 2, **settings).on(x) for settings in SHAPES], layer(name, 3, 2).on(alone),
    layer(name, 3, 2).on(x, begun(name, 1, 2, 2)), layer(name, 3, 2, batch_first=True).on(alone, begun(name, 1, 2)),
    layer(name, 3, 2, 2, bidirectional=True, batch_first=True).on(x, begun(name, 4, 4, 2)),
    layer(name, 3, 2, 2, dropout=0.5).on(x).but(mode="eval"), layer(name, 1, 1).on(normal(1, 1, 1)),
    layer(name, 3, 2).on(x).but(before=packed(4, 2)), layer(name, 3, 2).on(x).but(before=packed(3, 3)),
    layer(name, 3, 2, 2, bidirectional=True).on(normal(4, 3, 3), begun(name, 4, 3, 2)).but(
        before=packed(2, 4, 1, enforce_sorted=False)),
    layer(name, 3, 2, bidirectional=True, bias=False).on(normal(3, 4, 3)).but(
        before=packed(2, 4, 1, batch_first=True, enforce_sorted=False)))]
recurrent += [
    layer("RNN", 3, 2, 2, "relu", bidirectional=True).on(x), layer("LSTM", 3, 4, proj_size=2).on(x),
    layer("LSTM", 3, 4, 2, bidirectional=True, proj_size=2).on(x, (normal(4, 2, 2), normal(4, 2, 4))),
    layer("LSTM", 3, 4, proj_size=1).on(x).but(before=packed(4, 1)),
    *[line for name in ("RNN", "LSTM", "GRU") for line in (
        layer(f"{name}Cell", 3, 2).on(normal(4, 3)), layer(f"{name}Cell", 3, 2, bias=False).on(normal(3)),
        layer(f"{name}Cell", 3, 2).on(normal(4, 3), begun(name, 4, 2)),
        layer(f"{name}Cell", 3, 2).on(normal(3), begun(name, 2)))],
    layer("RNNCell", 3, 2, nonlinearity="relu").on(normal(4, 3)),
]

one = normal(3, 2, 4)                                           # (T, B, E)
LEFT_OUT = {"key_padding_mask": fixed([[False, False, True], [False, False, False]])}
attention = [
    *[layer("scaled_dot_product_attention", **settings).on(normal(2, 3, 4), normal(2, 5, 4), normal(2, 5, 2))
      for settings in ({}, {"scale": 0.3}, {"attn_mask": normal(3, 5)}, {"attn_mask": flags(2, 3, 5)},
                       {"is_causal": True})],
    layer("scaled_dot_product_attention", is_causal=True).on(*[normal(2, 2, 3, 4)] * 3),
    layer("scaled_dot_product_attention", attn_mask=fixed([[True, False], [False, False]])).on(
        normal(2, 3), normal(2, 3), normal(2, 3)),
    layer("scaled_dot_product_attention", enable_gqa=True).on(normal(1, 4, 3, 2), *[normal(1, 2, 3, 2)] * 2),
    *[layer("MultiheadAttention", 4, 2, **made).on(*given, **called) for made, given, called in (
        ({}, (one, one, one), {}), ({"bias": False}, (one, normal(5, 2, 4), normal(5, 2, 4)), {}),
        ({"kdim": 3, "vdim": 5}, (one, normal(6, 2, 3), normal(6, 2, 5)), {"average_attn_weights": False}),
        ({"batch_first": True}, (normal(2, 3, 4), normal(2, 5, 4), normal(2, 5, 4)), {"need_weights": False}),
        ({}, (one, one, one), {"attn_mask": NEVER, **LEFT_OUT}), ({}, (one, one, one), {"attn_mask": normal(3, 3)}),
        ({}, (one, one, one), {"attn_mask": normal(3, 3), **LEFT_OUT, "need_weights": False}),
        ({}, (one, one, one), {"attn_mask": normal(4, 3, 3), "key_padding_mask": normal(2, 3)}),
        ({}, (one, one, one), {"attn_mask": NEVER, "is_causal": True, "need_weights": False}),
        ({}, (normal(3, 4), normal(2, 4), normal(2, 4)), {}),
        ({}, (normal(3, 4),) * 3, {"attn_mask": NEVER, "key_padding_mask": fixed([False, False, True])}),
        ({"add_bias_kv": True, "add_zero_attn": True}, (one, one, one), {**LEFT_OUT, "attn_mask": NEVER}))],
]

WITHOUT = {"dropout": 0.0}                                      # random numbers differ from PyTorch's
transformers = [
    layer("TransformerEncoderLayer", 4, 2, 5, **WITHOUT).on(one),
    layer("TransformerEncoderLayer", 4, 2, 5, activation="gelu", norm_first=True, batch_first=True, **WITHOUT).on(one),
    layer("TransformerEncoderLayer", 4, 1, 5, bias=False, layer_norm_eps=0.1).on(one, src_mask=NEVER).but(mode="eval"),
    layer("TransformerEncoderLayer", 4, 2, 5, **WITHOUT).on(normal(3, 4), src_mask=NEVER, is_causal=True),
    layer("TransformerEncoderLayer", 4, 2, 5, **WITHOUT).on(
        one, src_key_padding_mask=fixed([[False, False, True], [False, False, False]])),
    layer("TransformerDecoderLayer", 4, 2, 5, **WITHOUT).on(one, normal(5, 2, 4)),
    layer("TransformerDecoderLayer", 4, 2, 5, norm_first=True, **WITHOUT).on(
        one, normal(2, 2, 4), tgt_mask=NEVER, memory_key_padding_mask=fixed([[False, False], [False, True]])),
    layer("TransformerDecoderLayer", 4, 2, 5, activation="gelu", batch_first=True, **WITHOUT).on(
        normal(2, 3, 4), normal(2, 1, 4), tgt_mask=NEVER),
    layer("Transformer", 4, 2, 1, 2, 5, **WITHOUT).on(one, normal(2, 2, 4)),
    layer("Transformer", 4, 2, 2, 1, 5, batch_first=True, norm_first=True, **WITHOUT).on(
        normal(2, 3, 4), normal(2, 3, 4), tgt_mask=NEVER),
]

TABLE = [*embeddings, *recurrent, *attention, *transformers]
