"""Number objects in place of `id` while an answer is tried: Python may give an id again once an object is gone."""

import sys
from contextlib import contextmanager

from .source_code import space_of

FIRST, STEP = 1 << 20, 16                # what ids look like


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
