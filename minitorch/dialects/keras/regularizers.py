"""keras.regularizers: what large weights add to the loss."""

from ..functions import math, reduction
from ..functions.creation import cast
from .core.configured import Described, files_of, getter
from .core.signed import arguments


class Regularizer(Described):
    """Base: regularizer(weight) gives a number."""

    def __call__(self, x):
        return 0.0


@arguments(l1=0.0, l2=0.0)
class L1L2(Regularizer):
    """l1 · Σ|x| + l2 · Σx²."""

    l1 = l2 = 0.0

    def __call__(self, x):
        total, x = 0.0, x if x.dtype.is_floating else cast(x, "float32")
        if self.l1:
            total = total + self.l1 * reduction.reduce_sum(math.abs(x))
        return total + self.l2 * reduction.reduce_sum(math.square(x)) if self.l2 else total


@arguments(l1=0.01)
class L1(L1L2):
    """l1 · Σ|x|."""


@arguments(l2=0.01)
class L2(L1L2):
    """l2 · Σx²."""


l1, l2, l1_l2 = L1, L2, L1L2
TABLE = {"L1": L1, "L1L2": L1L2, "L2": L2, "l1": L1, "l1_l2": L1L2, "l2": L2}
get = getter(TABLE, "regularizer", "l2")
serialize, deserialize = files_of("regularizer")
