"""GradScaler on a GPU: steps that are not finite are taken back there, and no copy asks whether."""

import numpy as np
import pytest

import minitorch as mt
from minitorch.amp import GradScaler

LOSSES = [1.0, float("inf"), 2.0, 1.0, float("nan"), 1.0, 3.0]
RULES = {
    "SGD": lambda p: mt.optim.SGD(p, lr=0.1), "momentum": lambda p: mt.optim.SGD(p, lr=0.1, momentum=0.9),
    "Adam": lambda p: mt.optim.Adam(p), "AdamW": lambda p: mt.optim.AdamW(p, amsgrad=True),
    "RMSprop": lambda p: mt.optim.RMSprop(p, momentum=0.9, centered=True), "NAdam": lambda p: mt.optim.NAdam(p),
    "Adamax": lambda p: mt.optim.Adamax(p), "Adagrad": lambda p: mt.optim.Adagrad(p, lr_decay=0.1),
    "Adadelta": lambda p: mt.optim.Adadelta(p), "Rprop": lambda p: mt.optim.Rprop(p)}
ASKING = {"RAdam": lambda p: mt.optim.RAdam(p), "ASGD": lambda p: mt.optim.ASGD(p)}


def run(device, rule, losses=LOSSES, counts=None):
    """Weights, scales and copies of each step."""
    weights = [mt.tensor([1.0, 2.0], device=device, requires_grad=True) for _ in range(4)]
    optimizer, scaler = rule(weights), GradScaler(device, init_scale=8.0, growth_interval=2)
    copies = []
    for factor in losses:
        optimizer.zero_grad()
        loss = sum((w * w).sum() for w in weights) * factor
        before = counts and counts.downloads
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        copies.append(counts and counts.downloads - before)
    return [w.detach().cpu().numpy() for w in weights], scaler.state_dict(), copies, optimizer


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_steps_that_are_not_finite_are_taken_back_without_a_copy(cupy, rule):
    here, there = run("cpu", rule), run("cuda", rule, counts=cupy.counts)
    for a, b in zip(there[0], here[0]):
        np.testing.assert_allclose(a, b, rtol=1e-5)
    assert there[1] == here[1]
    begun = bool(rule([mt.ones(2, requires_grad=True)]).state_dict()["state"])                # Adagrad makes its sums
    assert (there[2][0] == 0) == begun and there[2][1:] == [0] * 6, there[2]
    for ours, theirs in zip(there[3].state_dict()["state"].values(), here[3].state_dict()["state"].values()):
        for name in theirs:
            np.testing.assert_allclose(ours[name].cpu().numpy(), theirs[name].numpy(), rtol=1e-5, err_msg=name)


@pytest.mark.parametrize("rule", ASKING.values(), ids=ASKING)
def test_rules_that_branch_on_their_counts_ask_and_come_to_the_same(cupy, rule):
    here, there = run("cpu", rule), run("cuda", rule, counts=cupy.counts)
    np.testing.assert_allclose(there[0][0], here[0][0], rtol=1e-5)
    assert there[1] == here[1] and there[2] == [1] * 7


def test_a_first_step_that_is_not_finite_leaves_no_state(cupy):
    weights, state, _, optimizer = run("cuda", RULES["Adam"], [float("inf"), float("nan")])
    assert weights[0].tolist() == [1, 2] and state["scale"] == 2 and not optimizer.state_dict()["state"]


def test_a_first_step_that_is_not_finite_leaves_adagrads_sums_as_they_began(cupy):
    weights, *_, optimizer = run("cuda", RULES["Adagrad"], [float("inf"), float("nan")])
    assert weights[0].tolist() == [1, 2]
    assert [(int(kept["step"]), kept["sum"].tolist()) for kept in optimizer.state_dict()["state"].values()] == [
        (0, [0, 0])] * 4


def test_a_state_taken_on_a_gpu_goes_on_without_a_scaler(cupy):
    *_, optimizer = run("cuda", RULES["Adam"])
    twin = mt.optim.Adam(optimizer.param_groups[0]["params"])
    twin.load_state_dict(optimizer.state_dict())
    twin.step()
    assert {int(state["step"]) for state in twin.state.values()} == {6}
