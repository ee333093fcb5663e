"""What lesson 10 runs on several ranks: gradients as arrays, a ring over shared memory, and processes from a cell."""

import os
import queue
import signal
import sys
import threading
import warnings
from time import monotonic, sleep
from traceback import format_exc

import numpy as np

from ..engine import no_grad
from ..nn.functional import cross_entropy
from ..tensors import Tensor, tensor
from ..torch_api import multiprocessing
from .runs import network

__all__ = ["SharedRing", "all_reduce", "change", "flat", "gradients", "in_buckets", "in_processes", "loss", "network",
           "right", "weights"]

FORKS = sys.platform == "linux"           # where a kernel's processes can be forked
SECONDS = 60                              # that ranks have, and wait for each other


def __getattr__(name):
    """Raise ImportError for a name that notebooks of an earlier version import: it says what to do."""
    if name in ("in_halves", "place", "write_gradients"):
        raise ImportError(f"`{name}` is gone: this notebook is of an earlier version of lesson 10. Open lesson 10 of "
                          "this version; your answers are kept in my_minitorch.py.")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def gradients(net, images, labels):
    """Return the gradients of the mean loss, an array for each parameter; nan if there is no image."""
    if not len(labels):
        return [np.full(tuple(p.shape), np.nan) for p in net.parameters()]
    for p in net.parameters():
        p.grad = None
    cross_entropy(net(images), labels).backward()
    return [p.grad.numpy().copy() for p in net.parameters()]


def flat(arrays):
    """Return all numbers of some arrays end to end."""
    return np.concatenate([np.asarray(array).reshape(-1) for array in arrays])


def weights(net):
    """Return all weights of a network end to end."""
    return flat([p.detach().numpy() for p in net.parameters()])


def change(net, numbers):
    """Write weights that lie end to end into a network."""
    start = 0
    with no_grad():
        for p in net.parameters():
            p.copy_(tensor(np.array(numbers[start:start + p.numel()]).reshape(tuple(p.shape))))
            start += p.numel()


def loss(net, images, labels):
    """Return the mean loss, as a number."""
    with no_grad():
        return cross_entropy(net(images), labels).item()


def right(net, images, labels):
    """Return the share of images read right."""
    with no_grad():
        return (net(images).argmax(1) == labels).double().mean().item()


def ring_steps(count, add, copy):
    """Return the steps of a ring of `count` ranks: (a rank's part of it, its number among those of this part)."""
    return [(phase, step) for phase in (add, copy) for step in range(count - 1)]


def all_reduce(memory, rank, meet, add, copy):
    """Add up the rows of `memory`, which all ranks see; every row then holds the sum. Each rank calls this.

    memory      (ranks, numbers)  row r is what rank r brings
    meet        waits until every rank has come so far
    add, copy   add(mine, left, rank, step) and copy(mine, left, rank, step): a rank's part of one step
    """
    parts = [np.array_split(row, len(memory)) for row in memory]       # views: what is written there is in memory
    meet()
    for phase, step in ring_steps(len(memory), add, copy):
        phase(parts[rank], parts[rank - 1], rank, step)
        meet()


def in_buckets(net, buckets, most):
    """Return lists of parameters: those of a network, put together by `buckets`, an answer to exercise 10.5."""
    params = list(net.parameters())
    sizes = [p.numel() * p.dtype.itemsize for p in params]
    return [[params[i] for i in bucket] for bucket in buckets(sizes, most)]


def numbers_of(vector):
    """Return the memory of a vector, a Tensor or an array, as an array: what is written there is in the vector."""
    return vector.detach().numpy() if isinstance(vector, Tensor) else vector


