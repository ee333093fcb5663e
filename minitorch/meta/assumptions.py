"""Record assumptions about unknown sizes, such as N == M, in a `with` block, and check them later."""

from .comparisons import assumed, decide_comparison, evaluate, symbols
from .factors import Quotient
from .sizes import Dim, is_same_formula


def unify(a, b):
    """Return the value of two sizes that must be equal; None if they cannot be equal.

    If nothing shows whether they are equal, an Assumptions block records that they are; outside a block: an error.
    """
    if type(a) is type(b) is int:
        return a if a == b else None
    scope = assumed.get()
    if scope is None:
        return a if a == b else None
    a, b = scope.resolved(a), scope.resolved(b)
    answer = decide_comparison(a, "==", b)
    if answer is None:
        scope.equate(a, b)
        return scope.resolved(a)
    return a if answer else None


RELATIONS = {"==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, ">=": int.__ge__}


class Assumptions:
    """A `with` block that records assumptions about unknown sizes; outside it they raise errors.

    facts   the assumptions (left, "==" or "!=" or "<" or ">=", right), where left and right are sizes or formulas

    >>> N, M = Dim("N"), Dim("M")
    >>> with Assumptions() as taken:
    ...     unify(N, M)
    M
    >>> print(taken)
    N == M
    >>> taken.check({"N": 32, "M": 31})
    Traceback (most recent call last):
    ValueError: N == M was assumed, and M is 31, N is 32.
    """

    def __init__(self):
        self.facts, self.known, self.tokens = [], {}, []

    def __enter__(self):
        self.tokens.append(assumed.set(self))
        return self

    def __exit__(self, *failure):
        assumed.reset(self.tokens.pop())

    def note(self, a, relation, b):
        if not any(r == relation and is_same_formula(x, a) and is_same_formula(y, b) for x, r, y in self.facts):
            self.facts.append((a, relation, b))

    def freeze(self, x):
        """Assume that each symbol in a size, formula or Real equals its hint."""
        for part in symbols(x):
            self.equate(Dim.of({(part,): 1}), part.hint)

    def equate(self, a, b):
        """Assume that two sizes are equal."""
        self.note(a, "==", b)
        for x, other in ((a, b), (b, a)):
            if type(x) is Dim and x.symbol is not None:
                self.known[x.symbol] = other
                return

    def resolved(self, x):
        """Return a size or formula in which each symbol is replaced by the symbol that it is assumed to equal."""
        if type(x) is not Dim or not self.known:
            return x
        total, changed = 0, False
        for parts, times in x.terms.items():
            for part in parts:
                if type(part) is Quotient:
                    new = self.resolved(part.above) // self.resolved(part.below)
                else:
                    new = self.known.get(part, part)
                changed = changed or new is not part
                times = times * (Dim.of({(part,): 1}) if new is part else new)
            total = total + times
        return self.resolved(total) if changed and not is_same_formula(total, x) else x

    def check(self, sizes):
        """Raise ValueError if the sizes {name: int} contradict an assumption."""
        for a, relation, b in self.facts:
            if not RELATIONS[relation](evaluate(a, sizes), evaluate(b, sizes)):
                named = sorted(part.name for part in symbols(a) | symbols(b))
                raise ValueError(f"{a} {relation} {b} was assumed, and "
                                 + ", ".join(f"{name} is {sizes[name]}" for name in named) + ".")

    def __str__(self):
        return "\n".join(f"{a} {relation} {b}" for a, relation, b in self.facts)
