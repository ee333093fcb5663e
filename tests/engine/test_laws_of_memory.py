"""Whose memory a gradient is: the leaf's own."""

import numpy as np
import pytest
from laws import law, scalar
from notation import flat
from samples import differentiable

import minitorch as mt
from minitorch import backend
from minitorch.graph import backward_order
from minitorch.tensors import plain


@law(differentiable)
def test_a_leafs_gradient_is_held_by_nobody_else(row, xp):
    """Some are kept as the derivative made them: neither the graph, nor another leaf, has the same memory."""
    args = row.tensors(xp)
    leaves = [x for x in flat(args) if x.requires_grad]
    loss = scalar(row.call(args))
    held = list(flat(args))
    for node in backward_order(loss._node) if loss._node is not None else []:
        parts = [*getattr(node, "saved", ()), *(node.out if isinstance(getattr(node, "out", None), tuple) else
                                                [getattr(node, "out", None)])]
        held += [plain(part) for part in parts if type(part) in backend.ARRAYS]
    loss.backward(retain_graph=True)
    held += [x.grad for x in leaves if x.grad is not None]
    for x in leaves:
        if x.grad is not None:
            there = [other for other in held if other.device == x.device == xp.tensor(np.zeros(1)).device]
            assert sum(xp.share(x.grad, other) for other in there) <= (x.grad.numel() > 0)


def share(a, b):
    return np.shares_memory(a.numpy(force=True), b.numpy(force=True))


@law(differentiable)
def test_gradients_that_can_be_differentiated_are_each_in_memory_of_their_own(row, xp):
    """So that to scale one leaf's .grad in place, as clipping does, changes no other."""
    args = row.tensors(xp)
    leaves = [x for x in flat(args) if x.requires_grad]
    loss = scalar(row.call(args))
    if getattr(loss, "requires_grad", False):
        loss.backward(create_graph=True)
    held = [*flat(args), *[x.grad for x in leaves if x.grad is not None]]
    if {x.device for x in held} == {xp.tensor(np.zeros(1)).device}:
        for x in leaves:
            assert x.grad is None or sum(xp.share(x.grad, other) for other in held) <= (x.grad.numel() > 0)


@pytest.mark.parametrize("size", (3, 4000))
@pytest.mark.parametrize("create_graph", (False, True))
def test_what_a_hook_kept_or_the_user_gave_is_not_a_leafs_gradient(size, create_graph):
    x, seen = mt.ones(size, requires_grad=True), []
    x.register_hook(seen.append)
    y = x * 2 + x * 3
    y.register_hook(seen.append)
    y.retain_grad()
    given = mt.ones(size)
    y.backward(given, create_graph=create_graph)
    for other in (given, y.grad, *seen):
        assert not share(x.grad, other)
    assert not share(y.grad, given)


def test_gradients_that_are_returned_are_in_memory_of_their_own():
    a, b, given = mt.ones(3, requires_grad=True), mt.ones(3, requires_grad=True), mt.ones(3)
    first, second = mt.graph.grad(a + b, (a, b), given)
    assert not share(first, second) and not share(first, given)
