"""Gradients of gradients, what a graph keeps and frees, and graphs of every size."""

import gc
import weakref

import numpy as np
import pytest

import minitorch as mt
from minitorch.engine import Leaf, Node, backward_order
from minitorch.engine.piece import mount
from minitorch.runtime import grad


def leaf(*values):
    return mt.tensor(values if len(values) != 1 else values[0], dtype=mt.float64, requires_grad=True)


# Recording


def test_gradients_of_gradients():
    x = leaf(3.0)
    first, = grad(x ** 3, x, create_graph=True)
    second, = grad(first, x, create_graph=True)
    third, = grad(second, x)
    assert (first.item(), second.item(), third.item()) == (27, 18, 6)


def test_backward_through_a_gradient_fills_grad():
    x, w = leaf(2.0), leaf(5.0)
    slope, = grad(w * x * x, x, create_graph=True)        # 2wx
    (slope * slope).backward()                            # 4w²x²
    assert x.grad.item() == 8 * 25 * 2 and w.grad.item() == 8 * 5 * 4


def test_create_graph_leaves_a_grad_that_can_be_differentiated():
    x = leaf(2.0)
    (x ** 3).backward(create_graph=True)
    assert x.grad.requires_grad
    x.grad.backward()
    assert x.grad.item() == 12 + 12


def test_without_create_graph_gradients_have_no_graph():
    x = leaf(2.0)
    assert not grad(x * x, x)[0].requires_grad


def test_gradients_are_cast_to_the_dtype_of_their_input_in_both_ways():
    x = mt.ones(3, dtype=mt.float32, requires_grad=True)
    wide = mt.ones(3, dtype=mt.float64)
    for create_graph in (False, True):
        assert grad((x * wide).sum(), x, create_graph=create_graph)[0].dtype is mt.float32


def test_an_output_kept_for_its_derivative_is_part_of_the_graph_again():
    x = leaf(0.3)
    first, = grad(x.exp(), x, create_graph=True)
    assert grad(first, x)[0].item() == pytest.approx(np.exp(0.3))


# What is kept, and freed

def test_a_second_backward_says_that_the_graph_was_freed():
    x = leaf(2.0)
    y = x * x
    y.backward()
    with pytest.raises(RuntimeError) as error:
        y.backward()
    text = str(error.value)
    assert "backward through the graph a second time" in text
    assert "mul" in text and "`y = x * x` (test_graph_memory.py, line " in text and "retain_graph=True" in text


def test_a_derivative_writes_over_what_its_node_kept_only_when_nobody_will_ask_again():
    x = mt.linspace(-3, 3, 7).requires_grad_()
    y = mt.nn.functional.gelu(x)
    slope, grad_of_y = y._node.out, mt.full((7,), 2.0)
    before = slope.copy()
    for retain, grads, same in ((True, [2 * before], True), (True, [4 * before], True), (False, [6 * before], False)):
        y.backward(grad_of_y, retain_graph=retain)
        assert np.allclose(x.grad.numpy(), grads[0]) and np.array_equal(slope, before) is same
    assert grad_of_y.tolist() == [2.0] * 7
    x.grad.zero_()
    assert not np.array_equal(slope, x.grad.numpy())       # what lies in .grad is nobody else's


def test_a_derivative_of_ones_own_is_not_asked_to_write_over_anything():
    from minitorch.ops.kernels import gelu
    x = mt.ones(3, requires_grad=True)

    def derivative(grad, out, x, *, approximate):
        return grad * out * 10
    with mount(gelu.gelu_derivative, derivative):
        mt.nn.functional.gelu(x).sum().backward()
    assert x.grad.numpy() == pytest.approx(10.833155, rel=1e-5)


def test_retain_graph_allows_a_second_backward():
    x = leaf(2.0)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 8


def test_what_is_kept_is_freed_as_backward_passes():
    x = leaf(1.0, 2.0)
    middle = x.exp()
    memory = weakref.ref(middle.array)
    out = (middle * middle).sum()
    del middle
    assert memory() is not None
    out.backward()
    assert memory() is None


def test_a_node_keeps_no_tensor_so_graphs_are_freed_without_the_collector():
    gc.disable()
    try:
        x = leaf(1.0, 2.0)
        y = x.exp().tanh().sigmoid()
        tensor, node = weakref.ref(y), y._node
        array = weakref.ref(y.array)
        assert not any(isinstance(part, mt.Tensor) for part in (*node.saved, node.out))
        del y, node
        assert tensor() is None and array() is None
        leaf_ = weakref.ref(x)
        y = x * 2
        del x
        assert leaf_() is None
        y.sum().backward()                               # the leaf is gone; its gradient goes nowhere
    finally:
        gc.enable()


def test_inputs_that_are_not_declared_are_not_kept_alive():
    x = leaf(1.0, 2.0)
    middle = x * 3
    memory = weakref.ref(middle.array)
    out = middle.exp()                                   # keeps its output only
    del middle
    assert memory() is None
    out.sum().backward()


def test_with_nothing_requiring_grad_nothing_is_recorded_kept_or_counted():
    x = mt.ones(3)
    y = x.exp() * x
    assert y._node is None and x._counter is None and y._counter is None


# Size

def chain(length):
    x = leaf(1.0)
    y = x
    for _ in range(length):
        y = y + 1.0
    y.backward()
    assert x.grad.item() == 1


def test_a_chain_of_100_000_adds_goes_backward_without_recursion():
    chain(100_000)


@pytest.mark.slow
def test_a_chain_of_1_000_000_adds_goes_backward_without_recursion():
    chain(1_000_000)


def test_dropping_a_long_chain_does_not_overflow_the_stack():
    x = leaf(1.0)
    y = x
    for _ in range(100_000):
        y = y * 1.0
    del y


def test_an_8_000_way_fan_in():
    x = leaf(2.0)
    mt.stack([x * float(k) for k in range(8_000)]).sum().backward()
    assert x.grad.item() == sum(range(8_000))


def test_an_8_000_way_fan_out():
    x = leaf(2.0)
    total = x * 0
    for _ in range(8_000):
        total = total + x
    total.backward()
    assert x.grad.item() == 8_000


def test_doubling_sixty_times_visits_each_node_once():
    x = leaf(1.0)
    y = x
    for _ in range(60):
        y = y + y
    assert len(backward_order(y._node)) == 61
    y.backward()
    assert x.grad.item() == 2.0 ** 60


def test_doubling_sixty_times_under_create_graph():
    x = leaf(1.0)
    y = x
    for _ in range(60):
        y = y + y
    assert grad(y * x, x, create_graph=True)[0].item() == 2.0 ** 61


def test_2_000_slices_of_one_tensor_add_their_gradients_in_place():
    x = mt.ones(2_000, 8, dtype=mt.float64, requires_grad=True)
    total = sum((x[i] * float(i) for i in range(2_000)), start=mt.zeros(8, dtype=mt.float64))
    total.sum().backward()
    np.testing.assert_array_equal(x.grad.numpy(), np.arange(2_000.0)[:, None] * np.ones(8))


def test_nodes_and_leaves_are_what_they_seem():
    x = leaf(1.0)
    assert type(x._node) is Leaf and type((x * 2)._node) is Node
