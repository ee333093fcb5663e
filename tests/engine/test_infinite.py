"""Infinities and nan: gradients exist wherever PyTorch's do."""

import numpy as np
import pytest

import minitorch as mt

INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize("base", [2.0, 1, 0.0, -2.0])
def test_a_number_to_an_infinite_power_has_pytorchs_gradient(base, torch):
    slopes = []
    for library in (mt, torch):
        y = library.tensor([-INF, 1.0, -2.0, 0.0, INF, NAN], requires_grad=True)
        slopes.append(library.autograd.grad(library.pow(base, y).sum(), y)[0].numpy())
    np.testing.assert_allclose(*slopes, rtol=1e-6)


@pytest.mark.parametrize("bad", [INF, -INF, NAN])
def test_a_loss_that_is_no_number_still_has_gradients(bad):
    x = mt.tensor([1.0, bad], requires_grad=True)
    (x * 3).sum().backward()
    assert x.grad.tolist() == [3, 3]
