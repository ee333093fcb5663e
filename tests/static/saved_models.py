"""Models that are saved as programs, each with an input."""

import numpy as np

import minitorch as mt
from minitorch import models, nn
from minitorch.models.gpt import Block, GPTConfig
from minitorch.models.resnet import BasicBlock


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.rnn, self.head = nn.Embedding(7, 8), nn.LSTM(8, 8, batch_first=True), nn.Linear(8, 4)

    def forward(self, x):
        out, (hidden, _) = self.rnn(self.embed(x))
        return self.head(out[:, -1] + hidden[0])


def normal(*shape):
    return mt.tensor(np.random.default_rng(0).standard_normal(shape).astype("float32"))


def down():
    return BasicBlock(4, 8, 2, nn.Sequential(nn.Conv2d(4, 8, 1, 2, bias=False), nn.BatchNorm2d(8)))


MODELS = {
    "multilayer": (lambda: nn.Sequential(nn.Linear(5, 8), nn.GELU(), nn.Linear(8, 4), nn.Softmax(dim=1)), normal(6, 5)),
    "lenet": (models.LeNet, normal(2, 3, 32, 32)),
    "residual": (down, normal(2, 4, 8, 8)),
    "attention": (lambda: Block(GPTConfig(block_size=8, n_head=2, n_embd=16)), normal(2, 5, 16)),
    "recurrent": (Recurrent, mt.tensor([[1, 2, 3], [3, 4, 5]])),
}


def model(name):
    """A model of seeded numbers, in eval mode, and an input."""
    mt.manual_seed(1)
    make, x = MODELS[name]
    return make().eval(), x
