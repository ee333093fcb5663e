"""Sizes that are not known: a name stands for one, and arithmetic with it is kept as a formula.

    N = Dim("N")
    (N * 28 * 28) // 784 == N        # True: both are the same formula
    N == 1                           # False: a size with a name is at least 2, as in PyTorch
    N == 32                          # refused: nobody knows

What is asked beyond that is refused, or, in a `with Assumptions():` block, written down: sizes that meet in one place
are taken to be equal, and a Dim with a hint answers as the hint would.
"""

from contextvars import ContextVar
from itertools import count
from math import inf, prod
from operator import add, mul, pow, sub, truediv

LEAST = 2                                # a size of 0 or 1 changes what an op does; both are sizes of their own
numbers = count(1)
assumed: ContextVar = ContextVar("assumptions", default=None)


class UnknownSizeError(RuntimeError):
    """A question whose answer depends on a size that is not known.

    asked    the call that asks
    reason   the question
    """

    def __init__(self, asked, reason):
        self.reason = reason
        super().__init__(f"{reason}: this depends on a size that is not known yet. {asked}".rstrip())


class Quotient:
    """A floor division that does not come out even, as one part of a formula."""

    __slots__ = ("above", "below")

    def __init__(self, above, below):
        self.above, self.below = above, below

    def key(self):
        return "//", self.above.key(), self.below.key() if type(self.below) is Dim else self.below

    def bounds(self):
        (low, high), (least, most) = bounds(self.above), bounds(self.below)
        ends = [floor(a, b) for a in (low, high) for b in (least, most)] if least > 0 else [-inf, inf]
        return min(ends), max(ends)

    def value(self, sizes):
        return evaluate(self.above, sizes) // evaluate(self.below, sizes)

    def __str__(self):
        return f"({self.above})//{self.below}" if type(self.below) is int else f"({self.above})//({self.below})"


class Symbol:
    """A name for one size. Two symbols are two sizes, even of one name."""

    __slots__ = ("hint", "name", "number")

    def __init__(self, name, hint):
        self.name, self.hint, self.number = name, hint, next(numbers)

    def key(self):
        return "", self.name, self.number

    def bounds(self):
        return LEAST, inf

    def value(self, sizes):
        found = sizes.get(self.name, self.hint)
        if found is None:
            raise UnknownSizeError("", f"The size {self.name} is needed")
        return found

    def __str__(self):
        return self.name


