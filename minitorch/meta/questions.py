"""What can be told of sizes that are not known: their bounds, their values for given names, which of two is larger."""

from contextvars import ContextVar
from math import prod

assumed: ContextVar = ContextVar("assumptions", default=None)


class UnknownSizeError(RuntimeError):
    """A question whose answer depends on a size that is not known.

    asked    the call that asks
    reason   the question
    """

    def __init__(self, asked, reason):
        self.reason = reason
        super().__init__(f"{reason}: this depends on a size that is not known yet. {asked}".rstrip())


def terms_of(x):
    """A size or formula as (parts, how many times their product); of an int the parts are ()."""
    return x.terms.items() if hasattr(x, "terms") else [((), x)]


def bounds(x):
    """(The least, the largest) that a size or formula can be."""
    low = high = 0
    for parts, times in terms_of(x):
        ends = [times, times]
        for part in parts:
            ends = [a * b if a and b else 0 for a in ends for b in part.bounds()]
            ends = [min(ends), max(ends)]
        low, high = low + ends[0], high + ends[1]
    for parts, times in terms_of(x):
        if len(parts) == 1 and type(below := getattr(parts[0], "below", None)) is int:
            rest = below * type(x).of({other: times for other, times in x.terms.items() if other != parts})
            above = parts[0].above                       # below · (above // below) is above, or less by < below
            ends = [*bounds(rest + times * above), *bounds(rest + times * (above - below + 1))]
            low, high = max(low, min(ends) / below), min(high, max(ends) / below)
    return low, high


def evaluate(x, sizes):
    """A size or formula as a number, with {name: int} for its names; hints for those that it lacks."""
    if hasattr(x, "value"):
        return x.value(sizes)
    return sum(times * prod([part.value(sizes) for part in parts]) for parts, times in x.terms.items()) \
        if hasattr(x, "terms") else x


def symbols(x):
    """The symbols in a size or formula."""
    if hasattr(x, "symbols"):
        return x.symbols()
    return {each for parts, _ in terms_of(x) for part in parts for each in part.symbols()}


def hinted(x):
    """The value that its hints give, or None."""
    try:
        return evaluate(x, {})
    except UnknownSizeError:
        return None


def required(x):
    """The value where a number must be had: by hints, in a block that writes down that they were taken."""
    scope = assumed.get()
    if scope is None or (value := hinted(x)) is None:
        raise UnknownSizeError("", f"The number {x} is needed")
    scope.freeze(x)
    return value


def decided(a, relation, b):
    """Whether a == b, or a < b, as far as it follows from the formulas; None where it does not."""
    difference = a - b
    if type(difference) is int:
        return difference == 0 if relation == "==" else difference < 0
    low, high = bounds(difference)
    if relation == "==":
        return False if low > 0 or high < 0 else None
    return True if high < 0 else False if low >= 0 else None


def ask(a, relation, b):
    """The answer: from the formulas, from what was assumed before, or from hints. Raise UnknownSizeError without."""
    scope = assumed.get()
    if scope is not None:
        a, b = scope.resolved(a), scope.resolved(b)
    if (answer := decided(a, relation, b)) is not None:
        return answer
    if scope is None or (difference := hinted(a - b)) is None:
        raise UnknownSizeError("", f"Is {a} {relation} {b}?")
    answer = difference == 0 if relation == "==" else difference < 0
    if answer and relation == "==":
        scope.equate(a, b)
    else:
        scope.note(a, relation if answer else {"==": "!=", "<": ">="}[relation], b)
    return answer
