"""An op is short: with its derivative and its docstring it takes 20 lines at most on average."""

import inspect

from minitorch.engine import registry
from minitorch.runtime import functions

MOST_ON_AVERAGE = 20
MOST_FOR_ONE = 70


def lines_of(function):
    """The lines of a function's source, its decorator with it."""
    return len(inspect.getsource(inspect.unwrap(function)).splitlines())


def lengths():
    """Lines by name: an op's forward, and its derivative where it has one of its own; a composed function's body."""
    found, seen = {}, set()
    for name, op in registry.items():
        found[name] = lines_of(op.piece.library)
        if op.derivative_piece is not None and op.derivative_piece.library not in seen:
            seen.add(op.derivative_piece.library)             # what several ops share is counted once
            found[name] += lines_of(op.derivative_piece.library)
    for name, function in functions.items():
        body = inspect.unwrap(function)
        if body not in seen and getattr(function, "op", None) is None:
            seen.add(body)
            found[f"{name} (composed)"] = lines_of(body)
    return found


def test_an_op_takes_twenty_lines_on_average():
    found = lengths()
    assert len(found) > 300
    ops = [count for name, count in found.items() if not name.endswith("(composed)")]
    assert sum(ops) / len(ops) <= MOST_ON_AVERAGE
    assert sum(found.values()) / len(found) <= MOST_ON_AVERAGE


def test_no_op_takes_more_than_a_page():
    long = {name: count for name, count in lengths().items() if count > MOST_FOR_ONE}
    assert not long
