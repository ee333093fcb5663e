"""Layers: their laws, and PyTorch's numbers."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.nn import functional as F
from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape)


BENDS = [
    ("relu", {}), ("tanh", {}), ("sigmoid", {}), ("leaky_relu", {"negative_slope": 0.2}), ("gelu", {}),
    ("gelu", {"approximate": "tanh"}), ("silu", {}), ("mish", {}), ("elu", {"alpha": 0.7}), ("celu", {"alpha": 0.7}),
    ("selu", {}), ("softplus", {"beta": 2.0, "threshold": 3.0}), ("hardtanh", {"min_val": -0.5, "max_val": 0.7}),
    ("relu6", {}), ("hardsigmoid", {}), ("hardswish", {}), ("softsign", {}), ("tanhshrink", {}), ("softshrink", {}),
    ("logsigmoid", {}), ("threshold", {"threshold": 0.1, "value": 20.0}), ("glu", {"dim": -1}), ("softmin", {"dim": 0}),
    ("softmax", {"dim": 1}), ("log_softmax", {"dim": -1}), ("rrelu", {}),
    ("normalize", {}), ("normalize", {"p": 1.0, "dim": 0}),
]


@pytest.mark.parametrize("name, settings", BENDS)
def test_activations_and_their_gradients_equal_torchs(torch, name, settings):
    x = numbers(3, 6) * 3
    ours, theirs = mt.tensor(x, requires_grad=True), torch.tensor(x, requires_grad=True)
    found, expected = getattr(F, name)(ours, **settings), getattr(torch.nn.functional, name)(theirs, **settings)
    np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-12)
    weights = numbers(*found.shape, seed=1)
    (found * mt.tensor(weights)).sum().backward()
    (expected * torch.tensor(weights)).sum().backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-6)   # torch's constants are float32


@pytest.mark.parametrize("name, settings", BENDS)
def test_activations_have_first_and_second_derivatives_and_stay_float32(name, settings):
    x = mt.tensor(numbers(2, 4) * 2, requires_grad=True)
    assert gradcheck(lambda x: getattr(F, name)(x, **settings), x)
    assert gradgradcheck(lambda x: getattr(F, name)(x, **settings), x, atol=1e-4, fast_mode=True)
    assert getattr(F, name)(mt.randn(2, 4), **settings).dtype is mt.float32


def test_a_linear_layer_is_a_matrix_and_a_vector():
    layer = nn.Linear(3, 2)
    x = mt.randn(4, 5, 3)
    np.testing.assert_allclose(layer(x).detach().numpy(),
                               x.numpy() @ layer.weight.detach().numpy().T + layer.bias.detach().numpy(), rtol=1e-5)
    assert nn.Linear(3, 2, bias=False).bias is None
    assert nn.Linear(3, 2, dtype=mt.float64).weight.dtype is mt.float64


def test_a_slope_learned_for_each_channel_acts_on_that_channel():
    bend = nn.PReLU(2, init=0.5)
    with mt.no_grad():
        bend.weight[1] = 2
    assert bend(mt.tensor([[[-1.0], [-1.0]]])).tolist() == [[[-0.5], [-2.0]]]


def test_layers_that_write_over_their_input_give_what_the_others_give():
    for name in ("ReLU", "LeakyReLU", "ELU", "SELU", "SiLU", "Hardtanh", "ReLU6", "CELU", "Mish"):
        x = mt.randn(8, requires_grad=True)
        plain, over = getattr(nn, name)(), getattr(nn, name)(inplace=True)
        kept = x.clone()
        result = over(kept)
        assert result is kept and (result == plain(x)).all()
        a, = mt.runtime.grad(result.sum(), x)
        b, = mt.runtime.grad(plain(x).sum(), x)
        np.testing.assert_allclose(a.numpy(), b.numpy(), rtol=1e-6)


def test_flatten_keeps_the_batch_and_identity_keeps_everything():
    assert nn.Flatten()(mt.zeros(2, 3, 4)).shape == (2, 12)
    x = mt.zeros(2)
    assert nn.Identity(54, unused=True)(x) is x


# Dropout

def test_dropout_keeps_the_mean_and_drops_the_share_it_was_told():
    x = mt.ones(100, 100)
    y = nn.Dropout(0.3)(x)
    assert set(np.unique(y.numpy())) == {np.float32(0), np.float32(1 / 0.7)}
    assert (y == 0).float().mean().item() == pytest.approx(0.3, abs=0.02)
    assert y.mean().item() == pytest.approx(1, abs=0.03)


def test_dropout_does_nothing_in_evaluation_and_at_zero_and_everything_at_one():
    x = mt.randn(5)
    assert nn.Dropout(0.5).eval()(x) is x and F.dropout(x, 0) is x
    assert F.dropout(x, 1.0).tolist() == [0] * 5
    with pytest.raises(ValueError, match="between 0 and 1, but got 1.5"):
        nn.Dropout(1.5)


def test_dropout_repeats_under_a_seed_and_lets_gradients_pass_where_values_did():
    x = mt.randn(50, requires_grad=True)
    mt.manual_seed(3)
    first = F.dropout(x)
    mt.manual_seed(3)
    assert (F.dropout(x) == first).all()
    first.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.where(first.detach().numpy() == 0, 0, 2))


def test_channel_dropout_drops_whole_channels():
    y = nn.Dropout2d(0.5)(mt.ones(20, 10, 3, 3)).numpy()
    assert (y == y[:, :, :1, :1]).all() and len(np.unique(y)) == 2
    assert nn.Dropout2d(0.5)(mt.ones(10, 3, 3)).shape == (10, 3, 3)


def test_alpha_dropout_keeps_mean_and_variance():
    y = nn.AlphaDropout(0.2, inplace=True)(mt.randn(200, 200))
    assert F.alpha_dropout(mt.ones(3), 1.0, training=True).tolist() == [0] * 3
    assert y.mean().item() == pytest.approx(0, abs=0.02) and y.std().item() == pytest.approx(1, abs=0.02)


# Batch norm

@pytest.mark.parametrize("name, shape, settings", [
    ("BatchNorm1d", (6, 3), {}), ("BatchNorm1d", (4, 3, 5), {"momentum": None}),
    ("BatchNorm2d", (4, 3, 2, 5), {"momentum": 0.3, "eps": 0.1}), ("BatchNorm2d", (4, 3, 2, 5), {"affine": False}),
    ("BatchNorm2d", (4, 3, 2, 5), {"track_running_stats": False}), ("BatchNorm3d", (2, 3, 2, 2, 2), {}),
    ("BatchNorm1d", (6, 3), {"bias": False})])
def test_batch_norm_equals_torchs_in_training_and_in_evaluation(torch, name, shape, settings):
    if settings == {"bias": False} and "bias" not in str(torch.nn.BatchNorm1d(1)):
        pytest.skip("this PyTorch has no such setting")
    ours, theirs = getattr(nn, name)(3, **settings).double(), getattr(torch.nn, name)(3, **settings).double()
    for step in range(5):
        if step == 3:
            ours.eval()
            theirs.eval()
        data = numbers(*shape, seed=step) * 2 + 1
        x, y = mt.tensor(data, requires_grad=True), torch.tensor(data, requires_grad=True)
        found, expected = ours(x), theirs(y)
        np.testing.assert_allclose(found.detach().numpy(), expected.detach().numpy(), rtol=1e-9, atol=1e-12)
        (found ** 3).sum().backward()
        (expected ** 3).sum().backward()
        np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=1e-7, atol=1e-9)
    for (a, mine), (b, other) in zip(ours.named_parameters(), theirs.named_parameters(), strict=True):
        assert a == b
        np.testing.assert_allclose(mine.grad.numpy(), other.grad.numpy(), rtol=1e-9, atol=1e-9)
    for (a, mine), (b, other) in zip(ours.state_dict().items(), theirs.state_dict().items(), strict=True):
        assert a == b
        np.testing.assert_allclose(mine.numpy(), other.numpy(), rtol=1e-9)


def test_a_batch_leaves_batch_norm_with_mean_zero_and_variance_one():
    y = nn.BatchNorm2d(3)(mt.randn(8, 3, 4, 4) * 5 + 2).detach().numpy()
    np.testing.assert_allclose(y.mean((0, 2, 3)), 0, atol=1e-5)
    np.testing.assert_allclose(y.var((0, 2, 3)), 1, atol=1e-4)


def test_the_running_variance_is_the_unbiased_one():
    norm = nn.BatchNorm1d(1, momentum=1.0)
    norm(mt.tensor([[1.0], [3.0]]))
    assert norm.running_var.item() == 2 and norm.running_mean.item() == 2 and norm.num_batches_tracked.item() == 1


@pytest.mark.parametrize("call, kind, words", [
    (lambda: nn.BatchNorm1d(2)(mt.zeros(1, 2)), ValueError, "Expected more than 1 value per channel when training"),
    (lambda: nn.BatchNorm2d(2)(mt.zeros(2, 2)), ValueError, "expected 4D input .got 2D input"),
    (lambda: nn.BatchNorm2d(3)(mt.zeros(2, 4, 1, 1)), RuntimeError, r"BatchNorm2d\(3\) takes 3 channels.*has 4"),
])
def test_batch_norm_refuses_what_it_cannot_normalise(call, kind, words):
    with pytest.raises(kind, match=words):
        call()


def test_a_single_sample_passes_in_evaluation():
    assert nn.BatchNorm1d(2).eval()(mt.ones(1, 2)).shape == (1, 2)


def test_softmax_without_a_dim_warns_and_takes_pytorchs_old_choice():
    with pytest.warns(UserWarning, match="write dim=1"):
        assert nn.Softmax()(mt.zeros(2, 4)).tolist() == [[0.25] * 4] * 2


def test_a_network_and_torchs_own_give_the_same_gradients(torch):
    def build(nn):
        return nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2),
                             nn.Conv2d(4, 6, 3, stride=2), nn.Tanh(), nn.AvgPool2d(2, 1), nn.Flatten(),
                             nn.Linear(24, 5))
    theirs, ours = build(torch.nn).double(), build(nn).double()
    ours.load_state_dict({name: value.numpy() for name, value in theirs.state_dict().items()})
    x, y = numbers(6, 1, 14, 14), np.arange(6) % 5
    losses = [F.cross_entropy(ours(mt.tensor(x)), mt.tensor(y)),
              torch.nn.functional.cross_entropy(theirs(torch.tensor(x)), torch.tensor(y))]
    assert losses[0].item() == pytest.approx(losses[1].item(), rel=1e-10)
    for loss in losses:
        loss.backward()
    for a, b in zip(ours.parameters(), theirs.parameters(), strict=True):
        np.testing.assert_allclose(a.grad.numpy(), b.grad.numpy(), rtol=1e-7, atol=1e-12)


def test_second_derivatives_of_a_small_network_agree_with_differences():
    net = nn.Sequential(nn.Conv2d(1, 2, 2), nn.BatchNorm2d(2), nn.Tanh(), nn.AvgPool2d(2), nn.Flatten(),
                        nn.Linear(2, 3)).double()
    x = mt.tensor(numbers(3, 1, 3, 3), requires_grad=True)
    inputs = (x, net[0].weight, net[1].weight, net[5].weight)
    assert gradgradcheck(lambda *_: F.cross_entropy(net(x), mt.tensor([0, 2, 1])), inputs, atol=1e-4,
                         fast_mode=True)
