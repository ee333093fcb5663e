"""Python's operators on tensors and variables, each a function of the dialects."""

from ..core.dtypes import as_dtype
from ..core.tensor import Operators
from . import creation, elementary, linalg, logic, math, slices


def reflected(function):
    return lambda self, other: function(other, self)


def equal(self, other):
    """Say whether the elements are equal; False for None."""
    return False if other is None else logic.equal(self, other)


def not_equal(self, other):
    return True if other is None else logic.not_equal(self, other)


def logical(of_bools, of_others):
    """Make an operator that means another thing on bools: & | ^ on bits of integers, * of numbers."""
    def own(self, other):
        tensor = self if isinstance(self, Operators) else other
        return (of_bools if tensor.dtype.is_bool else of_others)(self, other)
    return own


def inverted(self):
    return logic.logical_not(self) if as_dtype(self.dtype).is_bool else logic.invert(self)


TABLE = {
    "add": math.add, "sub": math.subtract, "mul": logical(logic.logical_and, math.multiply),
    "truediv": math.divide, "floordiv": math.floordiv,
    "mod": math.floormod, "pow": math.pow, "matmul": linalg.matmul,
    "and": logical(logic.logical_and, logic.bitwise_and), "or": logical(logic.logical_or, logic.bitwise_or),
    "xor": logical(logic.logical_xor, logic.bitwise_xor),
}
for name, own in TABLE.items():
    setattr(Operators, f"__{name}__", lambda self, other, own=own: own(self, other))
    setattr(Operators, f"__r{name}__", reflected(own))
for name, own in {"eq": equal, "ne": not_equal, "lt": logic.less, "le": logic.less_equal, "gt": logic.greater,
                  "ge": logic.greater_equal}.items():
    setattr(Operators, f"__{name}__", lambda self, other, own=own: own(self, other))
for name, own in {"neg": math.negative, "abs": math.abs, "invert": inverted, "pos": creation.identity,
                  "round": elementary.round}.items():
    setattr(Operators, f"__{name}__", lambda self, own=own: own(self))
setattr(Operators, "__getitem__", slices.getitem)        # noqa: B010
