"""Fair timing: base and peer in turn (A B A B A), in one process, one thread, gradients compared first."""

import gc
from statistics import median
from time import perf_counter

import numpy as np


def agree(name, ours, theirs, tolerance):
    """AssertionError unless losses and gradients of the first step are the same, up to rounding."""
    if len(ours) != len(theirs):
        raise AssertionError(f"{name}: {len(ours)} arrays to compare with {len(theirs)}")
    for place, (a, b) in enumerate(zip(ours, theirs)):
        worst = float(np.abs(np.asarray(a, np.float64) - b).max()) / (float(np.abs(b).max()) or 1.0)
        if a.shape != b.shape or not worst <= tolerance:
            raise AssertionError(f"{name}: array {place} differs by {worst:.2g} of its largest element; "
                                 f"shapes {a.shape} and {b.shape}")


def once(step):
    start = perf_counter()
    step()
    return perf_counter() - start


def settle(step, seconds=0.3):
    """Run it until caches are warm and buffers found; returns how often it fits into a tenth of a second."""
    start, runs = perf_counter(), 0
    while runs < 2 or perf_counter() - start < seconds and runs < 200:
        step()
        runs += 1
    return max(1, int(0.03 * runs / (perf_counter() - start)))


def times(step, runs):
    return once(lambda: [step() for _ in range(runs)]) / runs


class Ratio:
    """A peer's time as a multiple of the base's: the median, and the least and most of single comparisons."""

    def __init__(self, single, base):
        self.middle, self.least, self.most, self.base = median(single), min(single), max(single), base

    def __str__(self):
        return f"{self.middle:.2f} [{self.least:.2f}-{self.most:.2f}]"

    def plain(self):
        return {"ratio": round(self.middle, 3), "min": round(self.least, 3), "max": round(self.most, 3)}


def interleave(base, peer, repeats):
    """Each run of the peer between two of the base, of which the faster counts: it may be slow for no own fault."""
    runs = min(settle(base), settle(peer))
    gc.collect()
    gc.freeze()                          # or each collection would walk through all that the other library has made
    before, single, best = times(base, runs), [], float("inf")
    for _ in range(repeats):
        ours = times(peer, runs)
        after = times(base, runs)
        single.append(ours / min(before, after))
        best, before = min(best, before, after), after
    return Ratio(single, best)
