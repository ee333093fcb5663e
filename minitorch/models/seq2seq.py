"""Translation as in Google's system of 2016: an LSTM reads a sentence, a second LSTM translates it, with attention."""

from .. import nn
from ..engine import no_grad
from ..ops.shape.copies import cat_function as cat
from ..ops.shape.creation import full, zeros


class Encoder(nn.Module):
    """A network that reads a sentence: (N, S) integers -> (N, S, hidden). Its first layer is bidirectional;
    from the third layer on, each adds its input to its output.

    padding   the integer that marks an empty position
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
            x = out + x if number else out
        return x


class Attention(nn.Module):
    """Bahdanau's attention: a weighted mean of the keys; a key's weight is a learned function of it and the query.

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
    """A model of the next word at each position of a translation; it returns scores (N, T, target_vocab).

    forward(source, lengths, target): source (N, S) and target (N, T) integers; lengths (N,) of the sources
    source_vocab, target_vocab   the number of words of each language
    hidden    the width of embeddings and layers, with dropout between them
    layers    layers of the encoder and of the decoder, two or more; ValueError for one
    padding   the integer that marks an empty position, in both languages
    Source: Wu et al., Google's Neural Machine Translation System (2016), figure 1, with smaller defaults.
    """

    def __init__(self, source_vocab, target_vocab, hidden=1024, layers=4, dropout=0.2, padding=0):
        super().__init__()
        if layers < 2:
            raise ValueError(f"GNMT: layers={layers} must be 2 or more: the first makes queries, the others read.")
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
        """Return the scores, the states after the last position, and the attention weights (N, T, S)."""
        states = states or [None] * (1 + len(self.rest))
        x, first = self.first(self.dropout(self.embedding(target)), states[0])
        context, weights = self.attention(x, keys, allowed)
        after = [first]
        for number, (layer, state) in enumerate(zip(self.rest, states[1:])):
            out, state = layer(cat([self.dropout(x), context], dim=-1), state)     # each layer reads the context
            x = out + x if number else out
            after.append(state)
        return self.head(x), after, weights

    @no_grad()
    def translate(self, source, lengths, start, end, longest=50):
        """Return the likeliest word at each step, (N, ≤ longest), without the start word; padding follows the end."""
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
