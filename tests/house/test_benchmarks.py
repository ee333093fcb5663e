"""How the benchmarks reckon, on made-up figures; nothing is timed here."""

import numpy as np
import pytest

from benchmarks import elsewhere, goals, history, measure, ranks, scaling, suite
from benchmarks.footprint import FIGURES, compared
from benchmarks.peers import PEERS, TEACHING, floor
from benchmarks.suite import WORKLOADS


def run(machine="one", threads=1, **ratios):
    return {"date": "2026-11-20", "machine": machine, "threads": threads, "clock": "processor",
            "ratios": {name: {"torch": {"ratio": r, "min": r, "max": r, "ours": r}} for name, r in ratios.items()}}


def test_every_goal_is_of_something_that_is_measured():
    assert set(goals.GOALS) == set(WORKLOADS) | set(FIGURES)
    assert set(TEACHING) < set(PEERS)


@pytest.mark.parametrize("name, ratio, met", [("W1", 0.75, True), ("W1", 0.76, False), ("gelu-erf", 9.0, None),
                                              ("W11", 1 / 31, True), ("W11", 1 / 29, False)])
def test_a_goal_is_met_up_to_its_figure(name, ratio, met):
    assert goals.met(name, run(**{name: ratio})["ratios"][name]["torch"]) is met
    assert goals.met(name, None) is None


def test_kilobytes_a_node_are_judged_by_themselves_not_by_the_ratio():
    assert goals.met("W7-1e6", {"ratio": 2.0, "ours": 0.5})
    assert not goals.met("W7-1e6", {"ratio": 0.5, "ours": 0.7})


def test_the_column_in_c_has_goals_of_its_own():
    found = {**run(W1=0.6), "ratios": {"W1": {peer: {"ratio": 0.6, "min": 0.6, "max": 0.6} for peer in ("torch", "c")}}}
    assert set(goals.IN_C) < set(goals.GOALS) and set(suite.BESIDE) == {"torch", "c"}
    assert suite.table(found, ["torch", "c"])[-1].split()[-5:] == ["0.6", "met", "0.6", "not", "met"]


class Clock:
    """A clock that steps move on."""

    def __init__(self, monkeypatch):
        self.time = 0.0
        monkeypatch.setattr(measure, "now", lambda: self.time)

    def step(self, seconds):
        def run():
            self.time += seconds
        return run


@pytest.mark.parametrize("ours, base, ratio", [(0.02, 0.01, 2.0), (1e-5, 2e-5, 0.5), (3.0, 4.0, 0.75)])
def test_the_ratio_is_that_of_the_steps(monkeypatch, ours, base, ratio):
    clock = Clock(monkeypatch)
    found = measure.interleave(clock.step(base), clock.step(ours), 5)
    assert found.plain() == {key: pytest.approx(ratio, rel=1e-3) for key in ("ratio", "min", "max")}


def test_slow_steps_are_repeated_less_often(monkeypatch):
    took = {}
    for seconds in (0.01, 20.0):
        clock = Clock(monkeypatch)
        measure.interleave(clock.step(seconds), clock.step(seconds), 30)
        took[seconds] = clock.time / seconds
    assert took[0.01] > 100 and took[20.0] == 10           # both once to settle; then four times A and B


@pytest.mark.parametrize("which", [0, 1])
def test_a_run_that_is_slow_for_once_does_not_count(monkeypatch, which):
    clock = Clock(monkeypatch)
    slow = iter([False] * 40 + [True] + [False] * 1000)

    def disturbed():
        clock.time += 10.0 if next(slow) else 0.01
    steps = [clock.step(0.01), disturbed]
    found = measure.interleave(steps[which], steps[1 - which], 5)
    assert next(slow, None) is not None and clock.time > 10.0
    assert found.plain() == {"ratio": 1.0, "min": 1.0, "max": 1.0}


def test_gradients_that_differ_are_not_timed():
    a, b = np.ones(3), np.array([1.0, 1.0, 1.01])
    measure.agree("W", [a], [b], 0.02)
    with pytest.raises(AssertionError, match="array 0 differs by 0.0099"):
        measure.agree("W", [a], [b], 0.001)
    with pytest.raises(AssertionError, match=r"shape \(3,\), and \(2,\) there"):
        measure.agree("W", [a], [a[:2]], 1.0)
    with pytest.raises(AssertionError, match="1 arrays to compare with 2"):
        measure.agree("W", [a], [a, b], 1.0)


def test_nan_agrees_with_nothing():
    with pytest.raises(AssertionError, match="differs"):
        measure.agree("W", [np.array([np.nan])], [np.array([1.0])], 1.0)


def test_memory_and_loading_give_the_ratio_of_each_pair():
    assert compared(1.0, 2.0) == {"ratio": 0.5, "min": 0.5, "max": 0.5, "ours": 1.0}


# The history and its check.

@pytest.mark.parametrize("then, now, slower", [
    (1.0, 1.24, []), (1.0, 1.26, ["W1"]), (0.4, 0.51, ["W1"]), (2.0, 1.0, [])])
