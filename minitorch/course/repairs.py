"""Find the one place of a wrong answer that decides: with one small change there, every case comes out right."""

import ast
import re
import warnings
from copy import deepcopy
from time import process_time

from .compare import plain, same
from .mutations import mutations
from .numbered import space_of
from .safe_call import call, clock

MOST, SECONDS, ALL = 1500, 0.25, 6.0     # changes that are tried; seconds of computing for a case of one, and for all
SLOW = 0.05                              # seconds of a case from which on nothing is tried
UNSAFE = {"os", "shutil", "subprocess", "pathlib", "Path", "open", "save", "exec", "eval", "sleep", "input",
          "__import__",
          "as_strided", "ctypes", "cffi", "frombuffer", "memmap", "tofile"}     # a change reads or writes elsewhere


def repaired(exercise, answer, tree, source, trials):
    """Return the one change of an answer after which every case comes out right, in words; '' if there is none.

    Where an answer alters what it should not, only two names are exchanged: it may have taken one for the other.

    tree   of its source; it stays as it is
    """
    space = space_of(answer)
    if not can_be_tried(tree, space, trials):
        return ""
    whole = ast.Module([deepcopy(tree)], [])             # a change that is found is not taken back in it
    cases = sorted(trials, key=lambda trial: trial.passed)           # those that failed first
    stopped, begin, altered = 0, process_time(), any(trial.altered for trial in trials)
    for number, words in enumerate(mutations(whole.body[0], source.split("\n"))):
        if number >= MOST or stopped > 2 or process_time() - begin > ALL:
            break
        if altered and "are exchanged" not in words:
            continue
        made = call(built, exercise, whole, space)
        if made.error is None:
            outcomes = (outcome for trial in cases if (outcome := tried(exercise, made.value, trial)) is not None)
            wrong = next(outcomes, None)
            if wrong is None and not any(call(probe, made.value).value for probe in exercise.probes) and not (
                    exercise.is_test and re.search("comparison `[<>]", words)):          # turned round, right by luck
                return words
            stopped += wrong is not None and wrong.stopped
    return ""


def can_be_tried(tree, space, trials, slow=SLOW):
    """Return whether changed lines of a source may run: in little time, and where they touch no file or memory."""
    if tree is None or not clock() or any(trial.outcome.seconds > slow for trial in trials):
        return False
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}      # an argument may be called `input`
    named = names_in(tree)
    helpers = (space[name].__code__ for name in named & space.keys() if hasattr(space[name], "__code__"))
    return not named.union(*(code.co_names for code in helpers)) & UNSAFE - own


def names_in(tree):
    """Return all names in a tree, those of attributes and definitions too."""
    return {getattr(node, "id", getattr(node, "attr", getattr(node, "name", None))) for node in ast.walk(tree)}


def built(exercise, tree, space):
    """Return the function or class that a tree defines, among the names that the answer knows."""
    own = dict(space)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(ast.fix_missing_locations(tree), f"<{exercise.id}, changed>", "exec"), own)
    return own[exercise.name]


def tried(exercise, answer, trial):
    """Return the Outcome of a changed answer on a case; None if it is right."""
    outcome = call(lambda: plain(exercise.run(answer, trial.case.fresh())), seconds=SECONDS, computing=True)
    right = outcome.error is None and same(outcome.value, trial.wanted, exercise.close)
    return None if right else outcome
