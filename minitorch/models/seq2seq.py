"""Translation as Google did it in 2016: one LSTM reads a sentence, another writes, and attention looks back for it."""

from .. import nn
from ..engine import no_grad
from ..ops.shape.copies import cat_function as cat
from ..ops.shape.creation import full, zeros


class Encoder(nn.Module):
    """Read a sentence: (N, S) whole numbers -> (N, S, hidden). The first layer reads both ways, the rest add to theirs.

    padding   the number that stands for nothing
    """

    def __init__(self, vocab_size, hidden, layers, dropout, padding):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, hidden, padding_idx=padding)
        self.first = nn.LSTM(hidden, hidden // 2, bidirectional=True, batch_first=True)
        self.rest = nn.ModuleList([nn.LSTM(hidden, hidden, batch_first=True) for _ in range(layers - 1)])
        self.dropout = nn.Dropout(dropout)

    def forward(self, source, lengths):
        x = self.dropout(self.embedding(source))
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        x, _ = nn.utils.rnn.pad_packed_sequence(self.first(packed)[0], batch_first=True, total_length=source.shape[1])
        for number, layer in enumerate(self.rest):
            out, _ = layer(self.dropout(x))
            x = out + x if number else out               # residual from the third layer on
        return x


class Attention(nn.Module):
    """Bahdanau's: how well each position of the source fits what the decoder is about to say.

    query (N, T, hidden), keys (N, S, hidden), allowed (N, S) bools -> context (N, T, hidden), weights (N, T, S)
    """

    def __init__(self, hidden):
        super().__init__()
        self.query, self.key = nn.Linear(hidden, hidden, bias=False), nn.Linear(hidden, hidden)
        self.score = nn.Linear(hidden, 1, bias=False)

    def forward(self, query, keys, allowed):
        fit = self.score((self.query(query).unsqueeze(2) + self.key(keys).unsqueeze(1)).tanh()).squeeze(-1)
        weights = nn.functional.softmax(fit.masked_fill(~allowed.unsqueeze(1), float("-inf")), dim=-1)
        return weights @ keys, weights


class GNMT(nn.Module):
    """Scores for the next word at each position of the target: -> (N, T, target_vocab).

    forward(source, lengths, target): source (N, S) and target (N, T) whole numbers; lengths (N,) of the sources
    source_vocab, target_vocab   how many words each language has
    hidden    the width of embeddings and layers, with dropout between them
    layers    of encoder and decoder each, two at least; ValueError for one
    padding   the number that stands for nothing, in both languages
    Source: Wu et al., Google's Neural Machine Translation System (2016), figure 1, in small.
    """

    def __init__(self, source_vocab, target_vocab, hidden=1024, layers=4, dropout=0.2, padding=0):
        super().__init__()
        if layers < 2:
            raise ValueError(f"GNMT: layers={layers}; it needs two at least: the first attends, the others read that.")
        self.padding = padding
        self.encoder = Encoder(source_vocab, hidden, layers, dropout, padding)
        self.embedding = nn.Embedding(target_vocab, hidden, padding_idx=padding)
        self.first, self.attention = nn.LSTM(hidden, hidden, batch_first=True), Attention(hidden)
        self.rest = nn.ModuleList([nn.LSTM(2 * hidden, hidden, batch_first=True) for _ in range(layers - 1)])
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(hidden, target_vocab)

    def forward(self, source, lengths, target):
        return self.decode(self.encoder(source, lengths), source != self.padding, target)[0]

    def decode(self, keys, allowed, target, states=None):
        """Scores, the states behind the last position, and where attention looked: (N, T, S)."""
        states = states or [None] * (1 + len(self.rest))
        x, first = self.first(self.dropout(self.embedding(target)), states[0])
        context, weights = self.attention(x, keys, allowed)
        after = [first]
        for number, (layer, state) in enumerate(zip(self.rest, states[1:])):
            out, state = layer(cat([self.dropout(x), context], dim=-1), state)     # every layer reads the context
            x = out + x if number else out
            after.append(state)
        return self.head(x), after, weights

    @no_grad()
    def translate(self, source, lengths, start, end, longest=50):
        """The likeliest word at each step: (N, up to `longest`), without the start; behind the end stands padding."""
        keys, allowed, states = self.encoder(source, lengths), source != self.padding, None
        word = full((source.shape[0], 1), start, dtype=source.dtype, device=source.device)
        words, ended = [], zeros(source.shape[0], 1, dtype=source.dtype, device=source.device) > 0
        for _ in range(longest):
            scores, states, _ = self.decode(keys, allowed, word, states)
            word = scores.argmax(dim=-1).masked_fill(ended, self.padding)
            words.append(word)
            ended = ended | (word == end)
            if bool(ended.all()):
                break
        return cat(words, dim=1)
