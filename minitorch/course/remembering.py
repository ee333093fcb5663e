"""What an answer keeps from one call to the next, where each call should depend on its arguments alone."""

import ast
from copy import deepcopy
from functools import cache

from .compare import same
from .instances import kept_on_instance
from .numbered import space_of
from .other_values import looked_up
from .repairs import SECONDS, built, can_be_tried, names_in, tried
from .safe_call import call
from .wrong import General

AGAIN = 0.5                              # seconds of a case that is tried a second time
REMEMBERS = ("The first time “{}” came out right, the second time it does not: your code remembers something from one "
             "call to the next (a global, a default argument, what hangs on a class), or uses something up.")
DIFFERS = ("“{}” does not come out the same when it is tried once more: your code remembers something from one call to "
           "the next (a global, a default argument, what hangs on a class), uses something up, or depends on chance "
           "(random numbers, `id`, the order of a set).")
EMPTIED = ("Every case comes out right when {} is emptied before it: what your code keeps there from one call is wrong "
           "in the next. Compute the result anew from the arguments, in each call.")
DEFINED = ("Every case comes out right when your code is defined anew before it: it remembers something from one call "
           "to the next (a default argument, what hangs on the function or the class).")
APART = ("Every case comes out right when each instance has a class of its own: yours share what lies on the class, in "
         "a default argument, in a global or in a cache. Make in `__init__` what belongs to one instance, and keep it "
         "on `self`.")


def kept_by_right(exercise, trials, passes, in_turn, told_twice):
    """Return what an answer keeps that is right on every case, in words; '' if nothing.

    passes       passes(trial) tries a case once more
    in_turn      in_turn(case) gives an Outcome of `other_values.in_turn`
    told_twice   told_twice(name, case) gives an Outcome of `instances.told_twice`
    """
    for trial in reversed(trials):
        if trial.outcome.seconds < AGAIN and not passes(trial):
            return REMEMBERS.format(trial.case.name)
    return looked_up(exercise, trials, in_turn) or kept_on_instance(exercise, trials, told_twice)


def changed_since(exercise, trials, once_more):
    """Return the General for an answer that gives something else when a case is tried once more; else None."""
    for trial in reversed(trials):
        if trial.outcome.seconds < AGAIN and trial.error is None and same(trial.got, trial.got, exercise.close):
            again = once_more(trial)
            if again.error is not None or not same(again.got, trial.got, exercise.close):
                return General("remembers", DIFFERS.format(trial.case.name))
    return None


def remembered(exercise, answer, tree, trials):
    """Return the General for an answer that is right if what it keeps is emptied before each case; else None.

    tree   of its source
    """
    space = space_of(answer)
    if not can_be_tried(tree, space, trials, SECONDS):                # few runs, whose time a busy machine stretches
        return None
    kept = sorted(name for name in names_in(tree) if isinstance(space.get(name), dict | list | set) and space[name])
    cached = [name for name in names_in(tree) if hasattr(space.get(name), "cache_clear")]

    def defined_anew():
        own = {**space, **{name: type(space[name])() for name in kept},
               **{name: cache(space[name].__wrapped__) for name in cached}}
        return built(exercise, ast.Module([deepcopy(tree)], []), own)

    def class_of_its_own(*inputs, **settings):
        return defined_anew()(*inputs, **settings)

    def all_right(make):
        """Return whether every case comes out right, those first that failed, of an answer that is made for it."""
        made = ((call(make), trial) for trial in sorted(trials, key=lambda trial: trial.passed))
        return all(each.error is None and tried(exercise, each.value, trial) is None for each, trial in made)
    if all_right(defined_anew):
        return General("remembers", EMPTIED.format(" and ".join(f"`{name}`" for name in kept)) if kept else DEFINED)
    return General("remembers", APART) if exercise.kind == "class" and all_right(lambda: class_of_its_own) else None
