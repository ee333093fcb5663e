"""A character model: it reads a text character by character, keeps a state, and predicts the next character."""

from .. import nn
from ..engine import no_grad
from ..ops.shape.copies import cat_function as cat
from .sampling import sample_next

CELLS = {"rnn": nn.RNN, "lstm": nn.LSTM, "gru": nn.GRU}


class CharRNN(nn.Module):
    """A model of the next character: (N, T) integers -> (scores (N, T, vocab_size), state after the last character).

    forward(idx, state): idx (N, T), and the state that the previous call returned, or None at the beginning of a text
    hidden_size   size of the embedding and of each of num_layers layers, with dropout between the layers
    cell          "rnn", "lstm" or "gru"; ValueError for others
    Source: Karpathy, The Unreasonable Effectiveness of Recurrent Neural Networks (2015).
    """

    def __init__(self, vocab_size, hidden_size=128, num_layers=1, cell="lstm", dropout=0.0):
        super().__init__()
        if cell not in CELLS:
            raise ValueError(f"CharRNN: cell must be one of {', '.join(CELLS)}, not {cell!r}.")
        self.embedding = nn.Embedding(vocab_size, hidden_size)
        self.rnn = CELLS[cell](hidden_size, hidden_size, num_layers, dropout=dropout, batch_first=True)
        self.head = nn.Linear(hidden_size, vocab_size)

    def forward(self, idx, state=None):
        out, state = self.rnn(self.embedding(idx), state)
        return self.head(out), state

    @no_grad()
    def generate(self, idx, max_new_tokens, temperature=1.0, top_k=None, top_p=None, generator=None):
        """Continue a text: (N, T) -> (N, T + max_new_tokens). Only the new character is fed in at each step."""
        new, state = idx, None
        for _ in range(max_new_tokens):
            logits, state = self(new, state)
            new = sample_next(logits[:, -1], temperature, top_k, top_p, generator)
            idx = cat([idx, new], dim=1)
        return idx
