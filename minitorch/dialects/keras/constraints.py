"""keras.constraints: what a weight is brought back to after a step."""

from ..core.engine import mt
from ..core.lift import function
from ..core.missing import speak_for as _speak_for
from .core.configured import Described, files_of, get_from
from .core.naming import settings

__all__ = ["Constraint", "MaxNorm", "MinMaxNorm", "NonNeg", "UnitNorm", "deserialize", "get", "max_norm",
           "min_max_norm", "non_neg", "serialize", "unit_norm"]


class Constraint(Described):
    """Base: constraint(weight) gives the weight that it becomes."""

    def __call__(self, w):
        return w


@function("w")
def norms(w, axis):
    return mt.sqrt(mt.sum(w * w, axis, True))


@function("w norm")
def scaled(w, norm, least, most, rate):
    wanted = rate * mt.clamp(norm, least, most) + (1 - rate) * norm
    return w * wanted / (norm + settings["epsilon"])


@function("w")
def positive(w):
    return mt.relu(w)


class MinMaxNorm(Constraint):
    """The length of vectors along an axis between min_value and max_value; rate: by how much of the way, 1 at once."""

    def __init__(self, min_value=0.0, max_value=1.0, rate=1.0, axis=0):
        self.min_value, self.max_value, self.rate, self.axis = min_value, max_value, rate, axis

    def __call__(self, w):
        return scaled(w, norms(w, self.axis), self.min_value, self.max_value, self.rate)


class MaxNorm(MinMaxNorm):
    """The length of vectors along an axis at most max_value."""

    def __init__(self, max_value=2, axis=0):
        super().__init__(0.0, float(max_value), 1.0, axis)


class UnitNorm(Constraint):
    """The length of vectors along an axis 1."""

    def __init__(self, axis=0):
        self.axis = axis

    def __call__(self, w):
        return w / (norms(w, self.axis) + settings["epsilon"])


class NonNeg(Constraint):
    """No weight below 0."""

    def __call__(self, w):
        return positive(w)


max_norm, min_max_norm, non_neg, unit_norm = MaxNorm, MinMaxNorm, NonNeg, UnitNorm
TABLE = {"MaxNorm": MaxNorm, "MinMaxNorm": MinMaxNorm, "NonNeg": NonNeg, "UnitNorm": UnitNorm, "max_norm": MaxNorm,
         "min_max_norm": MinMaxNorm, "non_neg": NonNeg, "unit_norm": UnitNorm}


def get(identifier):
    """The constraint for an identifier: a name, such as "non_neg". Raises ValueError for one that is not there."""
    return get_from(TABLE, identifier, "constraint")


serialize, deserialize = files_of("constraint")
_speak_for(globals(), "keras.constraints")
