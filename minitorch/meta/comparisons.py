"""Compare and bound unknown sizes, and compute their values from known sizes or hints."""

from contextvars import ContextVar
from math import prod

assumed: ContextVar = ContextVar("assumptions", default=None)


class UnknownSizeError(RuntimeError):
    """The error for a result that depends on an unknown size.

    asked    the call that needs the size
    reason   the question that cannot be answered
    """

    def __init__(self, asked, reason):
        self.reason = reason
        super().__init__(f"{reason}: this depends on a size that is not known yet. {asked}".rstrip())


def terms_of(x):
    """Return a size or formula as terms (parts, factor): the product of the parts times an int; an int has parts ()."""
    return x.terms.items() if hasattr(x, "terms") else [((), x)]


def find_value_range(x):
    """Return the smallest and the largest value of a size or formula."""
    low = high = 0
    for parts, times in terms_of(x):
        ends = [times, times]
        for part in parts:
            ends = [a * b if a and b else 0 for a in ends for b in part.find_value_range()]
            ends = [min(ends), max(ends)]
        low, high = low + ends[0], high + ends[1]
    for parts, times in terms_of(x):
        if len(parts) == 1 and type(below := getattr(parts[0], "below", None)) is int:
            rest = below * type(x).of({other: times for other, times in x.terms.items() if other != parts})
            above = parts[0].above                       # range: above − below < below · (above // below) ≤ above
            ends = [*find_value_range(rest + times * above), *find_value_range(rest + times * (above - below + 1))]
            low, high = max(low, min(ends) / below), min(high, max(ends) / below)
    return low, high


def evaluate(x, sizes):
    """Return the value of a size or formula, from sizes {name: int}, and from hints for missing names."""
    if hasattr(x, "value"):
        return x.value(sizes)
    return sum(times * prod([part.value(sizes) for part in parts]) for parts, times in x.terms.items()) \
        if hasattr(x, "terms") else x


def symbols(x):
    """Return the symbols in a size or formula."""
    if hasattr(x, "symbols"):
        return x.symbols()
    return {each for parts, _ in terms_of(x) for part in parts for each in part.symbols()}


def value_by_hints(x):
    """Return the value of a size or formula if its symbols equal their hints; None if a hint is missing."""
    try:
        return evaluate(x, {})
    except UnknownSizeError:
        return None


def require_int(x):
    """Return a size as an int, by its hints, in a block that records this assumption; else raise UnknownSizeError."""
    scope = assumed.get()
    if scope is None or (value := value_by_hints(x)) is None:
        raise UnknownSizeError("", f"The value of {x} is needed")
    scope.freeze(x)
    return value


def decide_comparison(a, relation, b):
    """Return True or False for a == b or a < b if the formulas decide it; else None."""
    difference = a - b
    if type(difference) is int:
        return difference == 0 if relation == "==" else difference < 0
    low, high = find_value_range(difference)
    if relation == "==":
        return False if low > 0 or high < 0 else None
    return True if high < 0 else False if low >= 0 else None


def compare(a, relation, b):
    """Compare two sizes by formulas, earlier assumptions or hints. Raise UnknownSizeError if that is impossible."""
    scope = assumed.get()
    if scope is not None:
        a, b = scope.resolved(a), scope.resolved(b)
    if (answer := decide_comparison(a, relation, b)) is not None:
        return answer
    if scope is None or (difference := value_by_hints(a - b)) is None:
        raise UnknownSizeError("", f"Is {a} {relation} {b}?")
    answer = difference == 0 if relation == "==" else difference < 0
    if answer and relation == "==":
        scope.equate(a, b)
    else:
        scope.note(a, relation if answer else {"==": "!=", "<": ">="}[relation], b)
    return answer
