"""A walk that a learner wrote serves every program: whole gradients, leaves' dtypes, and a way out where it must."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.course import deposit, derivatives
from minitorch.course.record import find
from minitorch.engine.piece import mount

PROGRAMS = {
    "slices": lambda x: (x[0] * x[1] + x[:, 0]).sum(), "several outputs": lambda x: x.max(dim=0).values.sum(),
    "picked": lambda x: x[mt.tensor([1, 1])].sum(), "constant": lambda x: (mt.ones(2, 2) @ x).sum(),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_walk_of_ones_own_gives_the_librarys_gradients(name):
    record, found = find("2.4"), []
    for mine in (None, record.adapt(record.reference)):
        x = mt.tensor([[1.0, 2.0], [3.0, -4.0]], requires_grad=True)
        if mine is None:
            PROGRAMS[name](x).backward()
        else:
            with mount(record.piece(), mine):
                PROGRAMS[name](x).backward()
        found.append(x.grad)
    assert found[0].tolist() == found[1].tolist() and found[1].dtype is mt.float32


def test_hooks_still_fire_under_a_walk_of_ones_own():
    record, seen = find("2.4"), []
    x = mt.tensor(2.0, requires_grad=True)
    x.register_hook(lambda grad: seen.append(grad.item()))
    with mount(record.piece(), record.adapt(record.reference)):
        (x * 3).backward()
    assert seen == [3.0]


def test_what_a_node_sends_back_is_whole():
    x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
    part, = derivatives(x[1]._node, np.float32(5))[:1]
    assert part.tolist() == [0, 5, 0]


def test_a_deposit_takes_the_leafs_dtype():
    x = mt.tensor([1.0, 2.0], requires_grad=True)
    deposit(x._node, np.array([1.0, 2.0]))
    assert x.grad.dtype is mt.float32


def test_derivatives_of_one_of_several_outputs_say_what_to_call():
    largest = mt.tensor([[1.0, 2.0]], requires_grad=True).max(dim=1).values
    node = largest._node
    while type(node).__name__ != "Output":
        node = node.edges[0]
    with pytest.raises(TypeError, match=r"takes a node with one output, not <.*>, .*call backward\(\)"):
        derivatives(node, np.ones(1))


def test_an_order_that_comes_as_an_iterator_serves_every_walk():
    record, x = find("2.1"), mt.tensor(2.0, requires_grad=True)
    with mount(record.piece(), record.adapt(lambda root: iter(record.answer(root)))):
        (slope,) = mt.autograd.grad(x * x + x, x)
    assert slope.item() == 5
