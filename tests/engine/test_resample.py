"""One dimension in another size: PyTorch's values and gradients however large the shares and however it lies."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.kernels import tiling

SIZES = [(1, 1), (1, 4), (5, 5), (5, 10), (6, 18), (9, 4), (30, 3), (31, 3), (40, 7), (7, 40), (50, 2), (4, 5)]
MODES = [("nearest", {}), ("nearest-exact", {}), ("linear", {}), ("linear", {"align_corners": True}), ("area", {})]


@pytest.fixture(params=[4, tiling.BLOCK], ids=["blocks", "at once"])
def block(request, monkeypatch):
    monkeypatch.setattr(tiling, "BLOCK", request.param)


def answers(library, function, x):
    """A function's values, its gradient, and whether infinities stay where they are."""
    leaf = library.tensor(x, requires_grad=True)
    out = function(library, leaf)
    weights = library.tensor(np.cos(np.arange(out.numel())).reshape(out.shape).astype(x.dtype))
    return out.detach().numpy(), library.autograd.grad(out, leaf, weights)[0].numpy()


def agree(torch, function, x):
    for mine, right in zip(*[answers(library, function, x) for library in (mt, torch)], strict=True):
        np.testing.assert_allclose(mine, right, rtol=2e-5, atol=2e-5)
        assert mine.dtype == right.dtype


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("mode, settings", MODES, ids=str)
@pytest.mark.parametrize("old, new", SIZES, ids=str)
def test_signals_in_another_size_are_pytorchs(old, new, mode, settings, dtype, block, torch):
    for x in (np.random.default_rng(0).standard_normal((2, 3, old)).astype(dtype),
              np.random.default_rng(1).standard_normal((old, 2, 2)).T.astype(dtype)):
        agree(torch, lambda library, x: library.nn.functional.interpolate(x, size=new, mode=mode, **settings), x)


@pytest.mark.parametrize("factor", [2, 3, 0.5, 1.7, 0.9])
@pytest.mark.parametrize("mode", ["nearest", "bilinear", "bicubic"])
def test_images_by_a_factor_are_pytorchs(factor, mode, block, torch):
    x = np.random.default_rng(2).standard_normal((2, 2, 6, 5)).astype("float32")
    agree(torch, lambda library, x: library.nn.functional.interpolate(x, scale_factor=factor, mode=mode), x)


@pytest.mark.parametrize("old, new", SIZES, ids=str)
def test_adaptive_means_are_pytorchs(old, new, torch):
    x = np.random.default_rng(3).standard_normal((2, 3, old)).astype("float32")
    agree(torch, lambda library, x: library.nn.functional.adaptive_avg_pool1d(x, new), x)


@pytest.mark.parametrize("old, new", [(30, 3), (31, 3), (40, 7), (50, 2)], ids=str)
def test_what_is_infinite_stays_in_its_share(old, new, torch):
    x = np.random.default_rng(4).standard_normal((2, 3, old)).astype("float32")
    x[0, 0, 0], x[1, 2, -1] = np.inf, np.nan
    agree(torch, lambda library, x: library.nn.functional.adaptive_avg_pool1d(x, new), x)


@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("size", [(3, 2), (4, 12), (9, 7)], ids=str)
@pytest.mark.parametrize("antialias", [True, False])
def test_images_of_bytes_are_pytorchs_to_the_last_bit(mode, size, antialias, torch):
    x = np.random.default_rng(5).integers(0, 256, (2, 3, 7, 9)).astype("uint8")
    found, wanted = [library.nn.functional.interpolate(library.from_numpy(x), size, mode=mode, antialias=antialias)
                     for library in (mt, torch)]
    assert found.dtype is mt.uint8
    np.testing.assert_array_equal(found.numpy(), wanted.numpy())


def test_only_images_are_shrunk_with_antialias():
    for mode, shape in (("nearest", (1, 1, 4, 4)), ("linear", (1, 1, 4))):
        with pytest.raises(ValueError, match="antialias=True needs"):
            mt.nn.functional.interpolate(mt.ones(shape), scale_factor=0.5, mode=mode, antialias=True)