class SharedRing:
    """One rank's ring over shared memory; a thread adds up while the rank computes.

    memory      (ranks, numbers), which all ranks see; a row holds the longest array at least
    meet        waits until every rank has come so far
    add, copy   a rank's part of one step, as `all_reduce` takes them
    """

    def __init__(self, memory, rank, meet, add, copy):
        self.memory, self.rank, self.meet, self.phases = memory, rank, meet, (add, copy)
        self.begun: queue.SimpleQueue = queue.SimpleQueue()
        threading.Thread(target=self.add_up, daemon=True).start()

    def start(self, vector):
        """Start the sum of a vector over the ranks and return at once; the result's wait() returns when it is there."""
        self.begun.put(found := SharedSum(numbers_of(vector)))
        return found

    def add_up(self):
        """Make the sums one after the other, in the order in which this rank starts them."""
        while True:
            found = self.begun.get()
            try:
                rows = self.memory[:, :found.array.size]
                rows[self.rank] = found.array
                all_reduce(rows, self.rank, self.meet, *self.phases)
                found.array[...] = rows[self.rank]
            except Exception as error:
                found.error = error
            found.there.set()


class SharedSum:
    """What `start` gives: an array whose sum is under way."""

    def __init__(self, array):
        self.array, self.error, self.there = array, None, threading.Event()

    def wait(self):
        self.there.wait()
        if self.error is not None:
            raise self.error


def in_processes(program, count, seconds=SECONDS):
    """Run program(rank, meet) in `count` processes at once; returns what each gave, by rank.

    program   may stand in a cell; what it is to share with others lies in tensors after `.share_memory_()`
    meet      a function: waits until all ranks have called it

    None of them is left when this ends, in whatever way: also not when the kernel is interrupted or killed.
    Where processes cannot be forked (Windows, macOS) the ranks are threads. Raises RuntimeError with what a rank
    raised, or that it ended or took longer than `seconds`.
    """
    if not FORKS:
        return in_threads(program, count, seconds)
    context, running = multiprocessing.get_context("fork"), []
    barrier = context.Barrier(count)
    try:
        for rank in range(count):
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=run, args=(program, rank, barrier, seconds, sender, os.getpid()),
                                      daemon=True)
            running.append((process, receiver))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)    # a kernel has threads; no rank uses their locks
                process.start()
            sender.close()
        return gathered(running, monotonic() + seconds)
    finally:
        for process, receiver in running:
            receiver.close()
            if process.pid is not None:
                process.kill()
                process.join()


def gathered(running, deadline):
    """Return what each process sends, by rank; raise RuntimeError as soon as one fails."""
    found, waiting = {}, dict(enumerate(running))
    while waiting:
        for rank, (process, receiver) in list(waiting.items()):
            if not receiver.poll(0.01):
                continue
            try:
                fine, found[rank] = receiver.recv()
            except EOFError:
                process.join()
                raise RuntimeError(f"rank {rank} ended with exit code {process.exitcode}; the others were ended "
                                   "too.") from None
            if not fine:
                raise RuntimeError(f"rank {rank} raised an error; the others were ended.\n\n{found[rank]}")
            del waiting[rank]
        if monotonic() > deadline:
            raise RuntimeError(f"no answer from rank {', '.join(map(str, waiting))} in time; all were ended. Does "
                               "every rank call meet() equally often?")
    return [found[rank] for rank in range(len(running))]


def run(program, rank, barrier, seconds, sender, parent):
    """Run a rank in this process, which leaves Ctrl-C to its parent and ends when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    try:
        sender.send((True, program(rank, lambda: barrier.wait(seconds))))
    except threading.BrokenBarrierError:
        sleep(5)                                         # another rank has failed, and says why
        sender.send((False, "the other ranks did not come to meet() in time"))
    except Exception:
        sender.send((False, format_exc()))


def end_with(parent):
    """End this process when its parent has ended."""
    while os.getppid() == parent:
        sleep(0.2)
    os._exit(1)


def in_threads(program, count, seconds=SECONDS):
    """Run program(rank, meet) in `count` threads of this process; return what each gave, by rank."""
    barrier, found, failed = threading.Barrier(count), {}, []

    def rank_of(rank):
        try:
            found[rank] = program(rank, lambda: barrier.wait(seconds))
        except Exception:
            failed.append(f"rank {rank} raised an error.\n\n{format_exc()}")
            barrier.abort()
    threads = [threading.Thread(target=rank_of, args=(rank,), daemon=True) for rank in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(seconds)
    if failed or len(found) < count:
        raise RuntimeError(failed[0] if failed else "not all ranks ended in time.")
    return [found[rank] for rank in range(count)]
