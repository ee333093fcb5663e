"""Run an exercise's check on an answer, and see what the answer leaves otherwise than it found it."""

import sys
from contextlib import contextmanager
from functools import partial, wraps

import numpy as np

from ..dtypes import get_default_dtype
from ..engine import is_grad_enabled
from ..tensors import Tensor
from .compare import same, wording
from .safe_call import working_folder

LOOKED_AT = 20                           # calls in one check whose arguments are compared
LARGEST = 1_000_000                      # elements of an array that is compared
CHANGED = "Your code changes its argument `{name}`: {what}. Who called it still needs what was there: {how}."
HELD = {True: "What comes back holds a Tensor with its graph, and each graph holds all that was computed for it: "
              "memory grows with every step. Keep numbers: loss.item().",
        False: "What comes back is a list of tensors, where plain numbers are wanted: loss.item()."}
SEEDED = ("Your code calls {}, for everyone: each call then draws the same numbers, and so does whatever comes later. "
          "Leave it out.")


class Altered(Exception):
    """An answer left something otherwise than it found it: an argument, the grad mode, the seed."""


def print_of(value):
    """Return a copy of what an answer could write over in an argument; None for anything else."""
    if isinstance(value, Tensor):
        return None if value.numel() > LARGEST else (value.requires_grad, value.detach().cpu().numpy().copy())
    if isinstance(value, np.ndarray):
        return None if value.size > LARGEST else value.copy()
    if isinstance(value, tuple | list):
        return [item if isinstance(item, int | float | str) else print_of(item) for item in value]
    if isinstance(value, set):
        return frozenset(value)
    if isinstance(value, dict):
        return {key: item if isinstance(item, int | float | str) else print_of(item) for key, item in value.items()}
    if hasattr(value, "_modules") and hasattr(value, "_parameters"):
        return {**{f"{name}.training".lstrip("."): module.training for name, module in value.named_modules()},
                **{name: print_of(part) for name, part in value.state_dict().items()}}
    return None


def what_changed(before, after):
    """Return how two prints of one argument differ, in words; '' if they agree."""
    if before is None or after is None:
        return ""
    if isinstance(before, tuple):                          # a Tensor's
        if before[0] != after[0]:
            return f"its requires_grad was {before[0]} and is {after[0]} afterwards"
        before, after = before[1], after[1]
    if isinstance(before, dict):
        if before.keys() != after.keys():
            return f"its keys were {list(before)} and are {list(after)} afterwards"
        return next((f"at {key!r}, {words}" for key in before if (words := what_changed(before[key], after[key]))), "")
    if isinstance(before, list) and len(before) == len(after):
        return next((f"at {i}, {words}" for i, pair in enumerate(zip(before, after)) if (words := what_changed(*pair))),
                    "")
    if isinstance(before, list | frozenset):
        if isinstance(before, frozenset) and len(before) == len(after):
            return "" if before == after else "it has as many elements as before, and others"
        return f"it had {len(before)} elements and has {len(after)} afterwards"
    if same(after, before, 0):
        return ""
    was, now = wording(before, after)[1]
    return f"it was {was} and is {now} afterwards" if was != now else f"it was {was} and differs in the last digits"


def by_position(names, inputs, settings):
    """Return arguments in the order of `names`, so that an answer may name them otherwise; the rest stays by name."""
    placed, rest = list(inputs), dict(settings)
    for name in names[len(inputs):]:
        if name not in rest:
            break
        placed.append(rest.pop(name))
    return placed, rest


def positional(answer, names):
    """Return the answer, called with the arguments it is given by name in the order of `names`."""
    if isinstance(answer, type):
        return answer

    @wraps(answer, updated=())
    def placed(*inputs, **settings):
        inputs, settings = by_position(names, inputs, settings)
        return answer(*inputs, **settings)
    return placed


def held(result):
    """Return the words for a result that holds tensors where numbers are wanted; '' for one that does not."""
    parts = list(result) if isinstance(result, tuple | list) else [result]
    graphs = [part.requires_grad for part in parts if isinstance(part, Tensor)]
    return HELD[True] if any(graphs) else HELD[False] if graphs and isinstance(result, list) else ""


