"""Number objects instead of `id` in an answer's namespace: Python may give an id again once an object is gone."""

import inspect
import sys
from contextlib import contextmanager

FIRST, STEP = 1 << 20, 16                # what ids look like


def functions_of(answer):
    """Return the functions of an answer, unwrapped: of a class first those in its lines, then those of @dataclass."""
    members = vars(answer).values() if isinstance(answer, type) else [answer]
    members = [getattr(member, "__func__", member) for member in members]
    found = [inspect.unwrap(each) for each in members if inspect.isfunction(each) or hasattr(each, "cache_clear")]
    return sorted(found, key=lambda function: (function.__module__ != answer.__module__
                                               or function.__code__.co_filename == "<string>"))


def space_of(answer):
    """Return the namespace that a function or class was written in; {} for anything else."""
    return next((function.__globals__ for function in functions_of(answer)), {})


@contextmanager
def numbered_ids(answer):
    """Let `id` count, in the lines of an answer, the objects it is asked for: the n-th has the same number every time.

    An answer that keeps results by the id of an array then meets that id again, which may happen at any time once the
    array is gone. Objects are held, so that no two have one number in one block.
    """
    space = space_of(answer)
    if not space or "id" in space or is_library(space):    # `id` may be a name of the answer's own
        yield
        return
    held: dict = {}

    def numbered(thing):
        return held.setdefault(id(thing), (FIRST + STEP * len(held), thing))[0]
    space["id"] = numbered
    try:
        yield
    finally:
        if space.get("id") is numbered:
            del space["id"]


def is_library(space):
    """Return whether a namespace is that of a module of minitorch."""
    name = str(space.get("__name__"))
    return name.startswith("minitorch.") and space is vars(sys.modules.get(name, sys))
