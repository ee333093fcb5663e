"""Writing in place: versions, views, views of views, and what backward does about it."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.runtime import grad


def leaf(*shape):
    return mt.randn(*shape, dtype=mt.float64, requires_grad=True)


# Versions

def test_a_write_counts_and_reading_does_not():
    x = mt.ones(3)
    x + 1, x.sum(), x[0]
    assert x._version == 0
    x.add_(1)
    x[0] = 5
    x += 1
    x.zero_(), x.fill_(2), x.copy_(mt.ones(3))
    assert x._version == 6


def test_detach_and_views_share_versions_and_data_does_not():
    x = mt.ones(3)
    detached, view, data = x.detach(), x[1:], x.data
    x.add_(1)
    assert detached._version == view._version == 1 and data._version == 0
    data.add_(1)
    assert x._version == 1 and x.tolist() == [3, 3, 3]
    detached.add_(1)
    assert x._version == 2


def test_a_stale_value_is_refused_and_both_lines_are_named():
    x = leaf(3)
    w = mt.ones(3, dtype=mt.float64)
    y = (x * w).sum()
    w.add_(1)
    with pytest.raises(RuntimeError) as error:
        y.backward()
    text = str(error.value)
    assert "modified by an inplace operation" in text
    assert "mul at `y = (x * w).sum()` (test_inplace.py" in text
    assert "`w.add_(1)` (test_inplace.py" in text
    assert "version 0" in text and "version 1" in text


def test_a_stale_output_is_refused():
    x = leaf(3)
    y = x.exp()
    y.add_(1)
    with pytest.raises(RuntimeError, match="exp at .*x.exp.*y.add_"):
        y.sum().backward()


def test_a_write_through_detach_is_noticed_and_through_data_is_not():
    x = leaf(3)
    w = mt.ones(3, dtype=mt.float64)
    y = (x * w).sum()
    w.detach().mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()
    y = (x * w).sum()
    w.data.mul_(2)
    y.backward()
    assert x.grad.tolist() == [4, 4, 4]


def test_an_op_in_place_keeps_what_it_read_through_other_views():
    x = leaf(3)
    y = x * 1
    y[1:].mul_(y[:1].clone())                            # keeps what y[:1] was ...
    y[0] = 100.0                                         # ... before it is written over
    y.sum().backward()
    a, b, c = x.tolist()
    np.testing.assert_allclose(x.grad.numpy(), [b + c, a, a])


def test_an_op_in_place_that_reads_the_memory_it_writes_to_is_told_in_backward():
    for write in (lambda y: y.mul_(y), lambda y: y[1:].mul_(y[:1])):
        y = leaf(3) * 1
        write(y)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_a_write_to_what_no_derivative_reads_is_harmless():
    x = leaf(3)
    y = x + 1
    z = y + 1
    y.mul_(3)
    z.sum().backward()
    assert x.grad.tolist() == [1, 1, 1]


def test_a_write_through_a_view_makes_the_base_stale():
    x, w = leaf(3), mt.ones(3, dtype=mt.float64)
    y = (x * w).sum()
    w[1:].zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


def test_the_ops_own_input_may_be_written_over_by_the_op():
    for write in (lambda y: y.exp_(), lambda y: y.sin_(), lambda y: y.pow_(3)):
        x = leaf(3)
        y = x * 1
        write(y)
        found, = grad(y.sum(), x)
        again = x.detach().clone().requires_grad_()
        y = again * 1
        expected = write(y * 1)
        wanted, = grad(expected.sum(), again)
        np.testing.assert_allclose(found.numpy(), wanted.numpy())


# Leaves

def test_a_leaf_that_gathers_a_gradient_is_not_written_to():
    x = leaf(3)
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        x.add_(1)
    with pytest.raises(RuntimeError, match="a view of a leaf Variable"):
        x[0].add_(1)
    with pytest.raises(RuntimeError, match=r"in-place operation \(setitem\)"):
        x[0] = 1
    with mt.no_grad():
        x.add_(1)
    assert x.is_leaf and x._version == 1


def test_a_leaf_that_is_a_view_of_plain_memory_is_not_written_to():
    x = mt.arange(6.0).reshape(2, 3).requires_grad_()
    for write in (lambda: x.add_(1), lambda: x[0].add_(1), lambda: x[0].__setitem__(0, 1)):
        with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
            write()


def test_resize_refuses_sizes_below_zero_and_tensors_that_gather_a_gradient():
    with pytest.raises(RuntimeError, match=r"every size must be 0 or more, not \(-7,\)"):
        mt.arange(6.0).resize_(-7)
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        leaf(6).resize_(2, 2)


def test_a_gradient_is_assigned_in_the_dtype_of_its_tensor_and_never_expanded_memory():
    x = leaf(3)
    with pytest.raises(RuntimeError, match="data of a different type"):
        x.grad = mt.ones(3)
    x.grad = mt.ones(1, dtype=mt.float64).expand(3)
    with pytest.raises(RuntimeError, match="single memory location"):
        x.sum().backward()


def test_a_tensor_enters_the_graph_when_a_value_with_history_is_written_to_it():
    x = leaf(3)
    y = mt.zeros(3, dtype=mt.float64)
    y.add_(x * 2)
    assert y.requires_grad and y.grad_fn.name() == "AddBackward0"
    y.sum().backward()
    assert x.grad.tolist() == [2, 2, 2]


def test_setitem_sends_gradients_to_what_was_written_and_none_to_what_it_replaced():
    x, v = leaf(4), leaf(2)
    y = x * 1
    y[1:3] = v * 3
    (y * mt.arange(4.0, dtype=mt.float64)).sum().backward()
    assert x.grad.tolist() == [0, 0, 0, 3]
    assert v.grad.tolist() == [3, 6]


def test_setitem_into_a_tensor_without_history():
    v = leaf(2)
    y = mt.zeros(4, dtype=mt.float64)
    y[::2] = v
    y.sum().backward()
    assert v.grad.tolist() == [1, 1]


def test_setitem_of_a_mask_and_of_places():
    x = leaf(4)
    y = x * 1
    y[mt.tensor([True, False, True, False])] = 0.0
    y[mt.tensor([1])] = 5.0
    assert y.tolist()[:3] == [0, 5, 0]
    y.sum().backward()
    assert x.grad.tolist() == [0, 0, 0, 1]


# Shape and dtype

def test_what_is_written_to_cannot_grow():
    with pytest.raises(RuntimeError, match=r"output with shape \(3,\) doesn't match the broadcast shape \(2, 3\)"):
        mt.ones(3).add_(mt.ones(2, 3))


def test_what_is_written_to_keeps_its_dtype_and_category():
    x = mt.ones(2, dtype=mt.int64)
    with pytest.raises(RuntimeError, match="result type minitorch.float32 can't be cast to the desired output type"):
        x.add_(0.5)
    y = mt.ones(2, dtype=mt.float32)
    y += mt.ones(2, dtype=mt.float64)
    assert y.dtype is mt.float32 and y.tolist() == [2, 2]


def test_stretched_memory_is_not_written_to():
    with pytest.raises(RuntimeError, match="more than one element.*clone"):
        mt.ones(1).expand(3).add_(1)


# Views
