"""Ranks started from a cell: they share memory, a failure says whose it was, and no process outlives its parent."""

import os
import queue
import signal
import subprocess
import sys

import numpy as np
import pytest
from timed import comes

import minitorch as mt
from minitorch.course import ranks
from minitorch.course.ranks import Queues, all_reduce, in_processes, in_threads, place
from minitorch.course.record import find

pytestmark = [pytest.mark.host, pytest.mark.skipif(sys.platform != "linux", reason="ranks are threads there")]

WAITING = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)     # which a shell's job in the background ignores
import minitorch as mt
from minitorch.course.ranks import in_processes
pids = mt.zeros(2, dtype=mt.int64).share_memory_()
def program(rank, meet):
    import os
    pids.numpy()[rank] = os.getpid()
    meet()
    if rank == 0:
        print(*pids.tolist(), flush=True)
    time.sleep(60)
in_processes(program, 2)
"""


@pytest.mark.parametrize("start", [in_processes, in_threads])
@pytest.mark.parametrize("ranks", [2, 3])
def test_a_ring_over_shared_memory_adds_up(start, ranks):
    memory = mt.zeros(ranks, 5, dtype=mt.float64).share_memory_()

    def program(rank, meet):
        rows = memory.numpy()
        rows[rank] = np.arange(5) * 10 ** rank
        all_reduce(rows, rank, meet, find("10.3").answer, find("10.4").answer)
        return rank, rows[rank].tolist()

    wanted = [sum(10 ** rank for rank in range(ranks)) * i for i in range(5)]
    assert start(program, ranks) == [(rank, wanted) for rank in range(ranks)]
    assert memory.tolist() == [wanted] * ranks


@pytest.mark.parametrize("start", [in_processes, in_threads])
def test_ranks_run_the_parts_of_a_placed_program(start, monkeypatch):
    if start is in_threads:
        monkeypatch.setattr(ranks, "FORKS", False)
    w = mt.arange(4.0, requires_grad=True)

    def step(x):
        w.grad = None
        parts = []
        for part in x.chunk(2):
            with mt.device("worker:0"):
                scaled = part * w
            with mt.device("worker:1"):
                parts.append(scaled.square().sum())
        total = parts[0] + parts[1]
        total.backward()
        return total
    program = place(step, mt.ones(2, 4))
    assert [(a, b, tuple(x.shape)) for a, b, x in program.messages] == [
        (0, 1, (1, 4)), (0, 1, (1, 4)), (1, 0, (1, 4)), (1, 0, (1, 4)), (1, 0, ())]

    def work(rank, meet):
        found = [program.worker(rank)(mt.full((2, 4), factor)).item() for factor in (1.0, 3.0)]
        return found, w.grad.tolist() if rank == 0 else None
    assert start(work, 2) == [([28, 252], [0, 36, 72, 108]), ([28, 252], None)]


def test_a_message_that_does_not_come_ends_the_wait(monkeypatch):
    monkeypatch.setattr(ranks, "SECONDS", 0.1)
    link = Queues()
    link.queues = [queue.Queue()]
    with pytest.raises(RuntimeError, match="worker 1 has sent nothing for 0.1 s.*equally often"):
        link.receive(np.zeros(2), 1, 0)


def test_a_rank_that_fails_is_named_and_the_others_end():
    def raises(rank, meet):
        if rank == 1:
            raise ValueError("no such file")
        meet()

    def ends(rank, meet):
        if rank == 1:
            os._exit(3)
        meet()

    with pytest.raises(RuntimeError, match=r"(?s)rank 1 raised an error; the others were ended.*no such file"):
        in_processes(raises, 2)
    with pytest.raises(RuntimeError, match="rank 1 ended with exit code 3"):
        in_processes(ends, 2)
    with pytest.raises(RuntimeError, match=r"no answer from rank 0 in time.*equally often"):
        in_processes(lambda rank, meet: meet() if rank == 0 else None, 2, seconds=3)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_when_the_kernel_is_interrupted_or_killed(by):
    with subprocess.Popen([sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as kernel:
        pids = [int(pid) for pid in kernel.stdout.readline().split()]
        assert len(pids) == 2
        kernel.send_signal(by)
        kernel.wait(60)
    assert comes(lambda: not any(map(alive, pids)))


def alive(pid):
    """Whether a process runs; one that has ended and that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
