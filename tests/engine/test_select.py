"""Choosing by bits, and bends computed a block at a time: PyTorch's values wherever a block ends and numbers do."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.kernels import tiling

ENDS = [0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1.0, -1.0, 3.0, -3.0, 19.5, 25.0, -25.0, 120.0, -120.0]
BENDS = {"leaky_relu": [{}, {"negative_slope": 0.0}, {"negative_slope": 1.0}, {"negative_slope": 2.0},
                        {"negative_slope": -0.3}],
         "softplus": [{}, {"beta": 2.0, "threshold": 3.0}, {"beta": -1.5}], "silu": [{}], "mish": [{}], "selu": [{}],
         "elu": [{}, {"alpha": 1.7}, {"alpha": -0.5}], "celu": [{}, {"alpha": 0.4}, {"alpha": -2.0}],
         "hardswish": [{}], "logsigmoid": [{}], "sigmoid": [{}]}


@pytest.fixture(params=["bits", "where"])
def way(request, monkeypatch):
    """By bits and in blocks of a few elements, or as small arrays go."""
    if request.param == "bits":
        monkeypatch.setattr(tiling, "FEW", 0)
        monkeypatch.setattr(tiling, "MANY", 1)
        monkeypatch.setattr(tiling, "BLOCK", 5)


def layouts(values, dtype):
    """The values as a vector, a matrix lying across, with gaps, one number, and none of them."""
    values = np.asarray(values, dtype)
    return [values, values.reshape(2, -1).T, np.repeat(values, 2)[::2], values[:1].reshape(()), values[:0]]


def slopes(library, name, settings, x, grad):
    """What a bend gives, its gradient, and the gradient of that."""
    x = library.tensor(x, requires_grad=True)
    out = getattr(library.nn.functional, name)(x, **settings)
    first, = library.autograd.grad(out, x, library.tensor(grad), create_graph=True)
    again = library.autograd.grad(first.sum(), x, allow_unused=True)[0] if first.requires_grad else None
    plain, = library.autograd.grad(getattr(library.nn.functional, name)(x, **settings), x, library.tensor(grad))
    return [None if a is None else a.detach().numpy() for a in (out, first, plain, again)]


def one_by_one(library, name, settings, x, grad):
    """`slopes` of each number alone: on some processors PyTorch's vector code (only) has nan at infinity."""
    each = [slopes(library, name, settings, *pair) for pair in zip(x.reshape(-1, 1), grad.reshape(-1, 1), strict=True)]
    return [np.array(column).reshape(x.shape) for column in zip(*each, strict=True)] if each else [x] * 4


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name, settings", [(name, each) for name in BENDS for each in BENDS[name]], ids=str)
def test_bends_are_pytorchs_to_the_ends(name, settings, dtype, way, torch):
    for x in layouts(ENDS, dtype):
        grad = np.linspace(-1, 2, x.size).reshape(x.shape).astype(dtype)
        out, first, plain, _ = slopes(mt, name, settings, x, grad)
        right, right_first, *_ = one_by_one(torch, name, settings, x, grad)
        tolerance = {"rtol": 2e-6, "atol": 1e-6} if dtype == "float32" else {"rtol": 1e-7, "atol": 1e-9}
        if name == "mish":                               # the slope at inf is 1; PyTorch's is nan
            plain, right_first = plain[x != np.inf], right_first[x != np.inf]
        np.testing.assert_allclose(out, right, **tolerance)
        np.testing.assert_allclose(plain, right_first, **tolerance)
        assert out.dtype == plain.dtype == dtype


@pytest.mark.parametrize("name, settings", [(name, each) for name in BENDS for each in BENDS[name]], ids=str)
def test_second_derivatives_of_bends_are_pytorchs(name, settings, way, torch):
    x = np.random.default_rng(0).standard_normal((3, 7))
    found = [slopes(library, name, settings, x, np.ones_like(x)) for library in (mt, torch)]
    for mine, right in zip(*found, strict=True):         # PyTorch rounds celu's 1/alpha to float32
        np.testing.assert_allclose(np.zeros_like(x) if mine is None else mine,
                                   np.zeros_like(x) if right is None else right, rtol=2e-7, atol=1e-8)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64"])
def test_where_gives_the_very_bits(dtype, way):
    rng = np.random.default_rng(1)
    ends = [end for end in ENDS if np.isfinite(end) and end == int(end)] if dtype == "int64" else ENDS
    for x, y in zip(layouts(ends, dtype), layouts(ends[::-1], dtype), strict=True):
        kept = rng.random(x.shape) < 0.5
        for a, b in ((x, y), (x, np.asarray(3, dtype)), (np.asarray(-1, dtype), y)):
            ours = mt.where(mt.tensor(kept), mt.tensor(a), mt.tensor(b)).numpy()
            right = np.where(kept, a, b)
            assert ours.dtype == right.dtype and ours.tobytes() == right.tobytes()


@pytest.mark.parametrize("value", [-float("inf"), 0.0, 1.5, 2, float("nan")])
def test_masked_fill_writes_one_number(value, way, torch):
    for x in layouts(ENDS, "float32"):
        mask = np.random.default_rng(2).random(x.shape) < 0.5
        grads = []
        for library in (mt, torch):
            leaf = library.tensor(x, requires_grad=True)
            out = leaf.masked_fill(library.tensor(mask), value)
            grads.append([out.detach().numpy(), library.autograd.grad(out, leaf, library.ones_like(out))[0].numpy()])
        for mine, right in zip(*grads, strict=True):
            np.testing.assert_array_equal(mine, right)


def test_a_mask_that_is_broadcast_and_numbers_on_both_sides(way):
    mask, x = np.tri(4, dtype=bool), np.arange(32.0).reshape(2, 4, 4)
    np.testing.assert_array_equal(mt.where(mt.tensor(mask), mt.tensor(x), -1.0).numpy(), np.where(mask, x, -1.0))
    assert mt.where(mt.tensor(mask), 1.0, 2.0).tolist() == np.where(mask, 1.0, 2.0).tolist()
