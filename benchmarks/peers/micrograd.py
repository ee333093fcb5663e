"""micrograd: one number at a time. Its backward is recursive, so that it cannot run a chain of 100,000 operations."""

import numpy as np

from ..workloads import CHAIN, Built


def scalar_chain():
    from micrograd.engine import Value
    a, b = Value(0.999), Value(0.001)

    def step():
        y = Value(1.0)
        for _ in range(CHAIN // 2):
            y = y * a + b
        a.grad = b.grad = 0
        y.backward()
        return y

    y = step()
    return Built(step, [np.array([value]) for value in (y.data, a.grad, b.grad)])


def builders():
    return {"W6": scalar_chain}
