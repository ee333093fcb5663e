"""What lessons train with: small problems, and the loops around the steps that students write."""

import numpy as np

from ..numeric import numeric_gradient


def small_problem():
    """x, y, w1, w2 of a network of two layers that all have size 8, the same at every call."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(32, 8)), rng.normal(size=(8, 8)) / 2
    return [x, x @ y, 0.3 * rng.normal(size=(8, 8)), 0.3 * rng.normal(size=(8, 8))]


def losses_of(step, x, y, w1, w2, lr=3e-3, count=100):
    """The loss before each of `count` training steps of a two-layer network.

    step   step(x, y, w1, w2, lr) gives new weights w1 and w2
    """
    losses = []
    for _ in range(count):
        losses.append(float(((np.maximum(x @ w1, 0) @ w2 - y) ** 2).sum()))
        w1, w2 = step(x, y, w1, w2, lr)
    return losses


def both_gradients(by_hand, skip):
    """([grad_w1, grad_w2] as a function by hand has it, the same by differences) of a small two-layer network.

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
    """The loss before each training step of a two-layer network, its gradients from a function by hand."""
    return losses_of(lambda x, y, w1, w2, lr: [w - lr * slope for w, slope in zip((w1, w2), gradients(x, y, w1, w2))],
                     x, y, w1, w2, lr, steps)
