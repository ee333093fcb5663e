"""The graph: what is recorded, the walk back, what is kept and freed, and how large it may grow."""


import numpy as np
import pytest

import minitorch as mt
from minitorch.engine import backward_order, registry
from minitorch.runtime import grad


def leaf(*values):
    return mt.tensor(values if len(values) != 1 else values[0], dtype=mt.float64, requires_grad=True)


# Recording

def test_a_result_requires_grad_when_an_input_does():
    x, y = leaf(1.0, 2.0), mt.ones(2, dtype=mt.float64)
    assert (x + y).requires_grad and (y + x).requires_grad
    assert not (y + y).requires_grad
    assert (y + y).grad_fn is None


def test_integer_and_bool_results_never_require_grad():
    x = leaf(1.0, 2.0)
    for out in (x > 1, x.argmax(), x.int(), mt.isnan(x)):
        assert not out.requires_grad
    values, places = registry["max_dim"](x, dim=0)
    assert values.requires_grad and not places.requires_grad


def test_integers_cannot_require_grad():
    with pytest.raises(RuntimeError, match="only Tensors of floating point.*int64.*Convert first"):
        mt.tensor([1, 2], requires_grad=True)


def test_grad_fn_is_none_on_leaves_and_named_after_the_op_elsewhere():
    x = leaf(2.0)
    assert x.is_leaf and x.grad_fn is None
    y = x * 2
    assert not y.is_leaf and y.grad_fn.name() == "MulBackward0"
    assert repr((y + 1).grad_fn) == "<AddBackward0>"


def test_grad_fn_can_be_walked_to_the_leaves():
    x, y = leaf(1.0), leaf(2.0)
    out = (x * y).exp()
    (product, index), = out.grad_fn.next_functions
    assert (product.name(), index) == ("MulBackward0", 0)
    ends = [edge for edge, _ in product.next_functions]
    assert [end.name() for end in ends] == ["torch::autograd::AccumulateGrad"] * 2
    assert ends[0].variable is x and ends[1].variable is y
    assert ends[0].next_functions == ()


def test_inputs_that_want_no_gradient_are_none_on_the_walk():
    x = leaf(1.0)
    assert (x * 3).grad_fn.next_functions[1] == (None, 0)
    assert (mt.ones(()) * x).grad_fn.next_functions[0] == (None, 0)


def test_one_node_serves_all_outputs_of_an_op():
    x = leaf(1.0, 2.0, 3.0)
    values, places = registry["max_dim"](x, dim=0)
    assert values.grad_fn is (values * 1).grad_fn.next_functions[0][0]
    assert places.grad_fn is None


def test_outputs_that_are_not_used_send_none():
    seen = []
    x = leaf(1.0, 5.0, 3.0)
    op = registry["max_dim"]
    library = op.derivative
    op.derivative = lambda grad, *rest, **settings: seen.append(list(grad)) or library(grad, *rest, **settings)
    try:
        op(x, dim=0)[0].backward()
    finally:
        op.derivative = library
    assert seen == [[np.array(1.0), None]]
    assert x.grad.tolist() == [0, 1, 0]


# The walk

def test_gradients_of_a_value_used_twice_add_up():
    x = leaf(3.0)
    (x * x + x).backward()
    assert x.grad.item() == 7


@pytest.mark.parametrize("uses", [2, 3, 4, 7])
@pytest.mark.parametrize("shape", [(), (1,), (2, 3)])
def test_every_arrival_counts_once(uses, shape):
    x = mt.ones(shape, dtype=mt.float64, requires_grad=True)
    y = x * 1
    sum((y * float(k) for k in range(1, uses + 1)), start=y * 0).sum().backward()
    assert np.all(x.grad.numpy() == uses * (uses + 1) / 2)


def test_backward_adds_to_grad_and_never_replaces_it():
    x = leaf(2.0)
    (x * 3).backward()
    kept = x.grad
    (x * 4).backward()
    assert x.grad is kept and kept.item() == 7


def test_a_leafs_grad_is_writable_and_shares_memory_with_nothing():
    x, y = mt.ones(3, requires_grad=True), mt.ones(3, requires_grad=True)
    weight = mt.ones(3)
    (x + y).backward(weight)
    assert x.grad.array.flags.writeable
    for a in (x.grad, y.grad, weight):
        for b in (x, y, *[g for g in (x.grad, y.grad, weight) if g is not a]):
            assert not np.shares_memory(a.array, b.array)
    z = mt.ones(2, 3, requires_grad=True)
    z.sum().backward()
    z.grad += 1
    assert z.grad.tolist() == [[2, 2, 2]] * 2


