"""Runs of lesson 5 on the digits: a small network, an epoch in a given order, a power cut."""

import numpy as np

from ..engine import no_grad
from ..nn import Linear, Module, ReLU, Sequential
from ..nn.functional import cross_entropy
from ..optim import SGD
from ..random import manual_seed


def network(hidden=64):
    """64 inputs, `hidden` units, 10 scores, in float64: the same first weights at every call."""
    manual_seed(0)
    return Sequential(Linear(64, hidden), ReLU(), Linear(hidden, 10)).double()


def trained(order_of_epoch, x, y, test_x, test_y, epochs=10):
    """Train `network()` in batches of 32.

    order_of_epoch   called before each epoch; gives the indices of the samples in their order
    returns          the share of test samples read right after each epoch, and the last answers to them
    """
    net, shares = network(), []
    sgd = SGD(net.parameters(), lr=0.5)
    for _ in range(epochs):
        order = order_of_epoch()
        for start in range(0, len(order), 32):
            batch = order[start:start + 32]
            loss = cross_entropy(net(x[batch]), y[batch])
            sgd.zero_grad()
            loss.backward()
            sgd.step()
        with no_grad():
            answers = net(test_x).argmax(1)
        shares.append((answers == test_y).double().mean().item())
    return shares, answers


def softmax(scores):
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def one_epoch(x, y, test_x, test_y):
    """The loss on test samples after one epoch in the order given, of a network without a hidden layer (NumPy)."""
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
    """The losses of some epochs of a learner's `train_epoch`; says how many rows the network saw."""
    model, losses = Counting(), []
    sgd = SGD(model.parameters(), lr=0.5)
    for _ in range(epochs):
        losses += map(float, train_epoch(model, x, y, batches, cross_entropy, sgd))
    print(f"{len(losses)} steps, {model.rows:,} rows seen, loss {losses[-1]:.2f}")
    return losses


class PowerCut(Exception):
    """The power fails."""


def power_cut_after(batches):
    """A function that passes on its input so many times, and then raises PowerCut."""
    left = iter(range(batches))

    def passed(inputs):
        if next(left, None) is None:
            raise PowerCut
        return inputs
    return passed
