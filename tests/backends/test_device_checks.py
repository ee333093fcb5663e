"""Checks on a GPU are noted there: the next copy or synchronisation raises the first that failed, with its line."""

import numpy as np
import pytest

import minitorch as mt
import minitorch.nn.functional as F
from minitorch.cuda import device_checks, kernels


@pytest.fixture(params=[True, False], ids=["kernels", "plain"])
def table(cupy, request):
    if request.param and not kernels.state["enabled"]:
        pytest.skip("needs g++")
    kernels.enable(request.param)
    return mt.arange(8.0).reshape(4, 2).cuda()


def wrong_lookup(table, at=9):
    return F.embedding(mt.tensor([[0, 1], [at, 2]]).cuda(), table)


READERS = {"item": lambda x: x.sum().item(), "tolist": lambda x: x.tolist(), "cpu": lambda x: x.cpu(),
           "float": lambda x: float(x.sum()), "print": repr, "bool": lambda x: bool(x[0, 0, 0] > 0),
           "synchronize": lambda x: mt.cuda.synchronize(), "format": lambda x: f"{x.sum():.1f}"}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_the_next_look_at_a_value_raises_what_was_noted_once(table, read):
    rows = wrong_lookup(table)
    with pytest.raises(IndexError) as caught:
        read(rows)
    text = str(caught.value)
    assert "index 9 at position (1, 0) names none of the 4 rows" in text
    assert "return F.embedding(mt.tensor([[0, 1], [at, 2]]).cuda(), table)` (test_device_checks.py, line" in text
    assert "CUDA_LAUNCH_BLOCKING=1" in text
    read(table.reshape(2, 2, 2) + 1)                       # raised once: the flag is empty again


def test_the_first_of_several_failures_is_kept_and_later_work_goes_on(table):
    first, second = wrong_lookup(table, 7), F.cross_entropy(table, mt.tensor([0, 5, 0, 0]).cuda())
    with pytest.raises(IndexError, match="index 7 at position"):
        second.item()
    assert np.isfinite(first.tolist()).all()


def test_a_check_on_one_gpu_is_not_read_by_a_copy_from_another(table):
    rows = F.embedding(mt.tensor([4]).cuda(1), table.to("cuda:1"))
    table.cpu()
    with pytest.raises(IndexError, match="index 4 at position 0"):
        rows.cpu()


def test_launch_blocking_raises_at_the_line(table, monkeypatch):
    monkeypatch.setenv("CUDA_LAUNCH_BLOCKING", "1")
    with pytest.raises(IndexError, match="index 9"):
        wrong_lookup(table)


def test_a_check_that_passes_many_times_is_one_note_and_costs_one_copy_with_the_value(cupy, table):
    labels = mt.tensor([0, 1, 1, 0]).cuda()
    before = None
    for _ in range(3):
        loss = F.cross_entropy(table, labels)
        before = before or len(device_checks.checks)
    assert len(device_checks.checks) == before
    cupy.counts.reset()
    loss.item()
    assert cupy.counts.downloads == 2                      # the loss and the flag
    cupy.counts.reset()
    loss.item()
    assert cupy.counts.downloads == 1               # nothing was checked since


WRONG = {
    "binary_cross_entropy": (lambda x: F.binary_cross_entropy(x, x.clamp(0, 1)), [0.5, 1.5], "that at position 1"),
    "nan": (lambda x: F.binary_cross_entropy(x, x.clamp(0, 1)), [float("nan"), 0.5], "that at position 0"),
    "multi_margin_loss": (lambda x: F.multi_margin_loss(x[None], mt.tensor([2]).cuda()), [0.5, 1.5], "the label at"),
    "one_hot": (lambda x: F.one_hot(x.long(), 2), [0.0, 3.0], "at position 1 is 3"),
    "max_unpool1d": (lambda x: F.max_unpool1d(x[None], mt.tensor([[0, 9]]).cuda(), 2), [1.0, 2.0], "max index: 9"),
    "gaussian_nll_loss": (lambda x: F.gaussian_nll_loss(x, x, x), [1.0, -2.0], "negative entry"),
}


@pytest.mark.parametrize("call, values, words", WRONG.values(), ids=WRONG)
def test_numbers_out_of_range_are_noted_without_a_copy(cupy, call, values, words):
    x = mt.tensor(values).cuda()
    mt.cuda.synchronize()
    cupy.counts.reset()
    call(x)
    assert cupy.counts.downloads == 0, cupy.counts
    with pytest.raises((RuntimeError, ValueError), match=words):
        mt.cuda.synchronize()


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_cross_entropy_leaves_ignored_targets_out(cupy, device):
    x = mt.randn(6, 4, dtype=mt.float64, device=device, requires_grad=True)
    labels = mt.tensor([0, -100, 3, 1, -100, 2], device=device)
    kept = mt.tensor([0, 2, 3, 5], device=device)
    F.cross_entropy(x, labels).backward()
    plain = x.detach().clone().requires_grad_()
    F.cross_entropy(plain[kept], labels[kept]).backward()
    np.testing.assert_allclose(x.grad.cpu().numpy(), plain.grad.cpu().numpy(), atol=1e-15)
    assert np.isnan(F.cross_entropy(x, mt.full((6,), -100, device=device)).item())
    assert mt.autograd.gradgradcheck(lambda x: F.cross_entropy(x, labels), x)