def watched(answer, names, changes, numbers=False):
    """Return the same answer, with its arguments compared before and after; it raises Altered.

    changes   names of arguments that the exercise asks it to change
    numbers   whether a Tensor among what comes back is a mistake
    """
    if isinstance(answer, type):
        return answer
    looks = [0]

    @wraps(answer, updated=())
    def looked_at(*inputs, **settings):
        placed, rest = by_position(names, inputs, settings)
        looks[0] += 1
        if looks[0] > LOOKED_AT:
            return answer(*placed, **rest)
        given = [(name, value) for name, value in [*zip(names, placed), *rest.items()] if name not in changes]
        before = [print_of(value) for _, value in given]
        result = answer(*placed, **rest)
        for (name, value), kept in zip(given, before):
            what = what_changed(kept, print_of(value))
            if what:
                raise Altered(CHANGED.format(name=name, what=what, how=how(value)))
        if numbers and held(result):
            raise Altered(held(result))
        return result
    return looked_at


def how(value):
    """Return how to leave an argument as it is, in words."""
    if hasattr(value, "_modules"):
        return "put back what you switch, and train nothing"
    return "work on a copy, or make a new one"


class Modes:
    """What holds for the whole session: grad mode, default dtype, depth of calls, working folder."""

    def __init__(self):
        self.grad, self.dtype, self.depth = is_grad_enabled(), get_default_dtype(), sys.getrecursionlimit()
        self.folder = working_folder()

    def left(self):
        """Return what is different now, in words; '' if nothing is."""
        if is_grad_enabled() != self.grad:
            return (f"After your code the graph is left switched {'off' if self.grad else 'on'}, for all that comes "
                    "later. Use a `with` block, which puts the mode back, also after an error.")
        if get_default_dtype() != self.dtype:
            return "Your code leaves another default dtype behind, for all that comes later: set it back."
        if working_folder() != self.folder:
            return ("Your code leaves another working folder behind, where relative paths of others no longer fit: "
                    "join paths, os.path.join(…), and leave os.chdir out.")
        if sys.getrecursionlimit() != self.depth:
            return ("Your code changes how deep functions may call each other, for all that comes later. Leave "
                    "Python's limit as it is: a list of what is still to do needs none.")
        return ""


@contextmanager
def seeds_seen():
    """Record, in a list, each time that an answer sets the seed of NumPy or of the library in the block."""
    notes: list[str] = []
    holders = [(np.random, "seed"), (sys.modules["minitorch"], "manual_seed")]
    library = [getattr(holder, name) for holder, name in holders]

    def noted(name, setting):
        @wraps(setting)
        def seed(*inputs, **settings):
            notes.append(name)
            return setting(*inputs, **settings)
        return seed
    for (holder, name), setting in zip(holders, library):
        setattr(holder, name, noted(name, setting))
    try:
        yield notes
    finally:
        for (holder, name), setting in zip(holders, library):
            setattr(holder, name, setting)


def tried(run, names, changes, numbers, answer, inputs):
    """Return what a check gives on an answer.

    Raises Altered where an argument, the grad mode, the default dtype or a seed is not as it was, or a graph is kept.
    """
    modes = Modes()
    given = inputs if isinstance(answer, type) else {}     # of a class, which methods get what is the run's affair
    before = {name: print_of(value) for name, value in given.items() if name not in changes}
    with seeds_seen() as notes:
        result = run(watched(answer, names, changes, numbers), inputs)
    for name, kept in before.items():
        what = what_changed(kept, print_of(inputs[name]))
        if what:
            raise Altered(CHANGED.format(name=name, what=what, how=how(inputs[name])))
    left = modes.left() or (SEEDED.format(notes[0]) if notes else "")
    if left:
        raise Altered(left)
    return result


def called(answer, inputs):
    """Return what an answer gives: the check of an exercise without a `run` of its own."""
    return answer(**inputs)


def trier(run, names, changes, numbers):
    """Return `tried` of one exercise: a function of the answer and its inputs, which can be packed."""
    return partial(tried, run, names, changes, numbers)
