"""Views: writes through them, and how the graph follows."""

import numpy as np
import pytest

import minitorch as mt


def leaf(*shape):
    return mt.randn(*shape, dtype=mt.float64, requires_grad=True)


# Versions


def test_a_write_to_the_base_is_seen_by_views_and_their_gradients():
    x = leaf(4)
    base = x * 1
    view = base[1:3]
    base.mul_(2)
    assert view.tolist() == pytest.approx((x * 2)[1:3].tolist())
    view.sum().backward()
    assert x.grad.tolist() == [0, 2, 2, 0]


def test_a_write_to_a_view_gives_the_base_a_new_node():
    x = leaf(4)
    base = x * 1
    before = base.grad_fn
    base[1:3].mul_(10)
    assert base.grad_fn is not before
    base.sum().backward()
    assert x.grad.tolist() == [1, 10, 10, 1]


def test_other_views_and_views_of_views_replay_their_steps():
    x = leaf(2, 3)
    base = x * 1
    rows = base[1]
    corner = rows[2:]
    turned = base.transpose(0, 1)
    turned[2].mul_(5)                                    # the last column, through a view of a view
    assert corner.tolist() == pytest.approx([5 * x[1, 2].item()])
    corner.sum().backward(retain_graph=True)
    assert x.grad.tolist() == [[0, 0, 0], [0, 0, 5]]
    x.grad = None
    (rows.sum() + turned.sum()).backward()
    assert x.grad.tolist() == [[1, 1, 5], [2, 2, 10]]


def test_a_view_written_to_keeps_its_own_gradient():
    x = leaf(4)
    base = x * 1
    view = base[:2]
    view.exp_()
    view.sum().backward()
    np.testing.assert_allclose(x.grad.numpy(), [*np.exp(x.detach().numpy()[:2]), 0, 0])


def test_a_value_with_history_written_into_a_view_of_a_plain_tensor():
    v = leaf(2)
    base = mt.zeros(2, 2, dtype=mt.float64)
    base[0].copy_(v)
    (base * 3).sum().backward()
    assert v.grad.tolist() == [3, 3]


def test_views_of_every_kind_write_through():
    ways = {"reshape": lambda b: b.reshape(3, 2), "view": lambda b: b.view(-1),
            "transpose": lambda b: b.transpose(0, 1), "T": lambda b: b.T, "unsqueeze": lambda b: b.unsqueeze(0),
            "squeeze": lambda b: b.unsqueeze(0).squeeze(0),
            "flatten": lambda b: b.flatten(), "permute": lambda b: b.permute(1, 0), "slice": lambda b: b[:, ::2]}
    for name, way in ways.items():
        x = leaf(2, 3)
        base = x * 1
        way(base).mul_(2)
        grown = np.where(base.detach().numpy() == x.detach().numpy(), 1, 2)
        base.sum().backward()
        np.testing.assert_array_equal(x.grad.numpy(), grown, err_msg=name)
        assert grown.max() == 2


def test_a_view_knows_its_base_and_the_base_of_its_base():
    x = mt.ones(2, 3)
    assert x._base is None and x[0]._base is x and x[0][1:]._base is x
    assert (x + 1)._base is None and x[mt.tensor([0])]._base is None


def test_a_write_under_no_grad_is_not_part_of_the_graph():
    x = leaf(3)
    y = x * 2
    with mt.no_grad():
        y.mul_(100)
    y.sum().backward()
    assert x.grad.tolist() == [2, 2, 2]


def test_second_derivatives_through_writes():
    from minitorch.rare.autograd.gradcheck import gradcheck, gradgradcheck

    def f(x):
        y = x * 1
        y[1:].mul_(y[:1].clone())
        y[0] = y[1].clone() * x[2]
        return y.exp_()
    assert gradcheck(f, leaf(3)) and gradgradcheck(f, leaf(3))


def test_a_tensor_may_be_turned_where_it_lies():
    weights = mt.arange(6.0, dtype=mt.float64).reshape(3, 2)
    for turn in (lambda y: y.t_(), lambda y: y.transpose_(0, 1)):
        x = leaf(2, 3)
        y = x * 1
        memory = y.data_ptr()
        assert turn(y) is y
        assert y.shape == (3, 2) and y.data_ptr() == memory
        (y * weights).sum().backward()
        assert x.grad.tolist() == weights.T.tolist()
    z = mt.ones(1, 3)
    assert z.squeeze_(0) is z and z.shape == (3,) and z.unsqueeze_(1) is z and z.shape == (3, 1)


