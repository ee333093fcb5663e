"""Other peers, where they are installed: HIPS autograd, written as its own users write. JAX and tinygrad may follow.

Each gives builders with the numbers of `workloads`, so that first steps can be compared.
"""

import numpy as np

from .workloads import CHAIN, LONG, Built, floats, numbers


def two_layer():
    from autograd import numpy as anp, value_and_grad
    rng = numbers(1)
    x, y = floats(rng, 64, 1000), floats(rng, 64, 10)
    w = [floats(rng, 1000, 100) * np.float32(0.03), floats(rng, 100, 10) * np.float32(0.1)]
    loss_of = value_and_grad(lambda w: anp.sum((anp.maximum(x @ w[0], 0) @ w[1] - y) ** 2))

    def step(lr=1e-6):
        loss, grads = loss_of(w)
        for i, grad in enumerate(grads):
            w[i] = w[i] - np.float32(lr) * grad
        return loss

    loss, grads = loss_of(w)
    return Built(step, [np.asarray(loss), *grads])


def small_ops(size):
    def build():
        from autograd import numpy as anp, value_and_grad
        a, b = np.full(size, 0.999, np.float32), np.full(size, 0.001, np.float32)
        start = np.ones(size, np.float32)

        def chain(ab):
            y = start
            for _ in range(CHAIN // 2):
                y = y * ab[0] + ab[1]
            return anp.sum(y)

        both = value_and_grad(chain)
        _, grads = both((a, b))
        y = start
        for _ in range(CHAIN // 2):
            y = y * a + b
        return Built(lambda: both((a, b)), [y, *grads])
    return build


def long_chain():
    from autograd import value_and_grad

    def chain(x):
        y = x
        for _ in range(LONG):
            y = y + 1.0
        return y

    both = value_and_grad(chain)
    value, grad = both(1.0)
    return Built(lambda: both(1.0), [np.asarray(value), np.asarray(grad)])


PEERS = {"autograd": {"W1": two_layer, "W6": small_ops(1), "W6-16": small_ops(16), "W7": long_chain}}
