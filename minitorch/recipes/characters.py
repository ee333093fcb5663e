"""Models that write texts character by character: names of people, and plays."""

import os

import numpy as np

from .. import nn
from ..data import Characters, DataLoader, RandomSampler, TensorDataset
from ..engine import no_grad
from ..models.char_rnn import CharRNN
from ..models.gpt import GPT, GPTConfig
from ..models.hub import get_dir
from ..ops.shape.creation import zeros
from ..rare.data.text import next_letter_batch, read_text
from ..tensors import from_numpy
from ..vision.download import download
from .base import Recipe

TEXTS = {                                # texts that Andrej Karpathy published
    "names.txt": ("https://raw.githubusercontent.com/karpathy/makemore/master/names.txt",
                  "0a30b5557f192f32ab962680889aac5f6fda0f4cecf40a6d0b5694f58ea8cc4d"),
    "tinyshakespeare.txt": ("https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare/input.txt",
                            "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"),
}


def text_of(root, name):
    """Return the training text: of the file `root`, or of `name` in the folder `root`; root=None: download it once."""
    if root is None:
        url, sha256 = TEXTS[name]
        return read_text(download(url, os.path.join(get_dir(), "texts", name), sha256=sha256))
    return read_text(os.path.join(root, name) if os.path.isdir(root) else root)


class Names(Recipe):
    """A model that predicts each character of a name from those before it. A random tenth is for testing."""

    reported = ("nll",)
    epochs, lr, batch = 4, 5e-3, 64

    def __init__(self, root=None):
        super().__init__()
        names = [line.strip() for line in text_of(root, "names.txt").splitlines() if line.strip()]
        self.letters = "\n" + "".join(sorted(set("".join(names))))     # a newline is before and after each name
        self.longest = 1 + max(map(len, names))
        order, held = np.random.default_rng(0).permutation(len(names)), len(names) // 10
        texts = [[self.letters.index(letter) for letter in f"\n{name}\n"] for name in names]
        inputs, targets = next_letter_batch(texts)
        self.parts = [TensorDataset(inputs[rows], targets[rows]) for rows in (order[held:], order[:held])]
        self.net = CharRNN(len(self.letters), hidden_size=128)

    def forward(self, idx):
        return self.net(idx)[0]

    def loss(self, batch):
        """Return the mean negative log-likelihood of a character, in nats; positions after a name's end are ignored."""
        inputs, targets = batch
        return nn.functional.cross_entropy(self(inputs).flatten(0, 1), targets.flatten())

    @no_grad()
    def report(self):
        inputs, targets = self.parts[1].tensors
        return {"nll": self.loss((inputs[:4096], targets[:4096])).item()}

    def train_dataloader(self):
        return DataLoader(self.parts[0], self.batch, shuffle=True, drop_last=True)

    def show(self, path):
        self.eval()
        written = self.net.generate(zeros(10, 1, dtype=self.parts[0].tensors[0].dtype), self.longest)
        lines = ["".join(self.letters[code] for code in row[1:]).split("\n")[0] for row in written.tolist()]
        return ["ten new names: " + ", ".join(line.title() for line in lines if line)]


class Shakespeare(Recipe):
    """A GPT with 4 layers of width 128 that reads 64 characters; the text's last tenth is for testing."""

    reported = ("nll",)
    epochs, lr, weight_decay, warmup = 8, 2e-3, 0.1, 100
    batch, length, steps = 12, 64, 250                   # an epoch has 250 batches of random parts of the text
    written = 600            # number of characters to generate and print

    def __init__(self, root=None):
        super().__init__()
        text = text_of(root, "tinyshakespeare.txt")
        cut = len(text) * 9 // 10
        letters = sorted(set(text))
        self.parts = [Characters(part, self.length, letters) for part in (text[:cut], text[cut:])]
        self.net = GPT(GPTConfig(self.length, len(letters), n_layer=4, n_head=4, n_embd=128))

    def forward(self, idx):
        return self.net(idx)

    def loss(self, batch):
        inputs, targets = batch
        return nn.functional.cross_entropy(self(inputs).flatten(0, 1), targets.flatten())

    @no_grad()
    def report(self):
        """Return the mean loss on unseen text, at most 100,000 characters, split into parts that do not overlap."""
        starts = range(0, min(len(self.parts[1]), 100_000), self.length)
        batches = [self.parts[1].__getbatch__(starts[i:i + 64]) for i in range(0, len(starts), 64)]
        sizes = [len(inputs) for inputs, _ in batches]
        losses = [self.loss(batch).item() for batch in batches]
        return {"nll": sum(map(float.__mul__, losses, map(float, sizes))) / sum(sizes)}

    def train_dataloader(self):
        some = RandomSampler(self.parts[0], replacement=True, num_samples=self.batch * self.steps)
        return DataLoader(self.parts[0], self.batch, sampler=some)

    def show(self, path):
        self.eval()
        text = self.parts[0]
        start = from_numpy(np.array([text.encode("\n")]))
        written = text.decode(self.net.generate(start, self.written, temperature=0.8)[0].tolist())
        with open(f"{path}.txt", "w", encoding="utf-8") as file:
            file.write(written)
        return [written.strip()[:300], f"all of it: {path}.txt"]
