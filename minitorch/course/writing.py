"""What lesson 9 reads and writes: first names letter by letter, networks that continue them, and how well they do.

names.txt holds 1,926 first names that are frequent in the United States census of 1990: public domain.
"""

from functools import cache
from pathlib import Path

import numpy as np

from .. import nn
from ..display.progress import progress
from ..engine import no_grad, piece
from ..models.gpt import GPT, GPTConfig
from ..models.sampling import sample_next
from ..ops.shape.copies import cat_function as cat
from ..ops.shape.creation import zeros
from ..optim import AdamW
from ..optim.lr_scheduler import CosineAnnealingLR
from ..random import manual_seed
from ..tensors import tensor

IGNORED = -100                           # cross_entropy does not count such a target


class Names:
    """First names as numbers: a row is "\\n", the letters, and 0 for what is left of it.

    known     the words, in lower case; one in ten is in `unseen`, drawn by chance
    letters   "\\n" (number 0, the beginning and the end of a name), then a to z
    inputs    (1926, 12)  what is read
    targets   (1926, 12)  what comes next; -100 behind a name's end
    train     which rows to learn from; `test`, which are put aside
    """

    def __init__(self):
        self.known = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").lower().split()
        self.letters = "\n" + "".join(sorted(set("".join(self.known))))
        self.length = 1 + max(map(len, self.known))
        rows = np.full((len(self.known), self.length + 1), IGNORED)
        for row, name in zip(rows, self.known):
            row[:len(name) + 2] = self.numbers(f"\n{name}\n")
        self.inputs, self.targets = tensor(np.maximum(rows[:, :-1], 0)), tensor(rows[:, 1:])
        order = np.random.default_rng(0).permutation(len(rows))
        self.train, self.test = np.sort(order[200:]), np.sort(order[:200])
        self.unseen = [self.known[i] for i in self.test]

    def numbers(self, text):
        """The number of each letter."""
        return [self.letters.index(letter) for letter in text]

    def one(self, text):
        """A single text as input of a network: (1, len(text))."""
        return tensor([self.numbers(text)])

    def pairs(self):
        """How often each letter is followed by each other in the names to learn from: (27, 27) counts."""
        counts = np.zeros((len(self.letters),) * 2)
        for i in self.train:
            row = self.numbers(f"\n{self.known[i]}\n")
            np.add.at(counts, (row[:-1], row[1:]), 1)
        return counts


def loss_of(net, names, rows):
    """Mean surprise at a letter, in nats, of the names with these numbers."""
    return nn.functional.cross_entropy(net(names.inputs[rows]).flatten(0, 1), names.targets[rows].flatten())


@no_grad()
def nats(net, names):
    """The same for the names put aside: 3.30 for a blind guess among 27."""
    return loss_of(net, names, names.test).item()


def learn(net, names, steps=300, lr=0.01):
    """Train on batches of 64 names with AdamW; returns the loss of each step."""
    adam, rng = AdamW(net.parameters(), lr=lr), np.random.default_rng(0)
    schedule, losses = CosineAnnealingLR(adam, steps), []
    for _ in progress(range(steps), "steps"):
        loss = loss_of(net, names, rng.choice(names.train, 64))
        adam.zero_grad()
        loss.backward()
        adam.step()
        schedule.step()
        losses.append(loss.item())
    return losses


@no_grad()
def write(net, names, count=8, temperature=1.0, start="", seed=0):
    """New names: letters drawn one after the other, each read before the next is drawn."""
    manual_seed(seed)
    rows = cat([names.one(f"\n{start}")] * count, dim=0)
    while rows.shape[1] < names.length:
        rows = cat([rows, sample_next(net(rows)[:, -1], temperature)], dim=1)
    texts = ["".join(names.letters[i] for i in row[1:]) for row in rows.tolist()]
    return [text.split("\n")[0].capitalize() for text in texts]


class Recurrent(nn.Module):
    """Scores for the next letter, by a loop over letters: (N, T) numbers -> (N, T, 27).

    rnn   rnn(xs, h, weight_ih, weight_hh, bias): (T, N, units) and (N, units) -> all states (T, N, units)
    """

    def __init__(self, rnn, classes=27, units=48):
        super().__init__()
        self.rnn, self.units = rnn, units
        self.embedding, self.head = nn.Embedding(classes, units), nn.Linear(units, classes)
        cell = nn.RNNCell(units, units)
        self.weight_ih, self.weight_hh, self.bias = cell.weight_ih, cell.weight_hh, cell.bias_ih

    def forward(self, idx):
        xs = self.embedding(idx).transpose(0, 1)
        h = zeros(len(idx), self.units, dtype=xs.dtype)
        return self.head(self.rnn(xs, h, self.weight_ih, self.weight_hh, self.bias).transpose(0, 1))


def small_gpt(names, layers=1, width=32, heads=4):
    """A GPT for names, the same first weights at every call; larger ones than GPT-2's, which is 24 times as wide."""
    manual_seed(0)
    gpt = GPT(GPTConfig(names.length, len(names.letters), layers, heads, width))
    for weight in gpt.parameters():
        if weight.ndim == 2:
            nn.init.normal_(weight, 0, 0.1)
    return gpt


def trained_gpt(names):
    """A GPT that has learnt the names, and its losses: trained when first asked for, and again when pieces change."""
    return kept(names, frozenset(piece.mounted.values()))


@cache
def kept(names, pieces):
    gpt = small_gpt(names)
    return gpt, learn(gpt, names)
