"""Simulate the time of a training step on n ranks, from the measured times of a step and of messages.

    cluster = measured(step)                          # on two ranks: the times of a step and of a message
    for row in scaling(cluster, gradients=100e6, ranks=[1, 2, 8, 64, 1024]):
        print(row)

Every rank has a clock. A synchronous step ends when all gradients are exchanged, so it waits for the slowest rank. A
message takes latency + bytes / bandwidth; a link transfers one message at a time in each direction.
"""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from ..comm import arrays
from ..comm.group import require_member
from ..tensors import tensor_of
from .ring import ring_all_reduce

METHODS = ("ring", "tree", "server")


@dataclass
class Cluster:
    """The machines of a simulation.

    step        seconds that a rank computes for a step
    spread      standard deviation of `step` between ranks and steps, as a fraction of `step`
    latency     seconds until the first byte of a message arrives
    bandwidth   bytes per second that a link transfers and the receiver adds to its own numbers
    """

    step: float
    spread: float = 0.05
    latency: float = 50e-6
    bandwidth: float = 1e9

    def message(self, size):
        """Return the seconds in which a message of `size` bytes is sent."""
        return self.latency + size / self.bandwidth


def ring(clocks, cluster, size):
    """Return the clocks after a ring all-reduce of `size` bytes: 2 (n − 1) messages from the left neighbour.

    >>> ring(np.zeros(4), Cluster(step=1, latency=0, bandwidth=1), 4).tolist()
    [6.0, 6.0, 6.0, 6.0]
    """
    n = len(clocks)
    for _ in range(2 * (n - 1)):
        clocks = np.maximum(clocks, np.roll(clocks, 1)) + cluster.message(size / n)
    return clocks


def tree(clocks, cluster, size):
    """Return the clocks after sums go up a binary tree and results down: 2 log₂ n messages of all bytes in sequence.

    >>> tree(np.zeros(4), Cluster(step=1, latency=0, bandwidth=1), 4).tolist()
    [16.0, 16.0, 16.0, 16.0]
    """
    clocks, n, reach = clocks.copy(), len(clocks), 1
    pairs = []
    while reach < n:
        level = [(low, low + reach) for low in range(0, n - reach, 2 * reach)]
        for low, high in level:
            clocks[low] = max(clocks[low], clocks[high]) + cluster.message(size)
        pairs.append(level)
        reach *= 2
    for level in reversed(pairs):
        for low, high in level:
            clocks[high] = clocks[low] = clocks[low] + cluster.message(size)
    return clocks


def server(clocks, cluster, size):
    """Return the clocks after n messages to one server and n back: its one link transfers them one at a time.

    >>> server(np.zeros(4), Cluster(step=1, latency=0, bandwidth=1), 4).tolist()
    [20.0, 24.0, 28.0, 32.0]
    """
    free = 0.0
    for clock in np.sort(clocks):
        free = max(free, clock) + cluster.message(size)
    return free + cluster.message(size) * np.arange(1, len(clocks) + 1)


def simulate(method, ranks, cluster, gradients, steps=20, seed=0):
    """Return the seconds of one synchronous step, on average of `steps`.

    method      "ring", "tree" or "server" (an extra rank, not counted in `ranks`)
    gradients   bytes of the gradients of each rank
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}.")
    if ranks < 1:
        raise ValueError(f"ranks must be 1 or more, not {ranks}.")
    reduce, stream = {"ring": ring, "tree": tree, "server": server}[method], np.random.default_rng(seed)
    clocks = np.zeros(ranks)
    for _ in range(steps):
        clocks = clocks + cluster.step * np.maximum(0.1, 1 + cluster.spread * stream.standard_normal(ranks))
        if ranks > 1 or method == "server":
            clocks = reduce(clocks, cluster, gradients)
    return float(clocks.max()) / steps


def scaling(cluster, gradients, ranks, methods=METHODS, steps=20):
    """Return rows {"ranks", "method", "seconds", "speedup", "efficiency"}; the speed-up is in samples per second."""
    rows = []
    for method in methods:
        for n in ranks:
            seconds = simulate(method, n, cluster, gradients, steps)
            speedup = n * cluster.step / seconds
            rows.append({"ranks": n, "method": method, "seconds": seconds, "speedup": speedup,
                         "efficiency": speedup / n})
    return rows


def measure_cluster(step, group=None, size=1 << 22, repeats=9):
    """Measure this group of ranks: return a Cluster with the median times of a step, and of messages around the ring.

    step   a function that computes a rank's step, without communication
    size   bytes of the long message; the short one has 8
    """
    group = require_member(group)
    step()
    times = np.array([time_call(step) for _ in range(repeats)])
    if group.size() == 1:
        return Cluster(float(np.median(times)), float(times.std() / times.mean()))
    steps = 2 * (group.size() - 1)
    short, long = [median_of(lambda x=x: ring_all_reduce(x, group), group, repeats) / steps
                   for x in (tensor_of(np.zeros(group.size())), tensor_of(np.zeros(size // 8)))]
    part = size / group.size()
    found = np.array([np.median(times), times.std() / times.mean(), short, part / max(long - short, 1e-9)])
    arrays.broadcast(group, found, 0)                    # all ranks get the answer of rank 0
    return Cluster(*found.tolist())


def time_call(call):
    start = perf_counter()
    call()
    return perf_counter() - start


def median_of(call, group, repeats):
    """Return the median time of a call that all ranks start together."""
    times = []
    for _ in range(repeats):
        arrays.barrier(group)
        times.append(time_call(call))
    return float(np.median(times))


def plot(rows):
    """Plot efficiency over ranks, with a line for each method; return matplotlib's figure."""
    from matplotlib.figure import Figure
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.add_subplot()
    for method in dict.fromkeys(row["method"] for row in rows):
        line = [row for row in rows if row["method"] == method]
        axes.plot([row["ranks"] for row in line], [row["efficiency"] for row in line], marker="o", label=method)
    axes.set(xscale="log", xlabel="ranks", ylabel="efficiency", ylim=(0, 1.05), title="Speed-up divided by ranks")
    axes.legend()
    return figure
