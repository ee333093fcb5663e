"""Fair timing: base and peer in turn (A B A B A), in one process, one thread, gradients compared first."""

import gc
import time
from itertools import pairwise
from statistics import median

import numpy as np

# On one thread, time of the processor: what others do on the same machine does not count.
# Several threads wait for one another while the processor's time goes on, so there the clock on the wall.
CLOCKS = {"processor": time.process_time, "wall": time.perf_counter}
now = time.process_time


def tell_time_by(clock):
    """Measure with one of CLOCKS from here on."""
    global now
    now = CLOCKS[clock]


def agree(name, ours, theirs, tolerance):
    """AssertionError unless losses and gradients of the first step are the same, up to rounding.

    A None among theirs is what they do not have.
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
    """Run it until caches are warm and buffers found; returns the seconds of one run."""
    start, runs = now(), 0
    while runs < 1 or now() - start < seconds and runs < 200:
        step()
        runs += 1
    return (now() - start) / runs


def times(step, runs):
    return once(lambda: [step() for _ in range(runs)]) / runs


class Ratio:
    """A peer's time as a multiple of the base's: the median, and the least and most of single comparisons."""

    def __init__(self, single, base):
        self.middle, self.least, self.most, self.base = median(single), min(single), max(single), base

    def plain(self):
        return {"ratio": short(self.middle), "min": short(self.least), "max": short(self.most)}


def short(number):
    """Three digits that count, and three decimals at most where there are more."""
    return float(f"{number:.3g}") if number < 1 else round(number, 3)


def interleave(base, peer, repeats, budget=15.0, warm=0.3):
    """Runs of base and peer by turns; of two neighbours each, the faster count: one may be slow for no own fault.

    budget      seconds, about: slow steps are repeated less often, but three times
    warm        seconds each runs before; a tenth of it is what one comparison takes, or a single step
    """
    slower = max(settle(base, warm), settle(peer, warm))
    runs = max(1, int(warm / 10 / max(slower, 1e-9)))
    repeats = max(3, min(repeats, int(budget / (2 * slower * runs))))
    gc.collect()
    gc.freeze()                          # or each collection would walk through all that the other library has made
    theirs, ours = zip(*[(times(base, runs), times(peer, runs)) for _ in range(repeats + 1)])
    faster = [list(map(min, pairwise(seconds))) for seconds in (theirs, ours)]
    return Ratio([own / other for other, own in zip(*faster)], min(theirs))
