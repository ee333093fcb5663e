"""Calls: each of NumPy's functions that there is for MetaArrays has a rule, and every call passes here.

A rule takes what the function takes, and gives MetaArrays of the shape and dtype of its results.
"""

from contextvars import ContextVar

RULES: dict = {}                         # name, such as "add", "add.reduce" or "linalg.inv" -> its rule
recording: ContextVar = ContextVar("recording of calls", default=None)


class NoDataError(NotImplementedError):
    """A number is asked for, or a shape that depends on numbers, and a meta tensor has none.

    asked    the call that asks
    reason   what of it depends on data
    """

    def __init__(self, asked, reason):
        self.reason = reason
        super().__init__(f"{reason}, and a tensor on the meta device has a shape and a dtype only: {asked}")


def explain(error, asked):
    """The same error, by the call that users know."""
    return type(error)(asked, error.reason)


def rule(name, *more):
    """Declare the rule of NumPy's function of that name, or of several."""
    def declare(function):
        RULES.update(dict.fromkeys((name, *more), function))
        return function
    return declare


def call(name, *args, **settings):
    """What NumPy's function of that name gives, as MetaArrays."""
    result = RULES[name](*args, **settings)
    record = recording.get()
    if record is not None:
        record(name, args, settings, result)
    return result


def refuse(name, reason):
    """Raise NoDataError: `name` needs data."""
    raise NoDataError(name, reason)
