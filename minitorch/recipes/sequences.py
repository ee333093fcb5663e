"""Generated sequences and trees: waves to continue, sentences of a small grammar."""

import numpy as np

from .. import nn
from ..data import DataLoader, TensorDataset
from ..engine import no_grad
from ..models.tree_lstm import Tree, TreeLSTM
from ..ops.shape.copies import cat_function as cat
from ..tensors import from_numpy, tensor
from .base import Recipe


class Sine(Recipe):
    """An LSTM that predicts the next value of sine waves with different periods, heights and phases."""

    reported = ("error",)
    epochs, lr, batch, weight_decay = 80, 1e-2, 25, 0.0

    def __init__(self, root=None):
        super().__init__()
        draw = np.random.default_rng(0)
        period, phase, height = (draw.uniform(low, high, (600, 1)) for low, high in ((8, 30), (0, 6.3), (0.5, 1.5)))
        waves = (height * np.sin(2 * np.pi * np.arange(60) / period + phase)).astype(np.float32)
        self.parts = from_numpy(waves[:500]), from_numpy(waves[500:])
        self.lstm, self.head = nn.LSTM(1, 48, batch_first=True), nn.Linear(48, 1)

    def forward(self, waves, state=None):
        """Return the predicted next value at each position, (N, T) -> (N, T), and the state after the last."""
        out, state = self.lstm(waves.unsqueeze(-1), state)
        return self.head(out).squeeze(-1), state

    def loss(self, batch):
        waves, = batch
        begun = 15                                   # the first values get no loss: they are too few to show the period
        return nn.functional.mse_loss(self(waves[:, :-1])[0][:, begun:], waves[:, 1 + begun:])

    @no_grad()
    def extend(self, begun, steps):
        """Continue a wave; each prediction is the next input: (N, T) -> (N, steps)."""
        value, state = self(begun)
        found = [value[:, -1:]]
        while len(found) < steps:
            value, state = self(found[-1], state)
            found.append(value)
        return cat(found, dim=1)

    @no_grad()
    def report(self):
        """Return the mean absolute error of 20 predicted values after 40 given values."""
        unseen = self.parts[1]
        return {"error": (self.extend(unseen[:, :40], 20) - unseen[:, 40:]).abs().mean().item()}

    def train_dataloader(self):
        return DataLoader(TensorDataset(self.parts[0]), self.batch, shuffle=True)

    def show(self, path):
        from ..viz import plot
        self.eval()
        wave = self.parts[1][:1]
        found = cat([wave[:, :40], self.extend(wave[:, :40], 20)], dim=1)
        plot(range(60), {"wave": wave[0].tolist(), "from 40 on predicted": found[0].tolist()}, "step").save(
            f"{path}-wave.svg")
        return [f"a wave that it goes on with: {path}-wave.svg"]


WORDS = {"good": 1, "fine": 1, "bad": -1, "dull": -1, "film": 0, "plot": 0, "not": 0, "very": 0, "and": 0, "but": 0}
NUMBER = {word: number for number, word in enumerate(WORDS)}


def phrase(draw, depth):
    """Return a random phrase and its meaning: (Tree, 1 for praise or -1). `depth`: the most words that modify it."""
    kind = draw.integers(4) if depth else 0
    if kind == 0:                                        # say that the film is good
        word = ("good", "fine", "bad", "dull")[draw.integers(4)]
        noun = Tree(NUMBER[("film", "plot")[draw.integers(2)]])
        return Tree(left=Tree(NUMBER[word]), right=noun), WORDS[word]
    inner, says = phrase(draw, depth - 1)
    if kind == 1:                                        # "not" + phrase: the opposite
        return Tree(left=Tree(NUMBER["not"]), right=inner), -says
    if kind == 2:                                        # "very" + phrase: the same
        return Tree(left=Tree(NUMBER["very"]), right=inner), says
    other, last = phrase(draw, depth - 1)                # phrase + "but" + phrase: the second one decides
    return Tree(left=inner, right=Tree(left=Tree(NUMBER["but"]), right=other)), last


class Sentiment(Recipe):
    """A TreeLSTM that classifies sentences with 'not', 'very' and 'but' as praise or not; test sentences are deeper."""

    epochs, lr, batch, weight_decay = 12, 1e-2, 32, 1e-4

    def __init__(self, root=None):
        super().__init__()
        draw = np.random.default_rng(0)
        self.parts = [[phrase(draw, depth) for _ in range(count)] for depth, count in ((4, 1200), (5, 300))]
        self.tree_lstm, self.head = TreeLSTM(len(WORDS), 16, 32), nn.Linear(32, 2)

    def forward(self, trees):
        return self.head(self.tree_lstm.batched(trees))

    def loss(self, batch):
        trees, says = batch
        return nn.functional.cross_entropy(self(trees), says)

    @staticmethod
    def collate(pairs):
        return [tree for tree, _ in pairs], tensor([int(says > 0) for _, says in pairs])

    @no_grad()
    def report(self):
        trees, says = self.collate(self.parts[1])
        return {"accuracy": (self(trees).argmax(dim=1) == says).float().mean().item()}

    def train_dataloader(self):
        return DataLoader(self.parts[0], self.batch, shuffle=True, collate_fn=self.collate)
