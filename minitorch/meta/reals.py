"""Numbers computed from unknown sizes, such as the 1 / N of a mean."""

from operator import add, mul, pow, sub, truediv

from .comparisons import evaluate, require_int, symbols


class Real:
    """A float computed from unknown sizes, such as 1 / N."""

    __slots__ = ("left", "relation", "right")

    def __init__(self, relation, left, right):
        self.relation, self.left, self.right = relation, left, right

    def value(self, sizes):
        return COMPUTE[self.relation](evaluate(self.left, sizes), evaluate(self.right, sizes))

    def symbols(self):
        return symbols(self.left) | symbols(self.right)

    def __float__(self):
        return require_int(self)

    def __str__(self):
        return f"({self.left} {self.relation} {self.right})"

    __repr__ = __str__


def real(relation, left, right):
    """Return Real(relation, left, right) if both sides are numbers; else NotImplemented."""
    return Real(relation, left, right) if {type(left), type(right)} <= NUMBERS else NotImplemented


def arithmetic(relation, swapped=False):
    return lambda self, other: real(relation, other, self) if swapped else real(relation, self, other)


NUMBERS = {int, float, bool, Real}       # the types of numbers; meta/sizes.py adds Dim
COMPUTE = {"+": add, "-": sub, "*": mul, "/": truediv, "**": pow}
for relation, function in COMPUTE.items():
    setattr(Real, f"__{function.__name__}__", arithmetic(relation))
    setattr(Real, f"__r{function.__name__}__", arithmetic(relation, True))
