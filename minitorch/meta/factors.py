"""The factors in size formulas: symbols (named sizes), and floor divisions with a remainder."""

from itertools import count
from math import inf

from .comparisons import UnknownSizeError, evaluate, find_value_range, symbols

LEAST = 2                                # ops treat sizes 0 and 1 differently, so a symbol is at least 2
numbers = count(1)


class Quotient:
    """A floor division with a remainder, above // below, as one factor in a formula."""

    __slots__ = ("above", "below")

    def __init__(self, above, below):
        self.above, self.below = above, below

    def key(self):
        return "//", *[str(x.key() if hasattr(x, "key") else x) for x in (self.above, self.below)]

    def __eq__(self, other):
        return type(other) is Quotient and self.key() == other.key()

    def __hash__(self):
        return hash(self.key())

    def find_value_range(self):
        (low, high), (least, most) = find_value_range(self.above), find_value_range(self.below)
        ends = [floor(a, b) for a in (low, high) for b in (least, most)] if least > 0 else [-inf, inf]
        return min(ends), max(ends)

    def value(self, sizes):
        return evaluate(self.above, sizes) // evaluate(self.below, sizes)

    def symbols(self):
        return symbols(self.above) | symbols(self.below)

    def __str__(self):
        return "//".join([f"({x})" if getattr(x, "symbol", x) is None else str(x) for x in (self.above, self.below)])


class Symbol:
    """A named unknown size. Two symbols are different sizes, even if they have the same name."""

    __slots__ = ("hint", "name", "number")

    def __init__(self, name, hint):
        self.name, self.hint, self.number = name, hint, next(numbers)

    def key(self):
        return "", self.name, self.number

    def find_value_range(self):
        return LEAST, inf

    def value(self, sizes):
        found = sizes.get(self.name, self.hint)
        if found is None:
            raise UnknownSizeError("", f"The value of size {self.name} is needed")
        return found

    def symbols(self):
        return {self}

    def __str__(self):
        return self.name


def floor(a, b):
    return 0 if abs(b) == inf and abs(a) != inf and a >= 0 else a if abs(a) == inf else a // b if abs(b) != inf else -1
