"""Sums of many numbers in float32: the rounding does not grow with their count, whichever dimension they lie along."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.ops.kernels.sums import blocked_sum

LONG = 1 << 17                       # rows; added one after the other 0.1 in float32 would be 0.1001
CLOSE = 4e-6                         # relative


def layouts(rng, count=300):
    """Arrays of 0.1 of many shapes and memory orders, and dimensions to sum over."""
    for _ in range(count):
        ndim = int(rng.integers(1, 5))
        shape = [int(rng.choice([1, 2, 3, 17, 64, 100, 300, 1000, 5000])) for _ in range(ndim)]
        while np.prod(shape) > 300_000:
            shape[int(rng.integers(ndim))] = 2
        order = rng.permutation(ndim)
        whole = np.full([shape[d] for d in order], 0.1, "float32")
        if rng.random() < 0.2:
            whole = np.broadcast_to(np.float32(0.1), whole.shape)
        elif whole.size < 10_000 and rng.random() < 0.3:
            whole = np.full([2 * n for n in whole.shape], 0.1, "float32")[(slice(None, None, -2),) * ndim]
        chosen = rng.choice(ndim, int(rng.integers(0, ndim + 1)), replace=False)
        yield whole.transpose(np.argsort(order)), tuple(int(d) - ndim * int(rng.integers(2)) for d in chosen) or None


def test_sums_in_blocks_are_right_for_every_layout():
    rng = np.random.default_rng(0)
    for x, axis in layouts(rng):
        for keepdims in (False, True):
            exact = np.add.reduce(x, axis=axis, keepdims=keepdims, dtype="float64")
            found = blocked_sum(np, x, axis, keepdims)
            assert (found.shape, found.dtype) == (exact.shape, np.dtype("float32"))
            np.testing.assert_allclose(found, exact, rtol=CLOSE, err_msg=f"{x.shape} {x.strides} {axis}")


def test_sums_in_blocks_add_each_element_once():
    rng = np.random.default_rng(1)
    for x, axis in layouts(rng, 100):
        x = rng.integers(-9, 9, x.shape).astype("float64")
        np.testing.assert_array_equal(blocked_sum(np, x, axis), np.add.reduce(x, axis=axis))


def rows(width=3, dtype=mt.float32):
    return mt.full((LONG, width), 0.1, dtype=dtype)


@pytest.mark.parametrize("reduced, exact", [
    (lambda x: x.sum(0) / LONG, 0.1), (lambda x: x.mean(0), 0.1), (lambda x: x.T.mean(1), 0.1),
    (lambda x: x.reshape(8, -1, 3).mean((0, 1)), 0.1), (lambda x: x.reshape(-1, 1, 3, 1).mean((0, 2, 3)), 0.1),
    (lambda x: x.norm(dim=0) / LONG ** 0.5, 0.1), (lambda x: x.norm(1, 0) / LONG, 0.1), (lambda x: x.std(0), 0.0),
    (lambda x: x.var((0, 1)), 0.0), (lambda x: x.logsumexp(0) - np.log(LONG), 0.1),
    (lambda x: x.cumsum(0)[-1] / LONG, 0.1),
    (lambda x: mt.einsum("ij->j", x) / LONG, 0.1), (lambda x: mt.einsum("ij,k->j", x, mt.ones(2)) / LONG, 0.2),
    (lambda x: x.softmax(0).sum(0), 1.0), (lambda x: x.log_softmax(0)[0] + np.log(LONG), 0.0),
    (lambda x: x.logcumsumexp(0)[-1] - np.log(LONG), 0.1)])
def test_reductions_over_many_rows(reduced, exact):
    np.testing.assert_allclose(reduced(rows()).numpy(), exact, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("run", [
    lambda b: rows() * 0.1 + b, lambda b: mt.nn.functional.linear(rows(), mt.ones(3, 3), b),
    lambda b: b.expand(LONG, 3), lambda b: mt.nn.functional.linear(rows(4), mt.ones(3, 4), b)])
def test_gradients_of_what_was_broadcast_over_many_rows(run):
    bias = mt.zeros(3, requires_grad=True)
    (run(bias) * 0.1).sum().backward()
    np.testing.assert_allclose(bias.grad.numpy(), LONG * 0.1, rtol=CLOSE)


def test_the_bias_of_a_wide_layer_over_many_rows():
    bias = mt.zeros(64, requires_grad=True)
    mt.nn.functional.linear(mt.ones(LONG // 8 + 5, 2), mt.ones(64, 2), bias).mul(0.1).sum().backward()
    np.testing.assert_allclose(bias.grad.numpy(), (LONG // 8 + 5) * 0.1, rtol=2e-5)      # BLAS adds 4096 rows


def test_float16_is_added_up_in_float32():
    x = mt.full((3000, 2), 100.0, dtype=mt.float16)
    assert x.mean(0).tolist() == [100.0, 100.0] and x.mean().item() == 100.0
    assert mt.full((3000, 2), 1.0, dtype=mt.float16).sum(0).tolist() == [3000.0, 3000.0]
    assert mt.full((4096,), 0.1, dtype=mt.float16).cumsum(0)[-1].item() == pytest.approx(409.5, rel=1e-3)
    assert mt.tensor([300.0, 400.0], dtype=mt.float16).norm().item() == 500.0
    assert x.var(0).tolist() == [0.0, 0.0] and x.std(0).dtype is mt.float16


@pytest.mark.parametrize("dtype", [mt.float32, mt.float64])
@pytest.mark.parametrize("value", [0.1, 1e4 + 1 / 3, -1e30, 3e-30])
def test_equal_numbers_have_no_variance_and_no_slope(value, dtype):
    x = mt.full((1000, 3), value, dtype=dtype, requires_grad=True)
    for spread in (x.var(), x.std(), x.std(0), x.var(1)):
        assert not spread.detach().numpy().any()
    x.std(0).sum().backward()
    assert not x.grad.numpy().any()


def test_variance_of_numbers_that_lie_close():
    x = (1e4 + np.arange(1000) % 7 * 1e-2).astype("float32")
    exact = x.astype("float64").var(ddof=1)
    assert mt.from_numpy(x).var().item() == pytest.approx(exact, rel=1e-5)
    assert mt.from_numpy(np.stack([x, x])).var(1)[0].item() == pytest.approx(exact, rel=1e-5)
