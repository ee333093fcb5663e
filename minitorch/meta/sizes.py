"""Unknown sizes: each has a name, and arithmetic with it gives a formula.

    N = Dim("N")
    (N * 28 * 28) // 784 == N        # True: both are the same formula
    N == 1                           # False: a size with a name is at least 2, as in PyTorch
    N == 32                          # raises UnknownSizeError: it may or may not be true

In a `with Assumptions():` block such comparisons do not raise: sizes that an op needs to be equal are assumed to be
equal, and a Dim with a hint is compared by its hint. The block records these assumptions.
"""

from math import prod

from .comparisons import compare, require_int, terms_of
from .factors import LEAST, Quotient, Symbol
from .reals import NUMBERS, real


class Dim:
    """An unknown size, or a formula of unknown sizes: sums, products and floor divisions.

    name   its name; None: "?1", "?2", …
    hint   a likely value, by which an Assumptions block decides comparisons

    >>> N = Dim("N")
    >>> 2 * N + 1 - N, N * 6 // 3, (N + 1) // 2
    (N + 1, 2*N, (N + 1)//2)
    """

    __slots__ = ("terms",)               # a dict {sorted tuple of symbols and quotients: the int that multiplies them}

    def __init__(self, name=None, hint=None):
        if hint is not None and (type(hint) is not int or hint < LEAST):
            raise ValueError(f"Dim({name!r}): the hint of a size must be an int of at least {LEAST}, not {hint!r}.")
        symbol = Symbol(name, hint)
        symbol.name = name or f"?{symbol.number}"
        self.terms = {(symbol,): 1}

    @classmethod
    def of(cls, terms):
        """Return the sum of these terms as a formula; an int if no term has a symbol."""
        terms = {parts: times for parts, times in terms.items() if times}
        if not terms or set(terms) == {()}:
            return terms.get((), 0)
        made = object.__new__(cls)
        made.terms = terms
        return made

    def key(self):
        return tuple(sorted((tuple([part.key() for part in parts]), times) for parts, times in self.terms.items()))

    @property
    def symbol(self):
        """Return the symbol if the Dim is a single symbol; None if it is a formula."""
        (parts, times), *more = self.terms.items()
        return parts[0] if not more and times == 1 and len(parts) == 1 and type(parts[0]) is Symbol else None

    # Methods for arithmetic

    def __add__(self, other):
        if type(other) not in WHOLE:
            return real("+", self, other)
        total = dict(self.terms)
        for parts, times in terms_of(other):
            total[parts] = total.get(parts, 0) + times
        return Dim.of(total)

    def __neg__(self):
        return Dim.of({parts: -times for parts, times in self.terms.items()})

    def __sub__(self, other):
        return self + -other if type(other) in WHOLE else real("-", self, other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if type(other) not in WHOLE:
            return real("*", self, other)
        total: dict = {}
        for parts, times in self.terms.items():
            for more, again in terms_of(other):
                both = tuple(sorted((*parts, *more), key=lambda part: part.key()))
                total[both] = total.get(both, 0) + times * again
        return Dim.of(total)

    __radd__, __rmul__ = __add__, __mul__

    def __floordiv__(self, other):
        return floor_divided(self, other) if type(other) in WHOLE else NotImplemented

    def __rfloordiv__(self, other):
        return floor_divided(other, self)

    def __mod__(self, other):
        return self - floor_divided(self, other) * other if type(other) in WHOLE else NotImplemented

    def __rmod__(self, other):
        return other - floor_divided(other, self) * self

    def __divmod__(self, other):
        return self // other, self % other

    # Methods for comparisons and conversions

    def __eq__(self, other):
        return compare(self, "==", other) if type(other) in WHOLE else NotImplemented

    def __lt__(self, other):
        return compare(self, "<", other) if type(other) in WHOLE else NotImplemented

    def __gt__(self, other):
        return compare(other, "<", self) if type(other) in WHOLE else NotImplemented

    def __le__(self, other):
        return not compare(other, "<", self) if type(other) in WHOLE else NotImplemented

    def __ge__(self, other):
        return not compare(self, "<", other) if type(other) in WHOLE else NotImplemented

    def __bool__(self):
        return not compare(self, "==", 0)

    def __hash__(self):
        return hash(self.key())

    def __index__(self):
        return require_int(self)

    def __float__(self):
        return float(require_int(self))

    __int__ = __index__

    def __truediv__(self, other):
        return real("/", self, other)

    def __rtruediv__(self, other):
        return real("/", other, self)

    def __pow__(self, power):
        if type(power) is int and power >= 0:
            return prod([self] * power)
        return real("**", self, power)

    def __str__(self):
        texts = []
        for parts, times in sorted(self.terms.items(), key=lambda term: (-len(term[0]), str(term[0]))):
            product = "*".join([str(times)] * (abs(times) != 1 or not parts) + [
                f"({part})" if "//" in str(part) and (len(parts) > 1 or times != 1) else str(part) for part in parts])
            texts.append(f"-{product}" if times == -1 and parts else product)
        return " + ".join(texts).replace("+ -", "- ")

    __repr__ = __str__


WHOLE = {int, bool, Dim}
NUMBERS.add(Dim)


def floor_divided(above, below):
    """Return above // below as a formula; multiples of `below` are divided exactly: (2·N + M) // 2 = N + M // 2."""
    if below == 0:
        raise ZeroDivisionError(f"{above} // 0")
    if type(below) is Dim and len(below.terms) > 1:
        found = long_division(above, below)
        return Dim.of({(Quotient(above, below),): 1}) if found is None else found
    (factors, by), = terms_of(below)
    whole: dict = {}
    rest: dict = {}
    for parts, times in terms_of(above):
        left = list(parts)
        if any(left.remove(part) if part in left else True for part in factors):
            rest[parts] = times
        elif times % by and parts:
            rest[parts] = times
        else:                                            # divide the int factor, and add its remainder to `rest`
            whole[tuple(left)] = times // by
            rest[parts] = times % by
    over = Dim.of(rest)
    return Dim.of(whole) + (over // below if type(over) is type(below) is int else
                            Dim.of({(Quotient(over, below),): 1}) if type(over) is Dim or over else 0)


def long_division(above, below):
    """Return above / below for formulas of several terms if there is no remainder; else None."""
    (first, by), found = max(below.terms.items(), key=rank), 0
    while type(above) is Dim:
        parts, times = max(above.terms.items(), key=rank)
        left = list(parts)
        if times % by or any(left.remove(part) if part in left else True for part in first):
            return None
        term = Dim.of({tuple(left): times // by})
        found, above = found + term, above - term * below
    return found if above == 0 else None


def rank(term):
    """Return the sort key of a term: the number of its parts, then their names."""
    return len(term[0]), [part.key() for part in term[0]]


def is_same_formula(a, b):
    """Return True if two sizes are the same formula; this does not compare their values, which may be unknown."""
    return type(a) is type(b) and (a.key() == b.key() if type(a) is Dim else a == b)
