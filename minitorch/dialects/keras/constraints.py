"""keras.constraints: what a weight is brought back to after a step."""

from ..core.engine import mt
from ..core.lift import function
from ..functions import math, nn
from .core.configured import Described, files_of, getter
from .core.naming import settings, snake_case
from .core.signed import arguments


class Constraint(Described):
    """Base: constraint(weight) gives the weight that it becomes."""

    def __call__(self, w):
        return w


@function("w")
def norms(w, axis):
    return mt.sqrt(mt.sum(w * w, axis, True))


@arguments(max_value=2, axis=0)
class MaxNorm(Constraint):
    """The length of vectors along an axis at most max_value."""

    def __call__(self, w):
        length = norms(w, self.axis)
        return w * math.minimum(length, float(self.max_value)) / (length + settings["epsilon"])


@arguments(axis=0)
class UnitNorm(Constraint):
    """The length of vectors along an axis 1."""

    def __call__(self, w):
        return w / (norms(w, self.axis) + settings["epsilon"])


class NonNeg(Constraint):
    """No weight below 0."""

    def __call__(self, w):
        return nn.relu(w)


TABLE = {name: kind for kind in (MaxNorm, NonNeg, UnitNorm) for name in (kind.__name__, snake_case(kind.__name__))}
globals().update(TABLE)
get = getter(TABLE, "constraint", "non_neg")
serialize, deserialize = files_of("constraint")