def test_a_walk_adds_only_into_buffers_it_made_itself():
    seed = mt.ones(3, dtype=mt.float64)
    x = mt.ones(3, dtype=mt.float64, requires_grad=True)
    y = x * 1
    ((y + 0) + (y + 0) + y).backward(seed)
    assert seed.tolist() == [1, 1, 1]
    assert x.grad.tolist() == [3, 3, 3]
    z = mt.ones(3, requires_grad=True)
    a, b = z + 0, z + 0
    a.retain_grad()
    b.retain_grad()
    (a + b + a).sum().backward()
    assert (a.grad.tolist(), b.grad.tolist(), z.grad.tolist()) == ([2] * 3, [1] * 3, [3] * 3)


def test_backward_order_puts_every_node_before_its_inputs_and_names_it_once():
    x = leaf(1.0)
    a = x * 2
    b = a + x
    out = (a * b).sin() + b
    order = backward_order(out._node)
    assert order[0] is out._node and len(order) == len(set(order)) == 6
    for place, node in enumerate(order):
        assert all(edge is None or order.index(edge) > place for edge in node.edges)


def test_backward_from_a_vector_needs_a_gradient_of_its_shape():
    x = leaf(1.0, 2.0)
    with pytest.raises(RuntimeError, match=r"grad can be implicitly created only for scalar outputs.*\(2,\)"):
        (x * 2).backward()
    with pytest.raises(RuntimeError, match=r"Mismatch in shape: the gradient \(3,\).*\(2,\)"):
        (x * 2).backward(mt.ones(3))
    (x * 2).backward(mt.tensor([1.0, 10.0]))
    assert x.grad.tolist() == [2, 20]


def test_backward_without_a_graph_says_what_was_missing():
    with pytest.raises(RuntimeError, match="does not require grad and does not have a grad_fn.*requires_grad=True"):
        mt.ones(()).backward()
    with pytest.raises(RuntimeError, match=r"cut from the graph by detach\(\), at `leaf"):
        leaf(1.0).detach().backward()


def test_backward_on_a_leaf_gives_it_one():
    x = leaf(4.0)
    x.backward()
    assert x.grad.item() == 1


def test_backward_with_inputs_fills_only_their_grad():
    x, y = leaf(2.0), leaf(3.0)
    (x * y).backward(inputs=[x])
    assert x.grad.item() == 3 and y.grad is None
    first = x.grad
    (x * y).backward(inputs=[x])
    assert x.grad is first and first.item() == 6             # added in place, as without inputs


# autograd.grad

def test_grad_returns_gradients_and_touches_none():
    x, y = leaf(2.0), leaf(3.0)
    found = grad(x * y, (x, y))
    assert [g.item() for g in found] == [3, 2]
    assert x.grad is y.grad is None


def test_grad_of_something_in_the_middle():
    x = leaf(2.0)
    y = x * 3
    assert grad(y * y, y)[0].item() == 12


def test_grad_refuses_unused_inputs_unless_they_are_allowed():
    x, y = leaf(2.0), leaf(3.0)
    with pytest.raises(RuntimeError, match="index 1 appears to not have been used in the graph. Set allow_unused=True"):
        grad(x * 2, (x, y))
    assert grad(x * 2, (x, y), allow_unused=True)[1] is None
    assert grad(x * 2, (x, y), materialize_grads=True)[1].item() == 0


def test_grad_refuses_inputs_that_require_none():
    with pytest.raises(RuntimeError, match="input 0 does not require grad"):
        grad(leaf(1.0) * 2, mt.ones(()))


def test_grad_of_several_outputs_with_weights():
    x = leaf(1.0, 2.0)
    found, = grad([x * 2, x * x], x, [mt.ones(2), mt.tensor([10.0, 100.0])])
    assert found.tolist() == [22, 402]
    same = x * 3
    assert grad([same, same], x, [mt.ones(2), mt.ones(2)])[0].tolist() == [6, 6]


def test_only_paths_to_the_wanted_inputs_are_walked():
    x, y = leaf(1.0), leaf(2.0)
    called = []
    a = y.exp()
    a.register_hook(lambda g: called.append(1))
    grad(x * 2 + a, x)
    assert not called


def test_derivatives_are_told_which_gradients_the_walk_needs():
    asked = []
    op = registry["mul"]
    library = op.derivative
    op.derivative = lambda *a, needs, **s: asked.append(needs) or library(*a, needs=needs, **s)
    try:
        x, y = leaf(1.0), leaf(2.0)
        (x * y).backward()
        (x * 2.0).backward()
        (mt.ones(()) * y).backward()
        grad(x * y, y)
    finally:
        op.derivative = library
    assert asked == [(True, True), (True, False), (False, True), (False, True)]


# create_graph
