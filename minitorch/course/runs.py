"""Runs of lessons 4 and 5 on the digits: a small network, an optimiser or an order of one's own, a power cut."""

from functools import cache
from threading import Lock

import numpy as np

from ..display.progress import progress
from ..engine import no_grad
from ..nn import Linear, Module, ReLU, Sequential
from ..nn.functional import cross_entropy
from ..ops.shape.creation import randperm
from ..optim import SGD
from ..random import manual_seed
from ..vision.datasets import Digits
from .training import take_step

drawing = Lock()                          # held while first weights are drawn: ranks may be threads


def network(hidden=64):
    """Make a network of 64 inputs, `hidden` units, 10 scores, in float64: always with the same first weights."""
    with drawing:
        manual_seed(0)
        return Sequential(Linear(64, hidden), ReLU(), Linear(hidden, 10)).double()


def trained(order_of_epoch, x, y, test_x, test_y, epochs=10):
    """Train `network()` in batches of 32.

    order_of_epoch   called before each epoch; gives the indices of the samples in their order
    returns          the share of test samples read right after each epoch, and the last answers to them
    """
    net, shares = network(), []
    sgd = SGD(net.parameters(), lr=0.5)
    for _ in progress(range(epochs), "epochs"):
        order = order_of_epoch()
        for start in range(0, len(order), 32):
            batch = order[start:start + 32]
            take_step(sgd, cross_entropy(net(x[batch]), y[batch]))
        with no_grad():
            answers = net(test_x).argmax(1)
        shares.append((answers == test_y).double().mean().item())
    return shares, answers


def softmax(scores):
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def one_epoch(x, y, test_x, test_y):
    """Return the loss on test samples of a network without a hidden layer (NumPy) after one epoch in this order."""
    w = np.zeros((64, 10))
    for start in range(0, len(x), 32):
        images, labels = x[start:start + 32], y[start:start + 32]
        w -= 0.5 * images.T @ (softmax(images @ w) - np.eye(10)[labels]) / len(images)
    return -np.log(softmax(test_x @ w)[np.arange(len(test_y)), test_y]).mean()


class Counting(Module):
    """A network, and how many rows it was shown."""

    def __init__(self):
        super().__init__()
        self.net, self.rows = network(), 0

    def forward(self, x):
        self.rows += len(x)
        return self.net(x)


def steps_of(train_epoch, x, y, batches, epochs):
    """Return the losses of some epochs of a learner's `train_epoch`; print how many rows the network saw."""
    model, losses = Counting(), []
    sgd = SGD(model.parameters(), lr=0.5)
    for _ in progress(range(epochs), "epochs"):
        losses += map(float, train_epoch(model, x, y, batches, cross_entropy, sgd))
    print(f"{len(losses)} steps, {model.rows:,} rows seen, loss {losses[-1]:.2f}")
    return losses


class PowerCut(Exception):
    """The power fails."""


def power_cut_after(batches):
    """Return a function that passes on its input so many times, and then raises PowerCut."""
    left = iter(range(batches))

    def passed(inputs):
        if next(left, None) is None:
            raise PowerCut
        return inputs
    return passed


def strides(rule, slopes, *settings):
    """Return how far `rule(p, grad, state, lr, *settings)` moves one weight at each of these slopes, with lr = 0.1."""
    p, state, moves = np.zeros(1), {}, []
    for slope in slopes:
        before = p.copy()
        rule(p, np.array([slope]), state, 0.1, *settings)
        moves.append((before - p).item())
    return moves


@cache
def rows(train=True):
    """Return the digits as (N, 64) pixels from 0 to 1, and their (N,) labels."""
    digits = Digits(train=train)
    return digits.data.reshape(-1, 64).double() / 16, digits.targets


def digit_batches(epochs):
    """Yield 22 batches of 64 images and labels for each epoch, shuffled."""
    images, labels = rows()
    for _ in progress(range(epochs), "epochs"):
        for batch in randperm(1437)[:1408].split(64):
            yield images[batch], labels[batch]


def trained_by(make, epochs=5, schedule=None):
    """Train `network(32)` on the digits with the optimiser `make(parameters)`.

    schedule   makes a schedule from the optimiser
    returns    losses and update ratios of the first layer, each a mean over half an epoch; the share of unseen
               digits that it reads
    """
    net, losses, ratios = network(32), [], []
    optimizer = make(net.parameters())
    schedule = schedule and schedule(optimizer)
    for x, y in digit_batches(epochs):
        loss = cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        before = net[0].weight.detach().clone()
        optimizer.step()
        if schedule:
            schedule.step()
        ratios.append(((net[0].weight - before).norm() / before.norm()).item())
        losses.append(loss.item())
    unseen, labels = rows(train=False)
    with no_grad():
        right = (net(unseen).argmax(dim=1) == labels).double().mean().item()
    halves = [np.reshape(line, (-1, 11)).mean(axis=1) for line in (losses, ratios)]
    return {"losses": halves[0], "ratios": halves[1], "reads": right}


def losses_by(fit, epochs=4, lr=0.6):
    """Return the loss of each half epoch of a learner's `fit(params, loss_of, batches, epochs, lr)` on the digits."""
    net = network(32)

    def loss_of(batch):
        return cross_entropy(net(batch[0]), batch[1])
    losses = fit(list(net.parameters()), loss_of, list(digit_batches(1)), epochs, lr)
    return np.array(losses).reshape(-1, 11).mean(axis=1)
