"""Whose memory a gradient is: the leaf's own."""

import numpy as np
import pytest
from laws import Laws, scalar
from notation import flat
from samples import differentiable

import minitorch as mt
import minitorch.nn.functional as F
from minitorch import backend
from minitorch.engine import backward_order
from minitorch.tensors import tensor_of

law = Laws()


@law(differentiable)
def a_leafs_gradient_is_held_by_nobody_else(row, xp):
    """Some are kept as the derivative made them: neither the graph, nor another leaf, has the same memory."""
    args = row.tensors(xp)
    leaves = [x for x in flat(args) if x.requires_grad]
    loss = scalar(row.call(args))
    held = list(flat(args))
    for node in backward_order(loss._node) if loss._node is not None else []:
        parts = [*getattr(node, "saved", ()), *(node.out if isinstance(getattr(node, "out", None), tuple) else
                                                [getattr(node, "out", None)])]
        held += [tensor_of(part) for part in parts if type(part) in backend.ARRAYS]
    loss.backward(retain_graph=True)
    held += [x.grad for x in leaves if x.grad is not None]
    for x in leaves:
        if x.grad is not None:
            there = [other for other in held if other.device == x.device == xp.tensor(np.zeros(1)).device]
            assert sum(xp.share(x.grad, other) for other in there) <= (x.grad.numel() > 0)


def share(a, b):
    return np.shares_memory(a.numpy(force=True), b.numpy(force=True))


@law(differentiable)
def gradients_that_can_be_differentiated_are_each_in_memory_of_their_own(row, xp):
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
    first, second = mt.runtime.grad(a + b, (a, b), given)
    assert not share(first, second) and not share(first, given)


VIEWS = set(                                             # PyTorch's
    "as_strided atleast_1d atleast_2d atleast_3d broadcast_tensors broadcast_to chunk conj contiguous diagonal "
    "dsplit einsum expand expand_as flatten hsplit imag meshgrid movedim narrow permute positive ravel real reshape "
    "reshape_as resolve_conj resolve_neg select split split_with_sizes squeeze swapaxes swapdims t tensor_split "
    "transpose unbind unflatten unfold unsqueeze view_as view_as_complex view_as_real vsplit".split())
ONES = (lambda shape: shape, lambda shape: (1,) * len(shape), lambda shape: (*shape[:-1], *(1,) * len(shape[-1:])),
        lambda shape: (*(1,) * len(shape[:1]), *shape[1:]))


def fresh(row):
    return row.draws and row.name not in VIEWS and not (row.op is not None and row.op.hidden and
                                                       row.name not in mt.runtime.functions)


@law(fresh)
def what_is_no_view_shares_no_memory_with_its_inputs(row, xp):
    """Not even where sizes are 1, and nothing would have to be moved."""
    for sized in ONES:
        args = row.fill(lambda draw, place, sized=sized: xp.tensor(of_size(draw, sized).array(place)))
        try:
            outs = row.call(args)
        except (RuntimeError, IndexError, ValueError):
            assert sized is not ONES[0]                  # sizes of 1 do not suit it
            continue
        given = [x for x in flat(args) if x.device == outs[0].device]
        assert not any(xp.share(out, x) for out in outs for x in given if x.numel() and out.numel())


test_every_law_holds = law.tests()


def of_size(draw, sized):
    """The draw with sizes of 1 in it, where it may have other sizes."""
    free = draw.kind in ("normal", "positive", "unit", "fraction", "apart", "flags")
    return type(draw)(draw.kind, draw.make, sized(draw.shape), draw.floating) if free else draw


ALONE = {
    "matrix_power(1)": lambda x: mt.linalg.matrix_power(x, 1), "diff(n=0)": lambda x: x.diff(n=0),
    "pixel_shuffle(1)": lambda x: F.pixel_shuffle(x, 1), "pixel_unshuffle(1)": lambda x: F.pixel_unshuffle(x, 1),
    "pixel_shuffle of one pixel": lambda x: F.pixel_shuffle(x.reshape(1, 16, 1, 1), 2),
    "channel_shuffle(1)": lambda x: F.channel_shuffle(x, 1), "channel_shuffle(C)": lambda x: F.channel_shuffle(x, 4),
    "flip of nothing": lambda x: x.flip(()), "rot90 four times": lambda x: mt.rot90(x, 4, (1, 2)),
    "roll by 0": lambda x: x.roll(0), "cat of one": lambda x: mt.cat([x]), "stack of one": lambda x: mt.stack([x]),
    "repeat once": lambda x: x.repeat(1, 1, 1), "pad by 0": lambda x: F.pad(x, (0, 0)), "tril": lambda x: x.tril(9),
    "a mean of one": lambda x: x[:, :1].mean(1), "a sum of one": lambda x: x[:, :1].sum(1),
    "the largest of one": lambda x: x[:, :1].amax(1), "a product of one": lambda x: x[:, :1].prod(1),
    "cumsum of one": lambda x: x[:, :1].cumsum(1), "sort of one": lambda x: x[:, :1].sort(1).values,
    "pool of 1": lambda x: F.avg_pool2d(x, 1), "floor of integers": lambda x: x.long().floor(),
    "clamp": lambda x: x.clamp(-9), "power 1": lambda x: x ** 1,
}


@pytest.mark.parametrize("name", ALONE)
def test_what_has_nothing_to_do_still_answers_in_memory_of_its_own(name):
    x = mt.randn(1, 4, 4)
    assert not share(ALONE[name](x), x)
