"""What came of an exercise's cases, written down: a graded course is given out with this in the place of answers."""

import json
from pathlib import Path

import numpy as np

from .safe_call import Outcome


def recorded_in(name):
    """Return {exercise id: what is recorded of it} from the file next to a module of exercises, by the module's name.

    An exercise has four parts: what is wanted of its cases, in their order; whether each hangs on the numbers in its
    arguments; what is wanted of the examples that mistakes have of their own, by the mistake's name; and by that name
    what each of its forms gives on each case.
    """
    path = Path(__file__).with_name("exercises") / f"{name.rpartition('.')[2]}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def encoded(value):
    """Return a result as JSON has it: arrays, tuples and errors are objects that say so.

    Raises ValueError for what is no plain data.
    """
    if value is None or isinstance(value, bool | str | int | float):
        return value
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "biuf":
        return {"array": np.ravel(value).tolist(), "dtype": value.dtype.str, "shape": value.shape}
    if isinstance(value, list):
        return [encoded(part) for part in value]
    if isinstance(value, tuple):
        return {"tuple": [encoded(part) for part in value]}
    if isinstance(value, set | frozenset):
        return {"set": [encoded(part) for part in sorted(value, key=repr)]}
    if isinstance(value, dict):
        return {"dict": [[encoded(key), encoded(part)] for key, part in value.items()]}
    if isinstance(value, Outcome):
        if value.error is None:
            return encoded(value.value)
        kind = "ArithmeticError" if isinstance(value.error, ArithmeticError) else "Exception"
        return {"error": type(value.error).__name__, "kind": kind, "text": str(value.error)}
    raise ValueError(f"a {type(value).__name__} is no plain data, and cannot be recorded")


def decoded(data):
    """Return the result that `encoded` wrote down; an Outcome for an error."""
    if isinstance(data, list):
        return [decoded(part) for part in data]
    if not isinstance(data, dict):
        return data
    if "tuple" in data:
        return tuple(decoded(part) for part in data["tuple"])
    if "set" in data:
        return {decoded(part) for part in data["set"]}
    if "dict" in data:
        return {decoded(key): decoded(part) for key, part in data["dict"]}
    if "array" in data:
        return np.array(data["array"], data["dtype"]).reshape(data["shape"])
    base = ArithmeticError if data["kind"] == "ArithmeticError" else Exception
    return Outcome(None, type(data["error"], (base,), {})(data["text"]), "", 0.0)


class Recorded:
    """What is recorded of one exercise.

    exercise   the record of it, whose cases and mistakes are the same as when it was written down
    data       its part of what `recorded_in` gives
    """

    def __init__(self, exercise, data):
        self.exercise, self.data = exercise, data

    def wanted(self, case):
        """Return what should come out of a case, or of a mistake's own example."""
        if case in self.exercise.cases:
            return decoded(self.data["cases"][self.exercise.cases.index(case)])
        return decoded(self.data["examples"][next(known.name for known in self.exercise.misconceptions
                                                  if known.case is case)])

    def hangs_on_numbers(self, case):
        """Return what `other_values.hangs_on_numbers` gave for a case."""
        return self.data["varied"][self.exercise.cases.index(case)]

    def rules(self, known):
        """Return the forms of a mistake: of each, what it gives on each case."""
        return self.data["wrong"].get(known.name, [])

    def outcome(self, rule, case):
        """Return the Outcome of one of `rules` on a case."""
        value = decoded(rule[self.exercise.cases.index(case)])
        return value if isinstance(value, Outcome) else Outcome(value, None, "", 0.0)
