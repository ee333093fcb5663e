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
from ..optim import AdamW
from ..optim.lr_scheduler import CosineAnnealingLR
from ..random import manual_seed
from ..rare.data.text import next_letter_batch
from ..tensors import tensor
from .training import take_step


class Names:
    """First names as numbers.

    known     the words, in lower case; one in ten is in `unseen`, drawn by chance
    letters   "\\n" (number 0, the beginning and the end of a name), then a to z
    texts     for each name a list of numbers: 0, the letters, 0
    length    of the longest text, without its end
    train     the positions of the names to learn from; `test`, of those that are put aside
    """

    def __init__(self):
        self.known = Path(__file__).with_name("names.txt").read_text(encoding="utf-8").lower().split()
        self.letters = "\n" + "".join(sorted(set("".join(self.known))))
        self.length = 1 + max(map(len, self.known))
        self.texts = [self.numbers(f"\n{name}\n") for name in self.known]
        order = np.random.default_rng(0).permutation(len(self.known))
        self.train, self.test = np.sort(order[200:]), np.sort(order[:200])
        self.unseen = [self.known[i] for i in self.test]

    def numbers(self, text):
        """Return the number of each letter."""
        return [self.letters.index(letter) for letter in text]

    def one(self, text):
        """Return a single text as input of a network: (1, len(text))."""
        return tensor([self.numbers(text)])

    def rows(self, positions):
        """Return the names at these positions, as inputs and targets."""
        return next_letter_batch([self.texts[i] for i in positions])

    def batch(self, rng):
        """Return 64 random names to learn from, as inputs and targets."""
        return self.rows(rng.choice(self.train, 64))

    def pairs(self):
        """Count how often each letter is followed by each other in the names to learn from: (27, 27)."""
        counts = np.zeros((len(self.letters),) * 2)
        for i in self.train:
            np.add.at(counts, (self.texts[i][:-1], self.texts[i][1:]), 1)
        return counts


class FirstAgain:
    """Rows of letters drawn by chance; what comes after the last one is the first again.

    length   the number of letters in a row
    """

    letters = "\nabcdefghijklmnopqrstuvwxyz"

    def __init__(self, length):
        self.length = length

    def batch(self, rng, count=64):
        """Return inputs and targets; only the last position is asked."""
        inputs = rng.integers(1, len(self.letters), (count, self.length))
        targets = np.full_like(inputs, -100)
        targets[:, -1] = inputs[:, 0]
        return tensor(inputs), tensor(targets)

    @no_grad()
    def right(self, net):
        """Return the share of 500 new rows of which a network says the first letter."""
        inputs, targets = self.batch(np.random.default_rng(1), 500)
        return (net(inputs)[:, -1].argmax(dim=1) == targets[:, -1]).double().mean().item()


def loss_of(net, inputs, targets):
    """Return the mean surprise, in nats, at the targets that count."""
    return nn.functional.cross_entropy(net(inputs).flatten(0, 1), targets.flatten())


@no_grad()
def nats(net, names):
    """Return the mean surprise at the names put aside: 3.30 for a blind guess among 27."""
    return loss_of(net, *names.rows(names.test)).item()


def learn(net, task, steps=300, lr=0.01):
    """Train with AdamW on task.batch(rng), a new batch of inputs and targets each time; return the loss of each step.

    rng   NumPy's generator of random numbers, the same for every call
    """
    adam, rng = AdamW(net.parameters(), lr=lr), np.random.default_rng(0)
    schedule, losses = CosineAnnealingLR(adam, steps), []
    for _ in progress(range(steps), "steps"):
        losses.append(take_step(adam, loss_of(net, *task.batch(rng))))
        schedule.step()
    return losses


@no_grad()
def write(net, names, count=8, temperature=1.0, start="", seed=0, top_k=None):
    """Return new names: each letter is drawn, then read; a GPT keeps keys and values in a cache."""
    manual_seed(seed)
    rows = cat([names.one(f"\n{start}")] * count, dim=0)
    more = names.length - rows.shape[1]
    if isinstance(net, GPT):
        rows, more = net.generate(rows, more, temperature, top_k), 0
    for _ in range(more):
        rows = cat([rows, sample_next(net(rows)[:, -1], temperature, top_k)], dim=1)
    texts = ["".join(names.letters[i] for i in row[1:]) for row in rows.tolist()]
    return [text.split("\n")[0].capitalize() for text in texts]


class Recurrent(nn.Module):
    """Scores for the next letter by a state that reads letter by letter: (N, T) numbers -> (N, T, classes).

    layer   nn.RNN or nn.LSTM
    """

    def __init__(self, layer=nn.RNN, classes=27, units=48):
        super().__init__()
        self.embedding, self.head = nn.Embedding(classes, units), nn.Linear(units, classes)
        self.layer = layer(units, units, batch_first=True)

    def forward(self, idx):
        return self.head(self.layer(self.embedding(idx))[0])


def small_gpt(task, layers=1, width=32, heads=4):
    """Make a GPT for Names or FirstAgain, with the same first weights at every call.

    They are larger than GPT-2's, which is 24 times as wide.
    """
    manual_seed(0)
    gpt = GPT(GPTConfig(task.length, len(task.letters), layers, heads, width))
    for weight in gpt.parameters():
        if weight.ndim == 2:
            nn.init.normal_(weight, 0, 0.1)
    return gpt


def trained_gpt(names):
    """Return a GPT that has learnt the names, and its losses: it is trained once, and again when pieces change."""
    return kept(names, frozenset(piece.mounted.values()))


@cache
def kept(names, pieces):
    gpt = small_gpt(names)
    return gpt, learn(gpt, names)
