"""Warm-up and cosine: the rates, step by step, and the same as PyTorch's two schedules one after the other."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.engine.piece import mount
from minitorch.optim.lr_scheduler import WarmupCosineLR, warmup_cosine


@pytest.mark.parametrize("warmup, total", [(0, 4), (1, 5), (4, 20), (9, 10)])
def test_the_rate_rises_to_the_peak_and_falls_to_nothing(warmup, total):
    rates = [warmup_cosine(step, warmup, total, 0.5) for step in range(total + 3)]
    assert rates[:warmup] == [0.5 * (step + 1) / warmup for step in range(warmup)] and rates[warmup] == 0.5
    assert all(a > b for a, b in zip(rates[warmup:total], rates[warmup + 1:total + 1]))
    assert rates[total:] == [0, 0, 0]


def test_it_sets_each_groups_rate_and_goes_on_from_a_saved_state():
    def begin():
        optimizer = mt.optim.SGD([{"params": [mt.ones(1)], "lr": 1.0}, {"params": [mt.ones(1)], "lr": 0.1}])
        return optimizer, WarmupCosineLR(optimizer, 2, 6)
    optimizer, schedule = begin()
    seen = []
    for _ in range(6):
        seen.append(schedule.get_last_lr())
        schedule.step()
    wanted = [warmup_cosine(step, 2, 6, 1.0) for step in range(6)]
    np.testing.assert_allclose(seen, np.outer(wanted, [1.0, 0.1]))
    again, resumed = begin()
    resumed.load_state_dict(schedule.state_dict())
    resumed.step()
    schedule.step()
    assert resumed.get_last_lr() == schedule.get_last_lr() == [0, 0]


def test_after_the_warm_up_it_is_torchs_cosine(torch):
    optimizer = torch.optim.SGD([torch.ones(1)], lr=0.3)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 16)
    for step in range(17):
        np.testing.assert_allclose(warmup_cosine(4 + step, 4, 20, 0.3), cosine.get_last_lr()[0], atol=1e-12)
        optimizer.step()
        cosine.step()


@pytest.mark.parametrize("warmup, total", [(5, 5), (6, 5), (-1, 5)])
def test_a_warm_up_longer_than_the_whole_is_refused(warmup, total):
    with pytest.raises(ValueError, match=f"at least 0 and less than total \\({total}\\), but got {warmup}"):
        WarmupCosineLR(mt.optim.SGD([mt.ones(1)]), warmup, total)


def test_a_schedule_runs_on_the_piece_that_is_mounted():
    with mount(warmup_cosine, lambda step, warmup, total, peak: step + peak):
        optimizer = mt.optim.SGD([mt.ones(1)], lr=0.5)
        schedule = WarmupCosineLR(optimizer, 1, 3)
        schedule.step()
    assert optimizer.param_groups[0]["lr"] == 1.5


def test_momentum_is_a_piece_of_its_own():
    def mine(param, grad, state, *, lr, momentum, dampening, nesterov):
        param += 41
    x = mt.ones(2)
    x.grad = mt.ones(2)
    with mount(mt.optim.sgd.heavy_ball, mine):
        mt.optim.SGD([x], lr=1.0).step()
        assert x.tolist() == [0, 0]
        mt.optim.SGD([x], lr=1.0, momentum=0.9).step()
    assert x.tolist() == [41, 41]
