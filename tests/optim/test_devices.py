"""Optimisers do on a GPU what they do on the CPU, without asking the device for a value."""

import numpy as np
import pytest
from backing import BACKENDS
from optim.cases import USUAL, label, where

import minitorch as mt
from minitorch.optim.state import COUNTS

EVERY = [*USUAL, ("LBFGS", {"line_search_fn": "strong_wolfe", "max_iter": 4}), ("LBFGS", {"lr": 0.1, "max_iter": 3})]


def problem(xp):
    x, y = (xp.tensor(np.asarray(value), requires_grad=True) for value in (np.linspace(-1.0, 2.0, 3), 0.5))

    def loss():
        return (x.sin() * y.cos()).sum() + (x * y).tanh().sum() + 0.1 * (x * x).sum() + 0.1 * y * y
    return x, y, loss


def path(optimizer, xp, x, y, loss, steps=5):
    def closure():
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value
    found = []
    for _ in range(steps):
        optimizer.step(closure)
        found.append(where(*(mt.from_numpy(np.asarray(xp.numpy(t))) for t in (x, y))))
    return np.array(found)


@pytest.mark.parametrize("name, options", EVERY, ids=label)
def test_steps_are_the_same_on_every_backend(name, options, xp):
    x, y, loss = problem(xp)
    a = mt.tensor(np.linspace(-1.0, 2.0, 3), requires_grad=True)
    b = mt.tensor(0.5, dtype=mt.float64, requires_grad=True)

    def loss_here():
        return (a.sin() * b.cos()).sum() + (a * b).tanh().sum() + 0.1 * (a * a).sum() + 0.1 * b * b
    there = getattr(mt.optim, name)([x, y], **options)
    here = getattr(mt.optim, name)([a, b], **options)

    np.testing.assert_allclose(path(there, xp, x, y, loss), path(here, BACKENDS["numpy"], a, b, loss_here),
                               rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name, options", EVERY, ids=label)
def test_a_state_goes_to_the_device_of_its_parameters(name, options, xp):
    a = mt.tensor(np.linspace(-1.0, 2.0, 3), requires_grad=True)
    first = getattr(mt.optim, name)([a], **options)

    def closure(w, optimizer):
        def run():
            optimizer.zero_grad()
            value = (w * w).sum() + w.exp().sum()
            value.backward()
            return value
        return run
    for _ in range(2):
        first.step(closure(a, first))
    x = xp.tensor(a.detach().numpy().copy(), requires_grad=True)
    second = getattr(mt.optim, name)([x], **options)
    second.load_state_dict(first.state_dict())
    for optimizer, w in ((first, a), (second, x)):
        optimizer.step(closure(w, optimizer))
    np.testing.assert_allclose(xp.numpy(x), a.detach().numpy(), rtol=1e-12)
    assert all(value.device == x.device for name, value in second.state[x].items()
               if name not in COUNTS and mt.is_tensor(value))
