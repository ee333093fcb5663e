"""Lazy layers: they learn their input's size from the first batch, and are ordinary layers from then on."""

import copy
import pickle

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn

# layer, settings, input, the size it learns
LAZY = [("Linear", (3,), (2, 5), 5), ("Conv1d", (4, 3), (2, 5, 8), 5), ("Conv2d", (4, 3), (2, 5, 8, 8), 5),
        ("Conv2d", (4, 3), (5, 8, 8), 5), ("ConvTranspose1d", (4, 3), (2, 5, 8), 5),
        ("ConvTranspose2d", (4, 3), (2, 5, 8, 8), 5), ("BatchNorm1d", (), (3, 5), 5),
        ("BatchNorm2d", (), (2, 5, 4, 4), 5),
        ("BatchNorm3d", (), (2, 5, 2, 2, 2), 5), ("InstanceNorm1d", (), (2, 5, 4), 5),
        ("InstanceNorm2d", (), (2, 5, 4, 4), 5), ("InstanceNorm3d", (), (2, 5, 2, 2, 2), 5)]


@pytest.mark.parametrize("name, settings, shape, size", LAZY)
def test_a_lazy_layer_becomes_the_layer_it_stands_for(torch, name, settings, shape, size):
    ours, theirs = getattr(nn, f"Lazy{name}")(*settings), getattr(torch.nn, f"Lazy{name}")(*settings)
    assert repr(ours) == repr(theirs) and list(ours.state_dict()) == list(theirs.state_dict())
    mt.manual_seed(3)
    out = ours(mt.zeros(shape) + mt.arange(shape[-1]))
    theirs(torch.zeros(shape) + torch.arange(shape[-1]))
    assert repr(ours) == repr(theirs) and type(ours) is getattr(nn, name)
    mt.manual_seed(3)
    tracked = {"affine": True, "track_running_stats": True} if "Instance" in name else {}
    plain = getattr(nn, name)(size, *settings, **tracked)
    assert (plain(mt.zeros(shape) + mt.arange(shape[-1])) == out).all()
    assert all(type(p) is nn.Parameter and p.requires_grad for p in ours.parameters())


def network():
    return nn.Sequential(nn.LazyConv2d(4, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(5))


def test_an_optimiser_made_before_the_first_batch_holds_the_same_parameters():
    net = network()
    optimiser = mt.optim.SGD(net.parameters(), lr=0.1)
    weight = net[4].weight
    net(mt.randn(2, 3, 6, 6)).sum().backward()
    before = weight.detach().clone()
    optimiser.step()
    assert net[4].weight is weight and tuple(weight.shape) == (5, 64) and (weight != before).any()


def test_what_is_asked_of_a_network_before_its_first_batch_holds_after_it():
    net = network().double()
    assert str(net[0].weight) == "<UninitializedParameter>" and net[0].weight.dtype is mt.float64
    copied, stored = copy.deepcopy(net), pickle.loads(pickle.dumps(net))
    for each in (net, copied, stored):
        assert each(mt.randn(2, 3, 6, 6, dtype=mt.float64)).dtype is mt.float64
    assert net[1].running_mean.shape == (4,) and copied[0].weight is not net[0].weight


def test_a_state_can_be_loaded_before_the_first_batch():
    net, fresh = network(), network()
    net(mt.randn(2, 3, 6, 6))
    fresh.load_state_dict(net.state_dict())
    x = mt.randn(2, 3, 6, 6)
    np.testing.assert_array_equal(fresh.eval()(x).detach().numpy(), net.eval()(x).detach().numpy())


@pytest.mark.parametrize("use, kind, words", [
    (lambda p: p.shape, RuntimeError, "Can't access the shape.*Call the network on one batch first"),
    (lambda p: p + 1, ValueError, "Attempted to use an uninitialized parameter.*one batch"),
    (lambda p: nn.init.normal_(p), ValueError, "Attempted to use an uninitialized parameter"),
    (lambda p: p.numel(), ValueError, "count its parameters")])
def test_a_parameter_without_a_shape_cannot_be_used(use, kind, words):
    with pytest.raises(kind, match=words):
        use(nn.LazyLinear(3).weight)
