"""What lesson 8 trains: convolutions as one matrix product, a deep tower, a ResNet-8, and the loop around them."""

import numpy as np

from .. import nn
from ..display.progress import progress
from ..engine import no_grad
from ..engine.piece import mounted
from ..nn import functional as F
from ..optim import AdamW
from ..optim.lr_scheduler import CosineAnnealingLR
from ..random import manual_seed
from .training import take_step

EPOCHS, BATCH = 4, 64
kept: dict = {}                          # trained networks, by what they are made of


class Conv(nn.Conv2d):
    """conv2d as one matrix product: unfold (8.2) makes the columns; its gradient is fold (8.3)."""

    def forward(self, x):                                # (N, C, H, W)
        columns = F.unfold(x, self.kernel_size, padding=self.padding, stride=self.stride)
        out = self.weight.flatten(1) @ columns           # (O, C·h·w) @ (N, C·h·w, places)
        return out.reshape(len(x), -1, *[-(-size // step) for size, step in zip(x.shape[2:], self.stride)])


class ResNet8(nn.Module):
    """Eight layers that learn, (N, 1, H, W) -> (N, 10): a stem, three blocks of two convolutions, a linear head.

    block   block(inplanes, planes) is a module, as BasicBlock of exercise 8.6
    pool    pool(x) halves height and width, as MaxPool.apply of exercise 8.4
    width   channels of the first block; each further one has twice as many
    """

    def __init__(self, block, pool, width=8):
        super().__init__()
        self.pool = pool
        self.stem = nn.Sequential(nn.Conv2d(1, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU())
        self.block1 = block(width, width)                # (N, width, 8, 8)
        self.block2 = block(width, 2 * width)            # (N, 2 width, 4, 4)
        self.block3 = block(2 * width, 4 * width)        # (N, 4 width, 2, 2)
        self.fc = nn.Linear(4 * width, 10)

    def features(self, x):
        """Return what the last block sees, the mean of each channel over all places: (N, 4 width)."""
        x = self.block1(self.stem(x))
        return self.block3(self.pool(self.block2(self.pool(x)))).mean(dim=(2, 3))

    def forward(self, x):
        return self.fc(self.features(x))


class Layer(nn.Module):
    """relu(conv(x)), and with `shortcut` x added: one of the many layers of a tower."""

    def __init__(self, channels, shortcut):
        super().__init__()
        self.conv, self.shortcut = nn.Conv2d(channels, channels, 3, padding=1, bias=False), shortcut

    def forward(self, x):
        out = self.conv(x).relu()
        return x + out if self.shortcut else out


def tower(depth, shortcut, start=None, seed=0, channels=6):
    """Return a network for digits (N, 1, 8, 8): a convolution, `depth` equal ones, and a linear head.

    start   start(weight) sets the first weights of each convolution but the first; default: Conv2d's own
    """
    manual_seed(seed)
    net = nn.Sequential(nn.Conv2d(1, channels, 3, padding=1), *[Layer(channels, shortcut) for _ in range(depth)],
                        nn.Flatten(), nn.Linear(64 * channels, 10)).double()
    for layer in list(net)[1:depth + 1] if start is not None else ():
        start(layer.conv.weight)
    return net


def fit(net, x, y, epochs=EPOCHS, lr=0.01, rows=BATCH, loss_of=F.cross_entropy, change=None):
    """Train net on shuffled batches with AdamW, its learning rate falling to 0; return the mean loss of each epoch.

    loss_of   loss_of(net(x), y) of a batch
    change    change(x, rng) returns the images of a batch as the network gets them: augmentation
    """
    steps, rng, losses = -(-len(y) // rows), np.random.default_rng(0), []
    optimizer = AdamW([p for p in net.parameters() if p.requires_grad], lr=lr)
    schedule = CosineAnnealingLR(optimizer, epochs * steps)
    net.train()
    for _ in progress(range(epochs), "epochs"):
        order, total = rng.permutation(len(y)).tolist(), 0.0
        for start in range(0, len(y), rows):
            batch = order[start:start + rows]
            images = x[batch] if change is None else change(x[batch], rng)
            total += take_step(optimizer, loss_of(net(images), y[batch])) * len(batch)
            schedule.step()
        losses.append(total / len(y))
    return losses


def resnet8(block, pool, x, y):
    """Return (a ResNet-8 trained on x and y, its losses); the same parts on the same digits are trained only once."""
    key = block, pool, x.numpy().tobytes(), y.numpy().tobytes(), frozenset(mounted.values())
    if key not in kept:
        manual_seed(0)
        net = ResNet8(block, pool).double()
        kept[key] = net, fit(net, x, y)
    return kept[key]


def with_batch_norm(x, y, momentum):
    """Train a small network for three epochs; its batch norms remember `momentum` of each batch."""
    manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 8, 3), nn.BatchNorm2d(8, momentum=momentum), nn.ReLU(), nn.MaxPool2d(2),
                        nn.Conv2d(8, 16, 3), nn.BatchNorm2d(16, momentum=momentum), nn.ReLU(),
                        nn.Flatten(), nn.Linear(16, 10)).double()
    fit(net, x, y, epochs=3)
    return net


@no_grad()
def share_read(net, x, y):
    """Return the share of images whose class net reads, in evaluation mode."""
    net.eval()
    return (net(x).argmax(dim=1) == y).double().mean().item()
