"""How parameters begin: the distributions they are drawn from, and PyTorch's defaults."""

import math

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import init

SPREADS = [
    (lambda w: init.uniform_(w, -1, 3), 4 / math.sqrt(12), 1),
    (lambda w: init.normal_(w, 2, 0.5), 0.5, 2),
    (lambda w: init.kaiming_normal_(w, nonlinearity="relu"), math.sqrt(2 / 200), 0),
    (lambda w: init.kaiming_normal_(w, mode="fan_out", a=1), math.sqrt(1 / 300), 0),
    (lambda w: init.kaiming_uniform_(w, a=math.sqrt(5)), math.sqrt(1 / (3 * 200)), 0),
    (lambda w: init.xavier_normal_(w, gain=2), 2 * math.sqrt(2 / 500), 0),
    (lambda w: init.xavier_uniform_(w), math.sqrt(2 / 500), 0),
    (lambda w: init.trunc_normal_(w, std=0.1), 0.1, 0),
]


@pytest.mark.parametrize("fill, spread, mean", SPREADS)
def test_initialisations_have_the_spread_and_mean_they_promise(fill, spread, mean):
    weight = nn.Parameter(mt.zeros(300, 200))
    assert fill(weight) is weight and weight.requires_grad and weight.is_leaf
    assert weight.std().item() == pytest.approx(spread, rel=0.02)
    assert weight.mean().item() == pytest.approx(mean, abs=spread * 0.02)


def test_a_window_counts_into_the_fans():
    weight = init.kaiming_normal_(mt.empty(64, 16, 3, 3), nonlinearity="relu")
    assert weight.std().item() == pytest.approx(math.sqrt(2 / (16 * 9)), rel=0.03)


def test_truncated_draws_stay_inside():
    x = init.trunc_normal_(mt.empty(1000), 0, 1, -0.5, 0.7)
    assert x.min() >= -0.5 and x.max() <= 0.7


def test_constants_and_the_identity():
    assert init.constant_(mt.empty(2), 0.3).tolist() == pytest.approx([0.3, 0.3])
    assert init.ones_(mt.empty(2)).tolist() == [1, 1] and init.zeros_(mt.ones(2)).tolist() == [0, 0]
    assert init.eye_(mt.empty(2, 3)).tolist() == [[1, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize("layer, torchs", [
    (lambda nn: nn.Linear(400, 300), "Linear"), (lambda nn: nn.Conv2d(16, 500, 5), "Conv2d"),
    (lambda nn: nn.Conv2d(16, 500, 5, groups=4), "grouped Conv2d")])
def test_layers_begin_as_pytorchs_do(torch, layer, torchs):
    for a, b in zip(layer(nn).parameters(), layer(torch.nn).parameters(), strict=True):
        ours, theirs = a.detach().numpy(), b.detach().numpy()
        assert ours.shape == theirs.shape and ours.dtype == theirs.dtype
        assert np.abs(ours).max() == pytest.approx(np.abs(theirs).max(), rel=0.02)
        assert ours.std() == pytest.approx(theirs.std(), rel=0.1)


def test_a_seed_repeats_an_initialisation_and_layers_differ():
    mt.manual_seed(5)
    first = nn.Linear(3, 3).weight
    mt.manual_seed(5)
    assert (nn.Linear(3, 3).weight == first).all() and (nn.Linear(3, 3).weight != first).any()
    a, b = (init.normal_(mt.empty(3), generator=mt.Generator().manual_seed(1)) for _ in range(2))
    assert (a == b).all()


@pytest.mark.parametrize("name", ["linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"])
def test_gains_equal_torchs(torch, name):
    assert init.calculate_gain(name) == torch.nn.init.calculate_gain(name)
    assert init.calculate_gain("leaky_relu", 0.3) == torch.nn.init.calculate_gain("leaky_relu", 0.3)


@pytest.mark.parametrize("slip, words", [
    (lambda: init.kaiming_normal_(mt.empty(3)), "fewer than 2 dimensions"),
    (lambda: init.kaiming_normal_(mt.empty(3, 3), mode="fan"), "Mode fan not supported"),
    (lambda: init.calculate_gain("relu7"), "Unsupported nonlinearity relu7"),
    (lambda: init.eye_(mt.empty(3)), "2 dimensions"),
])
def test_slips_are_refused(slip, words):
    with pytest.raises(ValueError, match=words):
        slip()


def test_a_version_is_counted_so_that_backward_notices_a_late_initialisation():
    weight = nn.Parameter(mt.ones(2))
    loss = (weight * weight).sum()
    init.zeros_(weight)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()
