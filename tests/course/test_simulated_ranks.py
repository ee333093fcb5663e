"""The simulator of lesson 10: its ticks, its sums by the ring, what is under way, and a hang that ends at once."""

import numpy as np
import pytest

import minitorch as mt
from minitorch import nn
from minitorch.course.ranks import flat
from minitorch.course.record import find
from minitorch.course.simulated_ranks import lanes, simulate

ADD, COPY, CUT, DDP = (find(id).answer for id in ("10.3", "10.4", "10.5", "10.7"))


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_sums_follow_one_another_on_the_wire(ranks):
    def program(machine):
        machine.now = 10.0 * (machine.rank == 0)                         # the others start earlier
        arrays = [np.full(6, 1.0 + machine.rank), np.arange(3.0)]
        for work in [machine.start(array) for array in arrays]:
            work.wait()
        machine.arrays = [array.tolist() for array in arrays]
    machines = simulate(program, ranks, ADD, COPY, latency=2, rate=8)
    steps = 2 * (ranks - 1)
    first = 10 + steps * (2 + 48 / ranks / 8)
    second = first + steps * (2 + 24 / ranks / 8)
    for machine in machines:
        assert machine.arrays == [[ranks * (ranks + 1) / 2] * 6, [0.0, ranks, 2.0 * ranks]]
        assert machine.now == pytest.approx(second) and machine.sent == steps * 72 // ranks and machine.stuck == ""
        assert [(call.begin, call.end) for call in machine.begun] == [(10, pytest.approx(first)),
                                                                      (pytest.approx(first), pytest.approx(second))]


def test_gradients_take_ticks_and_the_log_counts_the_bytes_under_way():
    net = nn.Sequential(nn.Linear(16, 16, bias=False), nn.Linear(16, 16, bias=False)).double()     # a tick each

    def program(machine):
        own, buckets = machine.replica(net, CUT, 2048)
        ddp = DDP(buckets, 2, machine.start)
        own(mt.full((1, 16), 1.0 + machine.rank, dtype=mt.float64)).sum().backward()
        ddp.finish()
        machine.gradients = flat([p.grad for p in own.parameters()])
    machines = simulate(program, 2, ADD, COPY)
    assert machines[0].log() == ["tick  1.0  gradient of 1.weight        0 bytes under way",
                                 "tick  1.0  sum 0 starts            2,048 bytes under way",
                                 "tick  2.0  gradient of 0.weight    2,048 bytes under way",
                                 "tick  2.0  sum 1 starts            4,096 bytes under way",
                                 "tick  3.5  sum 0 is there          2,048 bytes under way",
                                 "tick  6.0  sum 1 is there              0 bytes under way"]
    assert lanes(machines) == {"rank 0": [0, 1, None, None, None, None], "rank 1": [0, 1, None, None, None, None],
                               "wire": [None, 0, 0, 1, 1, 1]}
    assert (machines[0].gradients == machines[1].gradients).all() and machines[0].gradients.any()
    assert all(p.grad is None for p in net.parameters())


def test_a_sum_that_a_rank_never_starts_ends_the_simulation_and_is_named():
    def program(machine):
        works = [machine.start(np.ones(2)) for _ in range(2 - machine.rank)]
        for work in works:
            work.wait()
    waits, ends = simulate(program, 2, ADD, COPY, latency=1, rate=16)
    assert waits.stuck == "rank 0 waits for sum 1 from tick 3.0 on; rank 1 never starts it."
    assert (ends.stuck, ends.now, len(ends.begun)) == ("", 3.0, 1)


def test_vectors_of_different_sizes_are_refused():
    with pytest.raises(RuntimeError, match=r"sum 0: rank \d brings \d numbers, another rank \d.*same order"):
        simulate(lambda machine: machine.start(mt.ones(2 + machine.rank)).wait(), 2, ADD, COPY)
