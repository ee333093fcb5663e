"""The best of one share where another is at least so large: points of the curves over all thresholds."""

from inspect import Parameter

from ...functions import creation, logic, reduction, slices
from ...functions.math import divide_no_nan
from ..core.signed import made, signed
from .confusion import Confusion

SHARES = {"sensitivity": ("tp", "fn"), "recall": ("tp", "fn"), "specificity": ("tn", "fp"), "precision": ("tp", "fp")}


class AtLeast(Confusion):
    """Base: the largest `best` over the thresholds at which `given` is at least a value; 0 where there is none."""

    def begin_at(self, value, num_thresholds, class_id, name, dtype):
        """Make the variables that count, at num_thresholds thresholds from 0 to 1, for the least `value`.

        Raises ValueError for a value that is not between 0 and 1, and for no threshold.
        """
        if not 0 <= value <= 1:
            raise ValueError(f"Argument `{self.given}` must be in the range [0, 1]. Received: {self.given}={value}")
        if num_thresholds <= 0:
            raise ValueError("Argument `num_thresholds` must be an integer > 0. Received: num_thresholds="
                             f"{num_thresholds}")
        self.value, last = value, num_thresholds - 1
        self.class_id, self.thresholds = class_id, [i / last for i in range(num_thresholds)] if last else [0.5]
        self.begin({"thresholds": self.thresholds, "name": name, "dtype": dtype})

    def share(self, name):
        """Return the share of this name, at each threshold."""
        part, rest = (getattr(self, count) for count in SHARES[name])
        return divide_no_nan(part, part + rest)

    def result(self):
        """Return the largest so far."""
        best = self.share(self.best)
        met = logic.greater_equal(self.share(self.given), self.value)
        return reduction.reduce_max(slices.where(met, best, creation.zeros_like(best)))


def declared(name, best, given, doc):
    """Return a class whose first argument is named as the share that is given."""
    def __init__(self, **settings):
        self.begin_at(settings.pop(given), **settings)
    init = signed(__init__, False, **{
        given: Parameter.empty, "num_thresholds": 200, "class_id": None, "name": None, "dtype": None})
    return made(AtLeast, name, f"""{doc}

{given}           at least this, from 0 to 1
num_thresholds   how many thresholds there are, from 0 to 1

Raises ValueError for a number that is not between 0 and 1, and for no threshold.
""", __init__=init, best=best, given=given)


SensitivityAtSpecificity = declared(
    "SensitivityAtSpecificity", "sensitivity", "specificity",
    "The largest share of what is true that is said to be, where so much of what is false is said to be false.")
SpecificityAtSensitivity = declared(
    "SpecificityAtSensitivity", "specificity", "sensitivity",
    "The largest share of what is false that is said to be, where so much of what is true is said to be true.")
PrecisionAtRecall = declared(
    "PrecisionAtRecall", "precision", "recall",
    "The largest share of what is said to be true that is, where so much of what is true is said to be.")
RecallAtPrecision = declared(
    "RecallAtPrecision", "recall", "precision",
    "The largest share of what is true that is said to be, where so much of what is said to be true is.")
