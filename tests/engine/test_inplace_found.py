"""Writes in place that programs at random found to go wrong; see programs.py."""

import pytest

import minitorch as mt


def leaf(*shape):
    return mt.randn(*shape, dtype=mt.float64, requires_grad=True)

def test_the_values_of_max_may_be_written_to_since_only_their_places_are_needed():
    for pick in (lambda y: y.max(0).values, lambda y: y.min(1).values, lambda y: y.cummax(0).values):
        x = leaf(3, 4)
        pick(x * 1).mul_(2).sum().backward()
        assert x.grad.sum().item() == 2 * pick(x).numel()


def test_an_operand_of_einsum_that_no_wanted_gradient_reads_may_be_written_to():
    x, w = leaf(2, 3), mt.ones(3, dtype=mt.float64)
    y = x * 1
    out = mt.einsum("ij,j->i", y, w)
    y.zero_()
    out.sum().backward()
    assert x.grad.tolist() == [[1] * 3] * 2


def test_index_put_adds_at_masks_and_at_places_in_the_first_dimensions():
    for index, values, expected in (
            (mt.tensor([True, False, True]), mt.ones(2), [[2, 2], [1, 1], [2, 2]]),
            (mt.tensor([1, 1]), mt.ones(2, 2), [[1, 1], [3, 3], [1, 1]])):
        x, v = mt.ones(3, 2, requires_grad=True), values.requires_grad_()
        out = x.index_put((index,), v, accumulate=True)
        assert out.tolist() == expected
        out.sum().backward()
        assert x.grad.tolist() == [[1, 1]] * 3 and v.grad.sum().item() == 4


def test_a_tensor_that_wants_no_gradient_any_more_gathers_none():
    x = leaf(3)
    y = x * 2
    x.requires_grad_(False)
    y.sum().backward()
    assert x.grad is None


def test_copy_writes_nothing_of_more_dimensions_and_index_fill_looks_at_a_numbers_index():
    with pytest.raises(RuntimeError, match="cannot change it"):
        mt.ones(4).copy_(mt.ones(1, 4))
    with pytest.raises(IndexError, match="out of bounds"):
        mt.tensor(1.0).index_fill_(0, mt.tensor([1]), 0.5)


def test_gradients_of_a_number_add_up_before_one_comes_from_an_index():
    x = mt.tensor(2.0, requires_grad=True)
    y = x * 1
    part = y[None]
    total = part.sum() + (y * 2 + y * 3 + y * 4)
    total.backward()
    assert x.grad.item() == 10


def test_a_value_that_is_a_view_of_what_was_written_to_is_read_as_it_is_now():
    x = leaf(4)
    base = x * 1
    first, second = base[:2], base[2:]
    base[...] = 5.0
    first[...] = second
    (base * 3).sum().backward()
    assert x.grad.tolist() == [0] * 4