class Dim:
    """A size that is not known yet, or a formula of such sizes: sums, products and floor divisions.

    name   what it is called; "?1", "?2", … without one
    hint   a size to answer questions by, where they are written down

    >>> N = Dim("N")
    >>> 2 * N + 1 - N, N * 6 // 3, (N + 1) // 2
    (N + 1, 2*N, (N + 1)//2)
    """

    __slots__ = ("terms",)               # {a sorted tuple of symbols and quotients: how many times their product}

    def __init__(self, name=None, hint=None):
        if hint is not None and (type(hint) is not int or hint < LEAST):
            raise ValueError(f"Dim({name!r}): the hint of a size is an int of at least {LEAST}, not {hint!r}.")
        symbol = Symbol(name, hint)
        symbol.name = name or f"?{symbol.number}"
        self.terms = {(symbol,): 1}

    @classmethod
    def of(cls, terms):
        """The formula of these terms; an int where none of them has a symbol."""
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
        """The symbol that it is, or None where it is a formula."""
        (parts, times), *more = self.terms.items()
        return parts[0] if not more and times == 1 and len(parts) == 1 and type(parts[0]) is Symbol else None

    # Arithmetic

    def __add__(self, other):
        if type(other) not in (int, Dim):
            return NotImplemented
        total = dict(self.terms)
        for parts, times in terms_of(other):
            total[parts] = total.get(parts, 0) + times
        return Dim.of(total)

    def __neg__(self):
        return Dim.of({parts: -times for parts, times in self.terms.items()})

    def __sub__(self, other):
        return self + -other if type(other) in (int, Dim) else NotImplemented

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        if type(other) not in (int, Dim):
            return NotImplemented
        total: dict = {}
        for parts, times in self.terms.items():
            for more, again in terms_of(other):
                both = tuple(sorted((*parts, *more), key=lambda part: part.key()))
                total[both] = total.get(both, 0) + times * again
        return Dim.of(total)

    __radd__, __rmul__ = __add__, __mul__

    def __floordiv__(self, other):
        return divided(self, other) if type(other) in (int, Dim) else NotImplemented

    def __rfloordiv__(self, other):
        return divided(other, self)

    def __mod__(self, other):
        return self - divided(self, other) * other if type(other) in (int, Dim) else NotImplemented

    def __rmod__(self, other):
        return other - divided(other, self) * self

    def __divmod__(self, other):
        return self // other, self % other

    # Questions

    def __eq__(self, other):
        return ask(self, "==", other) if type(other) in (int, Dim) else NotImplemented

    def __lt__(self, other):
        return ask(self, "<", other) if type(other) in (int, Dim) else NotImplemented

    def __gt__(self, other):
        return ask(other, "<", self) if type(other) in (int, Dim) else NotImplemented

    def __le__(self, other):
        return not ask(other, "<", self) if type(other) in (int, Dim) else NotImplemented

    def __ge__(self, other):
        return not ask(self, "<", other) if type(other) in (int, Dim) else NotImplemented

    def __bool__(self):
        return not ask(self, "==", 0)

    def __hash__(self):
        return hash(self.key())

    def __index__(self):
        scope = assumed.get()
        if scope is None or (value := hinted(self)) is None:
            raise UnknownSizeError("", f"The number {self} is needed")
        scope.freeze(self)
        return value

    __int__ = __index__

    def __float__(self):
        return float(self.__index__())

    def __truediv__(self, other):
        return Real("/", self, other) if type(other) in NUMBERS else NotImplemented

    def __rtruediv__(self, other):
        return Real("/", other, self) if type(other) in NUMBERS else NotImplemented

    def __pow__(self, power):
        if type(power) is int and power >= 0:
            return prod([self] * power)
        return Real("**", self, power) if type(power) in NUMBERS else NotImplemented

    def __str__(self):
        texts = []
        for parts, times in sorted(self.terms.items(), key=lambda term: (-len(term[0]), str(term[0]))):
            product = "*".join([str(times)] * (abs(times) != 1 or not parts) + [str(part) for part in parts])
            texts.append(f"-{product}" if times == -1 and parts else product)
        return " + ".join(texts).replace("+ -", "- ")

    __repr__ = __str__


class Real:
    """A float that is computed from sizes which are not known, such as 1 / N."""

    __slots__ = ("left", "relation", "right")

    def __init__(self, relation, left, right):
        self.relation, self.left, self.right = relation, left, right

    def __float__(self):
        scope = assumed.get()
        if scope is None or (value := hinted(self)) is None:
            raise UnknownSizeError("", f"The number {self} is needed")
        scope.freeze(self)
        return value

    def __str__(self):
        return f"({self.left} {self.relation} {self.right})"

    __repr__ = __str__


def arithmetic(relation, swapped=False):
    def run(self, other):
        if type(other) not in NUMBERS:
            return NotImplemented
        return Real(relation, other, self) if swapped else Real(relation, self, other)
    return run


NUMBERS = {int, float, bool, Dim, Real}
COMPUTE = {"+": add, "-": sub, "*": mul, "/": truediv, "**": pow}
for relation, function in COMPUTE.items():
    setattr(Real, f"__{function.__name__}__", arithmetic(relation))
    setattr(Real, f"__r{function.__name__}__", arithmetic(relation, True))


def terms_of(x):
    return x.terms.items() if type(x) is Dim else [((), x)]


