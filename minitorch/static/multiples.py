"""Numbers as multiples of sizes: of one dimension, or of two that change at once."""

import itertools
import math
from fractions import Fraction

LEAST = 2                              # smaller sizes are broadcast, or empty: they are recorded on their own
TOGETHER = 2                           # sizes that change at once: the batch and the length of a sequence
POWERS = {count: [powers for powers in sorted(itertools.product(range(4), repeat=count), key=sum) if sum(powers) < 4]
          for count in range(1, TOGETHER + 1)}               # of sizes, in what follows: (T, T) has T² elements


def product(sizes, powers):
    """The product of sizes, each to its power."""
    return math.prod(map(pow, sizes, powers))


def multiple(old, new, before, after):
    """(times, powers): of which product of sizes a number is how many times, before and after; None where of none."""
    for powers in POWERS[len(after)][1:]:
        times = new // product(after, powers)
        if times > 0 and (times * product(before, powers), times * product(after, powers)) == (old, new):
            return times, powers
    return None


def bases(pairs):
    """The sizes (before, after) of which all pairs of numbers are multiples; None where one cannot tell which."""
    before, after = [], []
    for old, new in sorted(pairs):
        if before and multiple(old, new, before, after):
            continue
        if len(before) == TOGETHER or min(old, new) < LEAST:
            return None
        before.append(old)
        after.append(new)
    powers = POWERS[len(before)]
    ratios = {Fraction(product(after, each), product(before, each)) for each in powers}
    return (tuple(before), tuple(after)) if len(ratios) == len(powers) else None
