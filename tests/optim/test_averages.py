"""Averages of weights: equal to PyTorch's swa_utils, step by step."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.optim import swa_utils

pytestmark = pytest.mark.needs("torch")


def run(lib, utils, **settings):
    """The averaged weights of a model whose weights are set to 1, 2, 3."""
    model = lib.nn.Linear(2, 1)
    averaged = utils.AveragedModel(model, **settings)
    found = []
    for value in (1.0, 2.0, 4.0):
        with lib.no_grad():
            for p in model.parameters():
                p.fill_(value)
        averaged.update_parameters(model)
        found.append(averaged.module.weight[0, 0].item())
    return found, int(averaged.n_averaged), list(averaged.state_dict())


@pytest.mark.parametrize("settings", [
    lambda u: {}, lambda u: {"avg_fn": u.get_ema_avg_fn(0.9)}, lambda u: {"multi_avg_fn": u.get_ema_multi_avg_fn(0.9)},
    lambda u: {"multi_avg_fn": u.get_swa_multi_avg_fn()}, lambda u: {"avg_fn": lambda a, p, n: 0.5 * a + 0.5 * p},
    lambda u: {"use_buffers": True}])
def test_averages_are_pytorchs(torch, settings):
    from torch.optim import swa_utils as theirs
    ours, wanted = run(mt, swa_utils, **settings(swa_utils)), run(torch, theirs, **settings(theirs))
    np.testing.assert_allclose(ours[0], wanted[0], rtol=1e-6)
    assert ours[1:] == wanted[1:]


@pytest.mark.parametrize("settings", [{}, {"anneal_epochs": 3}, {"anneal_strategy": "linear", "anneal_epochs": 4},
                                      {"anneal_epochs": 0}])
def test_rates_are_pytorchs(torch, settings):
    from torch.optim import swa_utils as theirs

    def rates(lib, utils):
        optimizer = lib.optim.SGD([lib.ones(1, requires_grad=True)], lr=0.5)
        schedule, found = utils.SWALR(optimizer, swa_lr=0.05, **settings), []
        for _ in range(6):
            optimizer.step()
            schedule.step()
            found.append(optimizer.param_groups[0]["lr"])
        return found
    np.testing.assert_allclose(rates(mt, swa_utils), rates(torch, theirs), rtol=1e-9)


def test_running_statistics_are_those_of_all_batches(torch):
    from torch.optim import swa_utils as theirs
    batches = np.random.default_rng(0).standard_normal((3, 8, 2)).astype(np.float32)

    def statistics(lib, utils):
        model = lib.nn.Sequential(lib.nn.BatchNorm1d(2)).eval()
        utils.update_bn([[lib.tensor(x)] for x in batches], model)
        return model[0].running_mean.numpy(), model[0].running_var.numpy(), model[0].momentum, model.training
    ours, wanted = statistics(mt, swa_utils), statistics(torch, theirs)
    np.testing.assert_allclose(ours[0], wanted[0], rtol=1e-5)
    np.testing.assert_allclose(ours[1], wanted[1], rtol=1e-5)
    assert ours[2:] == wanted[2:]


def test_settings_that_contradict_are_refused():
    with pytest.raises(AssertionError, match="Only one of"):
        swa_utils.AveragedModel(mt.nn.Linear(1, 1), avg_fn=min, multi_avg_fn=min)
    with pytest.raises(ValueError, match="Invalid decay value 2"):
        swa_utils.get_ema_avg_fn(2)
    optimizer = mt.optim.SGD([mt.ones(1, requires_grad=True)], lr=0.5)
    for settings, told in (({"anneal_strategy": "sine"}, "'cos' or 'linear'"),
                           ({"anneal_epochs": -1}, "greater than 0")):
        with pytest.raises(ValueError, match=told):
            swa_utils.SWALR(optimizer, 0.1, **settings)
