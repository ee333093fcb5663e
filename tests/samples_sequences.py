"""Rows of the table of samples for sequences: embeddings and recurrent layers."""

from draws import fixed, flags, normal, places, positive, unit
from notation import row

from minitorch.ops.kernels.masked_attention import attend_masked, attend_masked_again


def recurrent(name, gates, states, sizes, width=2, hidden=3, bias=True, **settings):
    """Return a row for a recurrent layer: x, states, w_ih, w_hh, b_ih, b_hh."""
    N, B, G = sum(sizes), max(sizes), gates * hidden
    biases = (normal(G), unit(G)) if bias else (None, None)
    return row(name, normal(N, width), *[normal(B, hidden)] * states, normal(G, width), unit(G, hidden), *biases,
               *[None] * (name == "lstm"), sizes=sizes, **settings)


sequences = [
    row("embedding", normal(5, 3), places(2, 4, size=5)), row("embedding", normal(4, 2).gaps, places(3, 3, size=4)),
    row("embedding", normal(5, 3), places(4, size=5), padding_idx=1, by_freq=True).but(smooth=False),
    row("embedding", normal(5, 3), fixed(2)), row("embedding", normal(12, 20), places(105, size=12)),
    row("put_rows", normal(4, 2), places(4, size=3), shape=(3, 2)), row("count_equal", places(2, 3, size=4), size=4),
    row("one_hot", places(2, 3, size=4), classes=4),
    *[recurrent(name, gates, states, sizes, **settings)
      for name, gates, states in (("rnn", 1, 1), ("lstm", 4, 2), ("gru", 3, 1))
      for sizes, settings in (((2, 2, 2), {}), ((1, 1), {"reverse": True, "bias": False}), ((3, 2, 2, 1), {}),
                              ((3, 1, 1), {"reverse": True}), ((0, 0), {}))],
    recurrent("rnn", 1, 1, (2, 1), relus=True),
    row("rnn", normal(4, 3).T, normal(1, 4).gaps, normal(4, 4).T, normal(4, 4), None, None, sizes=(1, 1, 1)),
    row("lstm", normal(5, 2), normal(2, 1), normal(2, 3), normal(12, 2), unit(12, 1), normal(12), normal(12),
        unit(1, 3), sizes=(2, 2, 1)),
    *[row("attention_weights", normal(2, 3, 4), normal(2, 2, 4), *mask, scale=0.5)
      for mask in ((None,), (normal(3, 2),), (flags(2, 3, 2),), (fixed([[True, True], [False] * 2, [False, True]]),))],
    row("attention_weights", normal(4, 3).T, normal(2, 3, 4).gaps, None, scale=2.0, causal=True),
    row("attention_weights", normal(0, 3), normal(2, 3), None, scale=1.0),
    row("attend", normal(2, 3, 4), normal(2, 2, 4), normal(2, 2, 5), scale=0.5),
    row("attend", normal(4, 3).T, normal(2, 3, 4).gaps, normal(2, 3).T, scale=2.0, causal=True),
    row("attend", normal(0, 3), normal(2, 3), normal(2, 3), scale=1.0),
    row("attend_again", normal(3, 5), normal(3, 1), None, normal(3, 4), normal(2, 4), normal(2, 5), scale=0.5,
        causal=False),
    row("attend_again", normal(2, 3, 5), normal(2, 3, 1), normal(2, 3, 5), normal(2, 3, 4), normal(2, 4, 4).gaps,
        normal(2, 4, 5), scale=0.5, causal=True),
    *[row(attend_masked.name, normal(2, 3, 4), normal(2, 2, 4), normal(2, 2, 5), mask, scale=0.5)
      for mask in (None, flags(2, 3, 2), flags(3, 2), fixed([[True, True], [False] * 2, [False, True]]))],
    row(attend_masked.name, normal(4, 3).T, normal(4, 4).gaps, normal(2, 4).T, None, scale=2.0, causal=True),
    row(attend_masked_again.name, normal(3, 5), normal(3, 1), None, flags(1, 3, 2), normal(3, 4), normal(2, 4),
        normal(2, 5), flags(1, 2), scale=0.5, causal=False, dropout_p=0.5),
    row("attend_gradients", normal(3, 5), positive(3, 2), normal(3, 4), normal(2, 4), normal(2, 5), scale=0.5),
]
