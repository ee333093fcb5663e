"""Number objects in place of `id` while an answer is tried: Python may give an id again once an object is gone."""

import inspect
import sys
from contextlib import contextmanager

FIRST, STEP = 1 << 20, 16                # what ids look like


@contextmanager
def numbered_ids(answer):
    """Let `id` count, in the lines of an answer, the objects it is asked for: the n-th has the same number every time.

    An answer that keeps results by the id of an array then meets that id again, which may happen at any time once the
    array is gone. Objects are held, so that no two have one number in one block.
    """
    space = space_named(answer)
    if space is None or "id" in space:                     # a name of the answer's own
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


def space_named(answer):
    """The global names of a function or class; None where it has none, or is the library's own."""
    members = vars(answer).values() if isinstance(answer, type) else (answer,)
    functions = [inspect.unwrap(getattr(member, "__func__", member)) for member in members if callable(
        getattr(member, "__func__", member))]
    space = next((each.__globals__ for each in functions if hasattr(each, "__globals__")), None)
    if space is None or str(space.get("__name__")).startswith("minitorch.") and space is vars(
            sys.modules.get(space["__name__"], sys)):
        return None
    return space
