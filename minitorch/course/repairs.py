"""Find the one place of a wrong answer that decides: with one small change there, every case comes out right."""

import ast
import warnings
from copy import deepcopy
from functools import cache
from time import process_time

from .compare import plain, same
from .mutations import mutations
from .safe_call import call, clock
from .wrong import space_of

MOST, SECONDS, ALL = 1500, 0.25, 6.0     # changes that are tried; seconds of computing for a case of one, and for all
SLOW = 0.05                              # seconds of a case from which on nothing is tried
UNSAFE = {"os", "shutil", "subprocess", "pathlib", "Path", "open", "save", "exec", "eval", "sleep", "input",
          "__import__",
          "as_strided", "ctypes", "cffi", "frombuffer", "memmap", "tofile"}     # a change reads or writes elsewhere

EMPTIED = ("Every case comes out right when {} is emptied before it: what your code keeps there from one call is wrong "
           "in the next. Compute the result anew from the arguments, in each call.")
DEFINED = ("Every case comes out right when your code is defined anew before it: it remembers something from one call "
           "to the next (a default argument, what hangs on the function or the class).")

APART = ("Every case comes out right when each instance has a class of its own: yours share what lies on the class, in "
         "a default argument, in a global or in a cache. Make in `__init__` what belongs to one instance, and keep it "
         "on `self`.")


def repaired(exercise, answer, tree, source, trials):
    """What of an answer has to change for every case to come out right, in words; '' where no one change does it.

    tree   of its source; it stays as it is
    """
    space = space_of(answer)
    if not can_be_tried(tree, space, trials):
        return ""
    whole = ast.Module([deepcopy(tree)], [])             # a change that is found is not taken back in it
    cases = sorted(trials, key=lambda trial: trial.passed)           # those that failed first
    stopped, begin = 0, process_time()
    for number, words in enumerate(mutations(whole.body[0], source.split("\n"))):
        if number >= MOST or stopped > 2 or process_time() - begin > ALL:
            break
        made = call(built, exercise, whole, space)
        if made.error is None:
            outcomes = (outcome for trial in cases if (outcome := tried(exercise, made.value, trial)) is not None)
            wrong = next(outcomes, None)
            if wrong is None and not any(call(probe, made.value).value for probe in exercise.probes):
                return words
            stopped += wrong is not None and wrong.stopped
    return ""


def can_be_tried(tree, space, trials, slow=SLOW):
    """Whether lines of a source may be run that are changed: in little time, where no file and no memory is touched."""
    if tree is None or not clock() or any(trial.outcome.seconds > slow for trial in trials):
        return False
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}      # an argument may be called `input`
    named = names_in(tree)
    helpers = (space[name].__code__ for name in named & space.keys() if hasattr(space[name], "__code__"))
    return not named.union(*(code.co_names for code in helpers)) & UNSAFE - own


def names_in(tree):
    """All names in a tree, of attributes and definitions too."""
    return {getattr(node, "id", getattr(node, "attr", getattr(node, "name", None))) for node in ast.walk(tree)}


def remembered(exercise, answer, tree, trials):
    """What an answer keeps from one call to the next, where every case comes out right without it; '' otherwise."""
    space = space_of(answer)
    if not can_be_tried(tree, space, trials, SECONDS):                # few runs, whose time a busy machine stretches
        return ""
    kept = sorted(name for name in names_in(tree) if isinstance(space.get(name), dict | list | set) and space[name])
    cached = [name for name in names_in(tree) if hasattr(space.get(name), "cache_clear")]

    def anew():
        """The answer, defined in this moment, with nothing in what it keeps."""
        own = {**space, **{name: type(space[name])() for name in kept},
               **{name: cache(space[name].__wrapped__) for name in cached}}
        return built(exercise, ast.Module([deepcopy(tree)], []), own)

    def one_of_its_own(*inputs, **settings):
        return anew()(*inputs, **settings)

    def all_right(make):
        """Whether every case comes out right, those first that failed, of an answer that is made for it."""
        made = ((call(make), trial) for trial in sorted(trials, key=lambda trial: trial.passed))
        return all(each.error is None and tried(exercise, each.value, trial) is None for each, trial in made)
    if all_right(anew):
        return EMPTIED.format(" and ".join(f"`{name}`" for name in kept)) if kept else DEFINED
    return APART if exercise.kind == "class" and all_right(lambda: one_of_its_own) else ""


def built(exercise, tree, space):
    """The function or class that a tree defines, among the names that the answer knows."""
    own = dict(space)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(ast.fix_missing_locations(tree), f"<{exercise.id}, changed>", "exec"), own)
    return own[exercise.name]


def tried(exercise, answer, trial):
    """The Outcome of a changed answer on a case where it is not right; None where it is."""
    outcome = call(lambda: plain(exercise.run(answer, trial.case.fresh())), seconds=SECONDS, computing=True)
    right = outcome.error is None and same(outcome.value, trial.wanted, exercise.close)
    return None if right else outcome