def test_a_slow_down_is_more_than_a_quarter(then, now, slower):
    assert list(history.slower(run(W1=now), [run(W1=then)])) == slower


def test_the_last_run_counts_and_of_the_same_machine_and_threads_if_there_is_one():
    runs = [run(W1=1.0), run("other", W1=3.0), run(threads=2, W1=9.0)]
    assert history.slower(run(W1=2.0), runs)
    assert not history.slower(run("third", W1=2.0), runs)                   # the last on any machine: 3.0
    assert not history.slower(run(threads=2, W1=2.0), runs)
    assert not history.slower(run(W2=9.0), runs)                            # never measured before


@pytest.mark.parametrize("later, fails, measured", [
    ([2.0, 2.0], True, 2), ([2.0, 1.1], False, 2), ([1.1, 2.0], False, 1)])
def test_only_three_in_a_row_fail(later, fails, measured):
    asked = []

    def again(names):
        asked.append(names)
        return run(W1=later[len(asked) - 1])
    lines = history.still_slower(run(W1=2.0, W2=1.0), again, [run(W1=1.0, W2=1.0)])
    assert bool(lines) == fails and asked == [["W1"]] * measured
    if fails:
        assert lines["W1"] == "W1: 2 of torch's; it was 1 on 2026-11-20, one"


def test_what_is_not_slower_is_not_measured_again():
    assert history.still_slower(run(W1=1.0), lambda names: pytest.fail("measured again"), [run(W1=1.0)]) == {}


def test_the_command_ends_as_the_check_does(monkeypatch, capsys):
    from benchmarks import __main__ as command
    for now, status in ((1.0, False), (2.0, True)):
        monkeypatch.setattr("sys.argv", ["benchmarks", "--workloads", "W1", "--check"])
        monkeypatch.setattr(suite, "run", lambda *args, now=now: run(W1=now))
        monkeypatch.setattr(history, "read", lambda: [run(W1=1.0)])
        monkeypatch.setattr(command.os, "environ", {})
        with pytest.raises(SystemExit) as end:
            command.main()
        assert end.value.code == status
    assert capsys.readouterr().out.splitlines() == ["nothing is over 25 % slower than it was",
                                                    "W1: 2 of torch's; it was 1 on 2026-11-20, one"]


# Peers.

def test_a_peer_is_looked_for_in_its_environment_first(tmp_path, monkeypatch):
    python = tmp_path / "jax/bin/python"
    python.parent.mkdir(parents=True)
    python.touch()
    monkeypatch.setattr("benchmarks.peers.find_spec", lambda name: name == "numpy" or None)
    assert elsewhere.python_of("jax-jit", tmp_path) == str(python)
    assert elsewhere.python_of("dezero", tmp_path) is None


def test_a_peer_that_is_missing_is_an_error_only_when_asked_for(monkeypatch):
    monkeypatch.setattr(elsewhere, "python_of", lambda peer, environments: None)
    with pytest.raises(SystemExit, match="not installed here: dezero"):
        suite.run(["dezero"], ["W1"])


# Growth, and the first step.

@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_of_a_power_is_found(power):
    sizes = [1, 10, 30, 100]
    values = [7.0] + [3 * n ** power for n in sizes[1:]]                    # small ones cost what they cost
    assert scaling.exponent(sizes, values) == pytest.approx(power)


@pytest.mark.parametrize("power, found, said", [(1, 1.1, "linear"), (1, 1.3, "worse than linear"), (2, 2.1, "linear")])
def test_more_than_the_work_is_worse_than_linear(power, found, said):
    assert scaling.verdict(power, found) == said


def test_the_speed_up_of_ranks_is_in_samples_and_beside_it_stands_the_ceiling(monkeypatch, capsys):
    steps = {(1, "alone"): 80.0, (2, "alone"): 100.0, (2, "joined"): 128.0}
    monkeypatch.setattr(ranks, "milliseconds", lambda *how: steps[how])
    ranks.main(["--turns", "1"])
    _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split("speed-up ")[1].split()[0] for row in rows] == ["1.00", "1.60", "1.25"]


@pytest.mark.slow
@pytest.mark.parametrize("name", WORKLOADS)
def test_both_libraries_take_the_same_first_step(name, torch):
    import minitorch
    workload = WORKLOADS[name]
    ours, theirs = workload.build(minitorch), workload.build(torch)
    measure.agree(name, ours.first, theirs.first, workload.tolerance)


@pytest.mark.parametrize("name, batch", [("W1", 64), ("W2", 128)])
def test_the_floor_has_the_products_of_a_step(name, batch):
    """Three products a layer, and two of the first, whose inputs want no gradient."""
    weights = {"W1": [(1000, 100), (100, 10)], "W2": [(784, 256), (256, 128), (128, 10)]}[name]
    sizes = [k * n for k, n in weights]
    assert sum(m * k * n for m, k, n in floor.PRODUCTS[name]) == batch * (3 * sum(sizes) - sizes[0])
    assert set(floor.PRODUCTS) < set(goals.IN_C) and floor.builders()[name]().step() is None
