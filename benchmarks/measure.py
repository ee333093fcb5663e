"""Measure fairly: base and peer alternately (A B A B A), in one process and thread, after comparing gradients."""

import gc
import time
from itertools import pairwise
from statistics import median

import numpy as np

# For one thread: processor time, which does not count other programs on the machine.
# For several threads: wall time, because waiting threads use processor time.
CLOCKS = {"processor": time.process_time, "wall": time.perf_counter}
now = time.process_time


def tell_time_by(clock):
    """Use one of CLOCKS for all later measurements."""
    global now
    now = CLOCKS[clock]


def agree(name, ours, theirs, tolerance):
    """Raise AssertionError unless losses and gradients of the first step are equal up to rounding.

    theirs   may contain None for a gradient that the peer does not have
    """
    if len(ours) != len(theirs):
        raise AssertionError(f"{name}: {len(ours)} arrays to compare with {len(theirs)}")
    for place, (a, b) in enumerate(zip(ours, theirs)):
        if b is None:
            continue
        if a.shape != b.shape:
            raise AssertionError(f"{name}: array {place} has shape {a.shape}, and {b.shape} there")
        worst = float(np.abs(np.asarray(a, np.float64) - b).max()) / (float(np.abs(b).max()) or 1.0)
        if not worst <= tolerance:
            raise AssertionError(f"{name}: array {place} differs by {worst:.2g} of its largest element")


def once(step):
    start = now()
    step()
    return now() - start


def settle(step, seconds=0.3):
    """Run a step until caches are warm and buffers allocated; return the seconds of one run."""
    start, runs = now(), 0
    while runs < 1 or now() - start < seconds and runs < 200:
        step()
        runs += 1
    return (now() - start) / runs


def times(step, runs):
    return once(lambda: [step() for _ in range(runs)]) / runs


class Ratio:
    """A peer's time as a multiple of the base's: the median, minimum and maximum of single comparisons."""

    def __init__(self, single, base):
        self.middle, self.least, self.most, self.base = median(single), min(single), max(single), base

    def plain(self):
        return {"ratio": short(self.middle), "min": short(self.least), "max": short(self.most)}


def short(number):
    """Round to three significant digits, or to three decimals from 1 on."""
    return float(f"{number:.3g}") if number < 1 else round(number, 3)


def interleave(base, peer, repeats, budget=15.0, warm=0.3):
    """Run base and peer alternately; return a Ratio. Of two neighbouring runs the faster counts, the less disturbed.

    budget      approximate seconds in all: slow steps are repeated less often, but at least three times
    warm        seconds that each runs first; one comparison takes a tenth of it, or a single step
    """
    slower = max(settle(base, warm), settle(peer, warm))
    runs = max(1, int(warm / 10 / max(slower, 1e-9)))
    repeats = max(3, min(repeats, int(budget / (2 * slower * runs))))
    gc.collect()
    gc.freeze()                          # otherwise each collection would examine all objects of the other library
    theirs, ours = zip(*[(times(base, runs), times(peer, runs)) for _ in range(repeats + 1)])
    faster = [list(map(min, pairwise(seconds))) for seconds in (theirs, ours)]
    return Ratio([own / other for other, own in zip(*faster)], min(theirs))
