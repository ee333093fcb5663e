"""Descriptions of a program for several sizes as one, in which numbers that differ are formulas of the sizes."""

from itertools import product
from math import prod

import numpy as np

from .refused import NotSaved

POWERS = 1, 2, 3
CUTS = 2, 3, 4, 5, 8                   # what strides divide a size by
ADDED = range(-8, 9)


def merged(parts, sizes, where):
    """What descriptions for several sizes say in one place. Raises NotSaved where they differ in more than numbers."""
    first, kinds = parts[0], {type(part) for part in parts}
    if kinds == {dict} and all(part.keys() == first.keys() for part in parts):
        return {key: merged([part[key] for part in parts], sizes, first.get("op", where)) for key in first}
    if kinds == {list} and all(len(part) == len(first) for part in parts):
        return [merged(list(column), sizes, where) for column in zip(*parts)]
    if len(kinds) == 1 and all(part == first or part != part and first != first for part in parts):
        return first
    if kinds <= {int, float}:
        return formula(parts, sizes, where)
    odd = next(x for x in parts if type(x) is not type(first) or (
        len(x) != len(first) if isinstance(x, list | dict) else x != first))
    told = [f"{len(x)} parts" if isinstance(x, list | dict) else repr(x)[:80] for x in (first, odd)]
    raise NotSaved(f"A saved program does the same for all sizes of a dynamic axis: `{where}` has {told[0]} for one, "
                   f"and {told[1]} for another.")


def formula(numbers, sizes, where, dtype="float64"):
    """A number as a formula of the sizes: see run.number."""
    if all(float(n).is_integer() for n in numbers):
        found = whole([int(n) for n in numbers], sizes)
        kind = {} if all(type(n) is int for n in numbers) else {"kind": "float"}
    else:
        turned, kind = [round(1 / n) if n else 0 for n in numbers], {"kind": "inverse"}
        fits = all(m and np.asarray(1 / m, dtype).item() == n for m, n in zip(turned, numbers))
        found = whole(turned, sizes) if fits else None
    if found is None:
        raise NotSaved(f"A saved program for any size has numbers that are multiples, sums and quotients of sizes: "
                       f"`{where}` has {numbers[0]} for {told(sizes[0])} and {numbers[-1]} for {told(sizes[-1])}.")
    return {**found, **kind}


def told(sizes):
    return ", ".join(f"{name} = {size}" for name, size in sizes.items())


def whole(numbers, sizes):
    """The formula that gives these whole numbers, the simplest first; None where there is none."""
    base, first = sizes[0], numbers[0]
    changed = {name: [(one[name], n) for one, n in zip(sizes, numbers)
                      if all(one[key] == base[key] for key in base if key != name)] for name in base}
    names = [name for name, pairs in changed.items() if any(n != first for _, n in pairs)]
    for more in (0, None) if len(names) == 1 else (0,):
        factors = {name: factor(base[name], first, changed[name], more) for name in names}
        if not names or None in factors.values():
            continue
        made = [prod((one[name] ** power + plus) // by for name, (power, plus, by) in factors.items()) for one in sizes]
        other = next(i for i, n in enumerate(made) if n != made[0])
        times = (numbers[other] - first) // (made[other] - made[0])
        rest = first - times * made[0]
        if all(times * n + rest == wanted for n, wanted in zip(made, numbers)):
            found = {"follows": {name: list(one) for name, one in factors.items()}}
            return found | ({"times": times} if times != 1 else {}) | ({"more": rest} if rest else {})
    return None


def factor(size, first, pairs, more):
    """(power, plus, by) of a size by which numbers go, `more` being added or not; None where there are none."""
    for power, plus, by in [*[(power, 0, 1) for power in POWERS], *[(1, plus, 1) for plus in ADDED],
                            *product((1,), ADDED, CUTS)]:
        cut, now = [(n ** power + plus) // by for n, _ in pairs], (size ** power + plus) // by
        if more == 0 and all(n * now == first * c for c, (_, n) in zip(cut, pairs)) and now:
            return power, plus, by
        ends = [(c - now, n - first) for c, (_, n) in zip(cut, pairs) if c != now]
        if more is None and ends and all(a * ends[0][1] == b * ends[0][0] for a, b in ends) and all(
                n == first for c, (_, n) in zip(cut, pairs) if c == now) and ends[0][1] % ends[0][0] == 0:
            return power, plus, by
    return None
