"""Anomaly mode names the operation whose derivative gives nan first."""

import pytest

import minitorch as mt
from minitorch import autograd


def root_of_nothing():
    x = mt.zeros(2, requires_grad=True)
    return (x.sqrt() * 0).sum()


@pytest.mark.parametrize("mode", [lambda: autograd.detect_anomaly(), lambda: autograd.set_detect_anomaly(True)])
def test_the_first_nan_is_named_with_its_line(mode):
    with mode(), pytest.raises(
            RuntimeError, match=r"Function 'SqrtBackward0' returned nan values in its 0th output.*x.sqrt\(\) \* 0"):
        root_of_nothing().backward()
    assert not autograd.anomaly_mode.is_anomaly_enabled()


def test_outside_and_where_it_is_off_nothing_is_looked_for():
    root_of_nothing().backward()
    with autograd.set_detect_anomaly(False), autograd.detect_anomaly(check_nan=False):
        root_of_nothing().backward()
    autograd.set_detect_anomaly(True)
    assert autograd.anomaly_mode.is_anomaly_enabled()
    x = mt.ones(2, requires_grad=True)
    (x[0] * x.sum()).backward()
    autograd.set_detect_anomaly(False)
    assert not autograd.anomaly_mode.is_anomaly_enabled() and x.grad.tolist() == [3, 1]


@pytest.mark.needs("torch")
def test_gradients_of_convolutions_are_pytorchs(torch):
    x, w = mt.randn(2, 4, 5, 5), mt.randn(6, 2, 3, 3)
    given = {"stride": 2, "padding": 1, "groups": 2}
    grad = mt.ones(2, 6, 3, 3)
    theirs = [torch.tensor(a.numpy()) for a in (x, w, grad)]
    for ours, wanted in (
            (mt.nn.grad.conv2d_input(x.shape, w, grad, **given),
             torch.nn.grad.conv2d_input(theirs[0].shape, theirs[1], theirs[2], **given)),
            (mt.nn.grad.conv2d_weight(x, w.shape, grad, **given),
             torch.nn.grad.conv2d_weight(theirs[0], theirs[1].shape, theirs[2], **given))):
        assert mt.allclose(ours, mt.tensor(wanted.numpy()), atol=1e-5)
