"""Deep networks and long sequences: no limit of recursion, and memory that grows with depth or length, no faster."""

import tracemalloc

import pytest

import minitorch as mt
from minitorch import models, nn
from minitorch.models.tree_lstm import Tree, TreeLSTM


def lstm(steps):
    return nn.LSTM(4, 8)(mt.randn(steps, 1, 4))[0]


def lstm_cell(steps):
    cell, state = nn.LSTMCell(4, 8), None
    for x in mt.randn(steps, 1, 4):
        state = cell(x, state)
    return state[0]


def tree_lstm(depth, batched=False):
    model, tree = TreeLSTM(10, embedding=4, hidden=8), Tree(0)
    for level in range(depth):
        tree = Tree(left=tree, right=Tree(level % 10))
    return (model.batched if batched else model)([tree])


def peak(network, size):
    """The most bytes at one time of a pass forward and back."""
    mt.manual_seed(0)
    network(3).sum().backward()                              # what is made once is there
    tracemalloc.start()
    try:
        network(size).sum().backward()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("network", [lstm, lstm_cell, tree_lstm, lambda depth: tree_lstm(depth, batched=True)],
                         ids=["lstm", "cell", "tree", "batched tree"])
def test_memory_grows_with_the_number_of_steps(network):
    """Four times the steps, about four times the memory: 0.6 kB a step of one op, up to 16 kB a node of a tree."""
    short, long = peak(network, 60), peak(network, 240)
    assert 2 < long / short < 5


@pytest.mark.slow
def test_an_lstm_runs_over_5000_steps():
    """With 32 units, two sequences: 17 MiB as one op, 31 MiB as 5,000 cells."""
    for make in (lstm, lstm_cell):
        out = make(5000)
        out.sum().backward()
        assert out.isfinite().all()


@pytest.mark.slow
def test_resnet_101_learns_from_a_picture():
    """88 MiB beside the weights for one picture of 64 × 64."""
    mt.manual_seed(0)
    model = models.resnet101(num_classes=3)
    model(mt.randn(2, 3, 64, 64)).sum().backward()
    assert all(p.grad.isfinite().all() for p in model.parameters())
