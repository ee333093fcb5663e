"""Ranks started from a cell: they share memory, a failure says whose it was, and no process outlives its parent."""

import os
import signal
import subprocess
import sys
from threading import BrokenBarrierError

import numpy as np
import pytest
from timed import comes

import minitorch as mt
from minitorch.course.ranks import SharedRing, all_reduce, in_processes, in_threads
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
def test_a_shared_ring_adds_up_in_the_order_of_its_starts_while_its_rank_goes_on(start):
    memory = mt.zeros(2, 5, dtype=mt.float64).share_memory_()

    def program(rank, meet):
        ring = SharedRing(memory.numpy(), rank, meet, find("10.3").answer, find("10.4").answer)
        arrays = [np.arange(size) * 10.0 ** rank for size in (5, 1, 3)]
        works = [ring.start(array) for array in arrays]
        for work in reversed(works):
            work.wait()
        return [array.tolist() for array in arrays]
    wanted = [[11.0 * i for i in range(size)] for size in (5, 1, 3)]
    assert start(program, 2) == [wanted, wanted]


def test_a_sum_whose_ranks_do_not_meet_raises_what_went_wrong():
    def meet():
        raise BrokenBarrierError
    ring = SharedRing(np.zeros((2, 3)), 0, meet, find("10.3").answer, find("10.4").answer)
    with pytest.raises(BrokenBarrierError):
        ring.start(np.zeros(3)).wait()


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


@pytest.mark.parametrize("name", ["in_halves", "place"])
def test_a_notebook_of_an_earlier_version_is_told_so(name):
    with pytest.raises(ImportError, match=f"`{name}` is gone: this notebook is of an earlier version"):
        exec(f"from minitorch.learn.ranks import {name}", {})
    with pytest.raises(ImportError, match="cannot import name"):
        exec("from minitorch.learn.ranks import no_such_name", {})
