"""Checkpointing computes a part of a network twice, and its gradients are those of the part computed once."""

import pytest

import minitorch as mt
from minitorch import nn
from minitorch.utils.checkpoint import checkpoint, checkpoint_sequential


@pytest.fixture
def net():
    mt.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Dropout(0.5), nn.Linear(8, 3))


def gradients(net, x, run):
    mt.manual_seed(1)
    inner = x * 2
    return mt.autograd.grad(run(net, inner).pow(2).sum(), [x, *net.parameters()], allow_unused=True)


@pytest.mark.parametrize("run", [
    lambda net, x: checkpoint(net, x, use_reentrant=False), lambda net, x: checkpoint(lambda *, x: net(x), x=x),
    lambda net, x: checkpoint(net[1:], checkpoint(net[0], x)), lambda net, x: checkpoint_sequential(net, 2, x),
    lambda net, x: checkpoint(lambda a, b: (net(a), 3, b), x, x)[0]])
def test_gradients_are_those_without(net, run):
    x = mt.randn(5, 4, requires_grad=True)
    for ours, wanted in zip(gradients(net, x, run), gradients(net, x, lambda net, x: net(x))):
        assert mt.allclose(ours, wanted)


def test_gradients_gather_in_the_parameters_though_the_input_wants_none(net):
    out = checkpoint(net, mt.randn(5, 4))
    out.sum().backward()
    assert all(p.grad is not None for p in net.parameters())


def test_it_runs_again_only_where_a_gradient_is_wanted():
    calls = []

    def part(x):
        calls.append(1)
        return x.exp()
    with mt.no_grad():
        checkpoint(part, mt.ones(2, requires_grad=True))
    assert not checkpoint(part, mt.ones(2)).requires_grad
    assert len(calls) == 2
    checkpoint(part, mt.ones(2, requires_grad=True)).sum().backward()
    assert len(calls) == 4


def test_random_numbers_go_on_as_if_nothing_had_run_again(net):
    x, numbers = mt.randn(5, 4), []
    for run in (checkpoint, lambda net, x: net(x)):
        mt.manual_seed(3)
        run(net, x).sum().backward()
        numbers.append(mt.rand(1).item())
    assert numbers[0] == numbers[1]
