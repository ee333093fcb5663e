"""What is left of a division, found in float64, and norms as products: to the last bit, or as PyTorch's."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.elementwise import division
from minitorch.ops.kernels import tiling

pytestmark = pytest.mark.filterwarnings("ignore:invalid value")


@pytest.mark.parametrize("name", ["fmod", "remainder"])
@pytest.mark.parametrize("block", [7, 1 << 16])
def test_what_is_left_is_numpys_to_the_last_bit(name, block, monkeypatch):
    monkeypatch.setattr(division, "FEW", 0)
    monkeypatch.setattr(tiling, "BLOCK", block)
    rng = np.random.default_rng(0)
    x = (rng.standard_normal(4000) * 10.0 ** rng.integers(-9, 9, 4000)).astype("float32")
    y = (rng.standard_normal(4000) * 10.0 ** rng.integers(-9, 9, 4000)).astype("float32")
    x[::40], y[::61], x[:8], y[:8] = x[::40].round() * 3, 3.0, [np.inf, -np.inf, np.nan, 0, 1, -1, 6, -6], 3
    y[100:104] = np.inf, -np.inf, np.nan, 0
    for a, b in ((x, y), (x[::2], y[::2]), (x, 0.3), (x, -2), (x.reshape(40, 100).T, 7.5), (x[:0], y[:0])):
        other = mt.tensor(b) if isinstance(b, np.ndarray) else b
        np.testing.assert_array_equal(getattr(mt, name)(mt.tensor(a), other).numpy(), getattr(np, name)(a, b))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("settings", [{}, {"keepdim": True}, {"dim": 1}, {"dim": 0, "keepdim": True}], ids=str)
def test_norms_and_their_gradients_are_pytorchs(settings, dtype, torch, monkeypatch):
    monkeypatch.setattr(tiling, "BLOCK", 5)
    rng = np.random.default_rng(1)
    for x in (rng.standard_normal((6, 7)).astype(dtype), rng.standard_normal((7, 6)).astype(dtype).T,
              np.zeros((3, 4), dtype), np.array([[np.inf, 1.0], [0.0, np.nan]], dtype)):
        found = []
        for library in (mt, torch):
            leaf = library.tensor(x, requires_grad=True)
            out = leaf.norm(**settings)
            found.append([out.detach().numpy(), library.autograd.grad(out.sum(), leaf)[0].numpy()])
        for mine, right in zip(*found, strict=True):
            np.testing.assert_allclose(mine, right, rtol=1e-5, atol=1e-7)


def test_a_running_sum_of_powers_goes_back_in_memory_as_large_as_itself(torch):
    x = np.random.default_rng(2).standard_normal((2, 3000))
    found = []
    for library in (mt, torch):
        leaf = library.tensor(x, requires_grad=True)
        out = leaf.logcumsumexp(1)
        found.append(library.autograd.grad(out, leaf, library.tensor(np.cos(np.arange(6000.0)).reshape(2, 3000)))[0])
    np.testing.assert_allclose(found[0].numpy(), found[1].numpy(), rtol=1e-8, atol=1e-12)
