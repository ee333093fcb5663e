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


def test_a_cut_far_out_is_drawn_at_once():
    x = init.trunc_normal_(mt.empty(1000), 0, 1, 4, 5)
    assert 4 <= x.min() < 4.1 and x.max() <= 5 and 4.1 < x.mean() < 4.4


@pytest.mark.parametrize("shape", [(4, 4), (3, 7), (7, 3), (2, 3, 2, 2)])
def test_orthogonal_rows_or_columns_stand_at_right_angles(shape):
    w = init.orthogonal_(mt.empty(shape, dtype=mt.float64), gain=2.0).numpy().reshape(shape[0], -1)
    square = w @ w.T if len(w) <= w.shape[1] else w.T @ w
    np.testing.assert_allclose(square, 4 * np.eye(len(square)), atol=1e-12)


@pytest.mark.parametrize("shape, groups", [((4, 4, 3), 1), ((4, 2, 3, 4), 2), ((2, 3, 1, 2, 3), 1), ((6, 2, 3), 2)])
def test_dirac_filters_equal_torchs_and_pass_channels_on(torch, shape, groups):
    expected = torch.nn.init.dirac_(torch.empty(shape), groups).numpy()
    np.testing.assert_array_equal(init.dirac_(mt.empty(shape), groups).numpy(), expected)


def test_sparse_columns_have_their_share_of_zeros():
    w = init.sparse_(mt.empty(10, 7), 0.25, std=2.0).numpy()
    assert ((w == 0).sum(0) == 3).all() and 1 < w[w != 0].std() < 3


@pytest.mark.parametrize("name", "uniform normal constant eye dirac sparse orthogonal xavier_uniform xavier_normal "
                                 "kaiming_uniform kaiming_normal".split())
def test_first_names_still_work_and_say_what_they_are_called_now(name):
    given = {"constant": (0.5,), "sparse": (0.5,)}.get(name, ())
    shape = (3, 3, 3) if name == "dirac" else (3, 3)
    with pytest.warns(FutureWarning, match=f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`"):
        mt.manual_seed(1)
        old = getattr(init, name)(mt.empty(shape), *given)
    mt.manual_seed(1)
    assert (old == getattr(init, f"{name}_")(mt.empty(shape), *given)).all()


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
    (lambda: init.sparse_(mt.empty(3), 0.5), "2 dimensions"),
    (lambda: init.orthogonal_(mt.empty(3)), "2 or more dimensions"),
    (lambda: init.dirac_(mt.empty(3, 3)), "3, 4, or 5 dimensions"),
    (lambda: init.dirac_(mt.empty(3, 3, 3), 2), "divisible by groups"),
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
