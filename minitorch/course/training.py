"""What lessons train with: small problems, and the loops around the steps that students write."""

import numpy as np

from .. import nn
from ..autograd.numeric import numeric_gradient
from ..display.progress import progress
from ..engine import no_grad
from ..ops.shape.creation import randperm
from ..optim import Adam


def small_problem():
    """Return x, y, w1, w2 of a network of two layers that all have size 8, the same at every call."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(32, 8)), rng.normal(size=(8, 8)) / 2
    return [x, x @ y, 0.3 * rng.normal(size=(8, 8)), 0.3 * rng.normal(size=(8, 8))]


def losses_of(step, x, y, w1, w2, lr=3e-3, count=100):
    """Return the loss before each of `count` training steps of a two-layer network.

    step   step(x, y, w1, w2, lr) gives new weights w1 and w2
    """
    losses = []
    for _ in range(count):
        losses.append(float(((np.maximum(x @ w1, 0) @ w2 - y) ** 2).sum()))
        w1, w2 = step(x, y, w1, w2, lr)
    return losses


def both_gradients(by_hand, skip):
    """Return ([grad_w1, grad_w2] by a function by hand, the same by differences) of a small two-layer network.

    by_hand   by_hand(x, y, w1, w2), which knows of no skip connection
    skip      1 when the network has one, else 0
    """
    rng = np.random.default_rng(0)
    x, y, w1, w2 = (rng.normal(size=size).round(1) for size in [(4, 3), (4, 2), (3, 3), (3, 2)])

    def loss(w1, w2):
        return (((np.maximum(x @ w1, 0) + skip * x) @ w2 - y) ** 2).sum()
    return by_hand(x, y, w1, w2), [numeric_gradient(lambda w: loss(w, w2), w1, 1e-5),
                                   numeric_gradient(lambda w: loss(w1, w), w2, 1e-5)]


def losses_by_hand(gradients, x, y, w1, w2, lr=3e-5, steps=200):
    """Return the loss before each training step of a two-layer network, its gradients from a function by hand."""
    return losses_of(lambda x, y, w1, w2, lr: [w - lr * slope for w, slope in zip((w1, w2), gradients(x, y, w1, w2))],
                     x, y, w1, w2, lr, steps)


def through(x, weights):
    """Return {layer: its numbers} of numbers sent through one linear layer and relu for each weight."""
    found = {}
    for number, w in enumerate(weights, 1):
        x = found[f"layer {number}"] = nn.functional.linear(x, w).relu()
    return found


def deep(begin, normed=False):
    """Make twenty hidden layers of 64 units for digits; `begin` fills each weight, `normed` adds batch norms."""
    layers = []
    for _ in range(20):
        layers += [nn.Linear(64, 64), *([nn.BatchNorm1d(64)] if normed else []), nn.ReLU()]
    net = nn.Sequential(*layers, nn.Linear(64, 10))
    for layer in net:
        if isinstance(layer, nn.Linear):
            begin(layer.weight)
            nn.init.zeros_(layer.bias)
    return net


def take_step(optimizer, loss):
    """Compute the gradients of a loss, and let an optimiser take its step; return the loss as a number."""
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def train(net, x, y, lr=0.0005, epochs=8):
    """Train with Adam and cross entropy on batches of 32 in random order; returns the mean loss of each epoch."""
    adam, losses = Adam(net.parameters(), lr=lr), []
    for _ in progress(range(epochs), "epochs"):
        seen = []
        for batch in randperm(len(x)).split(32):
            seen.append(take_step(adam, nn.functional.cross_entropy(net(x[batch]), y[batch])))
        losses.append(sum(seen) / len(seen))
    return losses


def reads(net, x, y):
    """Return in words the share of images whose digit has the highest score."""
    with no_grad():
        share = (net(x).argmax(dim=1) == y).double().mean().item()
    return f"reads {share:.0%} of {len(y)} unseen digits"
