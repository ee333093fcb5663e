"""Run calls of NumPy functions on MetaArrays, each by the rule of its function.

A rule takes the function's arguments, and returns MetaArrays with the shape and dtype of its results.
"""

from contextvars import ContextVar

RULES: dict = {}                         # {name, as "add", "add.reduce" or "linalg.inv": its rule}
recording: ContextVar = ContextVar("recording of calls", default=None)


class NoDataError(NotImplementedError):
    """The error for a program that needs values of a meta tensor, or a shape that depends on values.

    asked    the call that needs the values
    reason   a sentence that names what depends on data, such as "The number of different values depends on data"
    """

    def __init__(self, asked, reason):
        self.reason = reason
        super().__init__(f"{reason}, and a tensor on the meta device has a shape and a dtype only: {asked}")


def explain(error, asked):
    """Return the same error with `asked`, the call that the user wrote."""
    return type(error)(asked, error.reason)


def rule(name, *more):
    """Declare the rule of NumPy's function of that name, or of several."""
    def declare(function):
        RULES.update(dict.fromkeys((name, *more), function))
        return function
    return declare


def call(name, *args, **settings):
    """Return the result of NumPy's function of that name as MetaArrays."""
    result = RULES[name](*args, **settings)
    record = recording.get()
    if record is not None:
        record(name, args, settings, result)
    return result


def refuse(name, reason):
    """Raise NoDataError: `name` needs data."""
    raise NoDataError(name, reason)
