"""Products of many numbers, and what goes back through them."""

import numpy as np
import pytest

import minitorch as mt


@pytest.mark.parametrize("zeros", [(), (7,), (7, 90_000)])
def test_products_of_many_go_back_in_proportion_to_them(zeros):
    numbers = np.random.default_rng(0).uniform(0.999, 1.001, 100_000)
    numbers[list(zeros)] = 0
    x = mt.tensor(numbers, requires_grad=True)
    x.prod().backward()
    others = np.array([np.prod(np.delete(numbers, k)) for k in (0, 7, 90_000)])
    assert np.allclose(x.grad.array[[0, 7, 90_000]], others)
    x.grad = None
    x.cumprod(0).sum().backward()                        # the last before a zero reaches itself only
    assert np.isclose(x.grad.array[-1], np.prod(numbers[:-1]))
    assert np.isclose(x.grad.array[7], np.cumprod(np.where(np.arange(100_000) == 7, 1, numbers))[7:].sum())