def test_a_chain_of_views_takes_time_that_grows_with_its_length_only():
    x = leaf(2, 3)
    base = view = x * 1
    views = []
    for _ in range(20_000):                              # 84 s where each view kept all its steps
        view = view.t() if len(views) % 2 else view.view(view.shape)
        views.append(view)
    view.mul_(3)
    assert all(v.requires_grad for v in views)
    (base.sum() + views[10_000].sum() + view.sum()).backward()
    assert x.grad.tolist() == [[9, 9, 9], [9, 9, 9]]


def test_views_made_before_their_base_is_turned_where_it_lies_still_lead_to_it():
    for turn in (lambda y: y.t_(), lambda y: y.unsqueeze_(1), lambda y: y.unsqueeze_(0).squeeze_(0).transpose_(0, 1)):
        x = leaf(2, 3)
        base = x * 1
        row = base[1]
        turn(base)
        row.mul_(2)
        base.sum().backward(retain_graph=True)
        assert x.grad.tolist() == [[1, 1, 1], [2, 2, 2]]
        base.mul_(5)
        x.grad = None
        row.sum().backward()
        assert x.grad.tolist() == [[0, 0, 0], [10, 10, 10]]


def test_a_view_made_under_no_grad_is_not_written_to_where_gradients_are_wanted():
    base = leaf(4) * 1
    with mt.no_grad():
        view = base[:2]
        view.mul_(2)
    for write in (lambda: view.mul_(2), lambda: view[:1].mul_(2), lambda: view.fill_(1)):
        with pytest.raises(RuntimeError, match="a view that was made under no_grad"):
            write()
    base.mul_(2)
    with pytest.raises(RuntimeError, match=r"made under no_grad\(\) and its base was modified"):
        view * 2


def test_views_of_what_split_made_are_not_written_to():
    with pytest.raises(RuntimeError, match="one of several views"):
        (leaf(4) * 1).split(2)[0][:1].mul_(2)


# out=

def test_out_refuses_gradients_shapes_and_categories():
    with pytest.raises(RuntimeError, match="don't support automatic differentiation"):
        mt.exp(leaf(3), out=mt.zeros(3, dtype=mt.float64))
    with pytest.raises(RuntimeError, match=r"out has shape \(2,\), but the result has \(3,\)"):
        mt.exp(mt.ones(3), out=mt.zeros(2))
    with pytest.raises(RuntimeError, match="can't be cast to the desired output type minitorch.int64"):
        mt.exp(mt.ones(3), out=mt.zeros(3, dtype=mt.int64))
    with pytest.raises(TypeError, match="argument 'out' must be a Tensor, not ndarray"):
        mt.exp(mt.ones(3), out=np.zeros(3))


def test_out_that_is_empty_takes_the_shape():
    place = mt.empty(0)
    assert mt.add(mt.ones(2, 3), 1.0, out=place) is place
    assert place.tolist() == [[2, 2, 2]] * 2


# What programs at random found

def test_memory_that_was_expanded_is_written_to_as_a_whole():
    x = leaf(4)
    base = x * 1
    rows = base.expand(3, 4)
    rows[0] = 0.25                                       # the other rows are the same memory
    assert rows.tolist() == [[0.25] * 4] * 3
    (base.sum() + rows.sum()).backward()
    assert x.grad.tolist() == [0] * 4
    with pytest.raises(RuntimeError, match="single memory location"):
        (x * 1).expand(3, 4)[mt.tensor([0])] = 0.5


def test_a_tensor_turned_under_no_grad_keeps_its_gradient():
    x = leaf(2, 3)
    base = x * 1
    with mt.no_grad():
        base.t_()
    (base[0] * 2).sum().backward()
    assert x.grad.tolist() == [[2, 0, 0], [2, 0, 0]]
    with mt.no_grad():
        w = leaf(2, 3).t_()
    (w * 1).sum().backward()
    assert w.is_leaf and w.grad.shape == (3, 2)


def test_what_split_by_places_may_be_written_to():
    x = leaf(4)
    first, _ = (x * 1).tensor_split(2)
    first.mul_(3)
    first.sum().backward()
    assert x.grad.tolist() == [3, 3, 0, 0]
