"""Limits for gradients, and parameters as one vector."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn


def network():
    net = nn.Linear(3, 2)
    (net(mt.ones(1, 3)) * mt.tensor([3.0, -4.0])).sum().backward()
    return net


@pytest.mark.parametrize("norm_type", [1.0, 2.0, float("inf")])
def test_clipping_leaves_the_norm_at_most_what_was_allowed_and_the_direction_as_it_was(norm_type):
    net = network()
    before = np.concatenate([p.grad.numpy().ravel() for p in net.parameters()])
    total = nn.utils.clip_grad_norm_(net.parameters(), 1.0, norm_type)
    after = np.concatenate([p.grad.numpy().ravel() for p in net.parameters()])
    assert total.item() == pytest.approx(np.linalg.norm(before, norm_type), rel=1e-6)
    np.testing.assert_allclose(after * np.linalg.norm(before, norm_type), before, rtol=1e-5)


def test_small_gradients_are_left_alone():
    net = network()
    before = net.weight.grad.tolist()
    nn.utils.clip_grad_norm_(net.parameters(), 1000)
    assert net.weight.grad.tolist() == before


def test_values_are_kept_between_the_bounds():
    net = network()
    nn.utils.clip_grad_value_(net.parameters(), 3.5)
    assert net.bias.grad.tolist() == [3.0, -3.5]


def test_a_norm_that_is_no_number_is_refused_when_asked():
    net = network()
    net.bias.grad[0] = mt.nan
    with pytest.raises(RuntimeError, match="non-finite"):
        nn.utils.clip_grad_norm_(net.parameters(), 1.0, error_if_nonfinite=True)


def test_parameters_go_into_a_vector_and_come_back():
    net, other = network(), network()
    nn.utils.vector_to_parameters(nn.utils.parameters_to_vector(net.parameters()) * 2, other.parameters())
    assert (other.weight == net.weight * 2).all() and (other.bias == net.bias * 2).all()