def divided(above, below):
    """Floor division; exact where each term is a multiple of `below`."""
    if below == 0:
        raise ZeroDivisionError(f"{above} // 0")
    if type(below) is int or len(below.terms) == 1:
        (factors, by), = terms_of(below)
        found: dict = {}
        for parts, times in terms_of(above):
            left = list(parts)
            if times % by or any(left.remove(part) if part in left else True for part in factors):
                break
            found[tuple(left)] = times // by
        else:
            return Dim.of(found)
    if above == below:
        return 1
    return Dim.of({(Quotient(above, below),): 1})


def floor(a, b):
    return 0 if abs(b) == inf and abs(a) != inf and a >= 0 else a if abs(a) == inf else a // b if abs(b) != inf else -1


def bounds(x):
    """(The least, the largest) that a size or formula can be."""
    if type(x) is int:
        return x, x
    low = high = 0
    for parts, times in x.terms.items():
        ends = [times, times]
        for part in parts:
            ends = [a * b if a and b else 0 for a in ends for b in part.bounds()]
            ends = [min(ends), max(ends)]
        low, high = low + ends[0], high + ends[1]
    return low, high


def evaluate(x, sizes):
    """A size or formula as a number, with {name: int} for its names; hints for those that it lacks."""
    if type(x) is Real:
        return COMPUTE[x.relation](evaluate(x.left, sizes), evaluate(x.right, sizes))
    if type(x) is not Dim:
        return x
    return sum(times * prod([part.value(sizes) for part in parts]) for parts, times in x.terms.items())


def symbols(x):
    """The symbols in a size, a formula or a Real."""
    if type(x) is Real:
        return symbols(x.left) | symbols(x.right)
    if type(x) is not Dim:
        return set()
    return {each for parts in x.terms for part in parts
            for each in ({part} if type(part) is Symbol else symbols(part.above) | symbols(part.below))}


def hinted(x):
    try:
        return evaluate(x, {})
    except UnknownSizeError:
        return None


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


def unify(a, b):
    """The size that two sizes which must be equal have. None where they cannot be.

    In an Assumptions block sizes of which one does not know are taken to be equal; elsewhere that is refused.
    """
    if type(a) is type(b) is int:
        return a if a == b else None
    scope = assumed.get()
    if scope is None:
        return a if a == b else None
    a, b = scope.resolved(a), scope.resolved(b)
    answer = decided(a, "==", b)
    if answer is None:
        scope.equate(a, b)
        return scope.resolved(a)
    return a if answer else None


RELATIONS = {"==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, ">=": int.__ge__}


class Assumptions:
    """In a `with` block: what is taken for granted of sizes that are not known is written down, not refused.

    facts   (left, "==" or "!=" or "<" or ">=", right), sizes or formulas, each once

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
        if (fact := (a, relation, b)) not in [(x, r, y) for x, r, y in self.facts if r == relation and same(x, a)
                                              and same(y, b)]:
            self.facts.append(fact)

    def freeze(self, x):
        """Take each size in a number to be its hint."""
        for part in symbols(x):
            self.note(Dim.of({(part,): 1}), "==", part.hint)

    def equate(self, a, b):
        """Take two sizes to be equal."""
        self.note(a, "==", b)
        for x, other in ((a, b), (b, a)):
            if type(x) is Dim and x.symbol is not None:
                self.known[x.symbol] = other
                return

    def resolved(self, x):
        """A size or formula in which symbols that equal others are those others."""
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
        return self.resolved(total) if changed and not same(total, x) else x

    def check(self, sizes):
        """Raise ValueError if {name: int} is not as was assumed."""
        for a, relation, b in self.facts:
            if not RELATIONS[relation](evaluate(a, sizes), evaluate(b, sizes)):
                named = sorted(part.name for part in symbols(a) | symbols(b))
                raise ValueError(f"{a} {relation} {b} was assumed, and "
                                 + ", ".join(f"{name} is {sizes[name]}" for name in named) + ".")

    def __str__(self):
        return "\n".join(f"{a} {relation} {b}" for a, relation, b in self.facts)


def same(a, b):
    """Whether two sizes are one formula; asks nothing."""
    return type(a) is type(b) and (a.key() == b.key() if type(a) is Dim else a == b)
