"""keras.regularizers: what large weights add to the loss."""

from ..core.missing import speak_for as _speak_for
from ..functions import math, reduction
from .core.configured import Described, files_of, get_from

__all__ = ["L1", "L1L2", "L2", "Regularizer", "deserialize", "get", "l1", "l1_l2", "l2", "serialize"]


class Regularizer(Described):
    """Base: regularizer(weight) gives a number."""

    def __call__(self, x):
        return 0.0


class L1L2(Regularizer):
    """l1 · Σ|x| + l2 · Σx²."""

    def __init__(self, l1=0.0, l2=0.0):
        self.l1, self.l2 = l1 or 0.0, l2 or 0.0

    def __call__(self, x):
        total = 0.0
        if self.l1:
            total = total + self.l1 * reduction.reduce_sum(math.abs(x))
        if self.l2:
            total = total + self.l2 * reduction.reduce_sum(math.square(x))
        return total


class L1(L1L2):
    """l1 · Σ|x|."""

    def __init__(self, l1=0.01):
        super().__init__(0.01 if l1 is None else l1)


class L2(L1L2):
    """l2 · Σx²."""

    def __init__(self, l2=0.01):
        super().__init__(0.0, 0.01 if l2 is None else l2)


l1, l2, l1_l2 = L1, L2, L1L2
TABLE = {"L1": L1, "L2": L2, "L1L2": L1L2, "l1": L1, "l2": L2, "l1_l2": L1L2}


def get(identifier):
    """The regulariser for an identifier: a name, such as "l2". Raises ValueError for one that is not there."""
    return get_from(TABLE, identifier, "regularizer")


serialize, deserialize = files_of("regularizer")
_speak_for(globals(), "keras.regularizers")
