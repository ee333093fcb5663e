"""Layers that draw: what is drawn, how often, and what stays the same."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F


@pytest.mark.parametrize("name, shape, one_draw", [
    ("Dropout1d", (40, 9, 5), (40, 9)), ("Dropout1d", (40, 5), (40,)), ("Dropout2d", (40, 9, 4, 3), (40, 9)),
    ("Dropout2d", (40, 9, 4), (40, 9)), ("Dropout3d", (40, 9, 2, 3, 2), (40, 9)), ("Dropout3d", (40, 2, 3, 2), (40,)),
    ("FeatureAlphaDropout", (40, 9, 4, 3), (40, 9))])
def test_whole_channels_are_dropped_as_in_pytorch(torch, name, shape, one_draw):
    for library in (mt, torch):
        out = getattr(library.nn, name)(0.5)(library.ones(shape)).numpy().reshape(*one_draw, -1)
        assert (out == out[..., :1]).all() and len(np.unique(out)) == 2
        assert 0.2 < (out[..., 0] == out.min()).mean() < 0.8


@pytest.mark.parametrize("name", ["AlphaDropout", "FeatureAlphaDropout"])
def test_alpha_dropout_keeps_mean_and_variance(name):
    out = getattr(nn, name)(0.3)(mt.randn(3000, 20, 2))
    assert out.mean().item() == pytest.approx(0, abs=0.03) and out.std().item() == pytest.approx(1, abs=0.03)


def test_rrelu_draws_each_slope_between_its_bounds_and_takes_the_mean_in_evaluation():
    x, layer = -mt.ones(1000, requires_grad=True), nn.RReLU(0.2, 0.6)
    out = -layer(x)
    assert 0.2 <= out.min() < 0.25 and 0.55 < out.max() <= 0.6 and out.mean().item() == pytest.approx(0.4, abs=0.02)
    assert (-layer.eval()(x) == mt.tensor(0.4)).all() and layer(mt.ones(1)).item() == 1


@pytest.mark.parametrize("hard", [False, True])
def test_gumbel_softmax_chooses_by_the_probabilities_and_lets_gradients_pass(hard):
    scores = mt.tensor([[1.0, 0.0, -1.0]]).expand(4000, 3).clone().requires_grad_()
    out = F.gumbel_softmax(scores, tau=0.5, hard=hard)
    np.testing.assert_allclose(out.sum(1).detach().numpy(), 1, rtol=1e-5)
    chosen = np.bincount(out.argmax(1).numpy(), minlength=3) / 4000
    np.testing.assert_allclose(chosen, F.softmax(scores, 1)[0].detach().numpy(), atol=0.03)
    if hard:
        assert set(np.unique(out.detach().numpy().round(6))) == {0.0, 1.0}
    (out * mt.arange(3)).sum().backward()
    assert (scores.grad != 0).any() and scores.grad.sum(1).abs().max() < 1e-4


@pytest.mark.parametrize("shape, settings, size", [
    ((2, 3, 6, 8), {"kernel_size": 2}, None),
    ((2, 3, 7, 9), {"kernel_size": 2}, (7, 9)),
    ((3, 6, 6), {"kernel_size": (3, 2), "stride": (3, 2)}, None),
    ((1, 1, 5, 5), {"kernel_size": 2, "stride": 1}, None), ((1, 2, 4, 5, 6), {"kernel_size": 2}, (4, 5, 6))])
def test_unpooling_puts_each_largest_back_where_it_stood(torch, shape, settings, size):
    x = np.random.default_rng(0).permutation(int(np.prod(shape))).reshape(shape) * 1.0
    outs, dims = [], max(2, len(shape) - 2)
    for library in (mt, torch):
        image = library.tensor(x, requires_grad=True)
        pooled, places = getattr(library.nn, f"MaxPool{dims}d")(return_indices=True, **settings)(image)
        back = getattr(library.nn, f"MaxUnpool{dims}d")(**settings)(pooled, places, output_size=size)
        (back ** 2).sum().backward()
        outs.append((back.detach().numpy(), image.grad.numpy()))
    for found, expected in zip(*outs):
        np.testing.assert_array_equal(found, expected)


def test_unpooling_a_signal_puts_each_largest_back():
    pooled, places = nn.MaxPool1d(2, return_indices=True)(mt.tensor([[1.0, 5.0, 3.0, 2.0]]))
    assert nn.MaxUnpool1d(2)(pooled, places).tolist() == [[0, 5, 3, 0]]
