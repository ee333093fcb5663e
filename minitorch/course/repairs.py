"""Find the one place of a wrong answer that decides: with one small change there, every case comes out right."""

import ast
import warnings
from time import process_time

from .compare import plain, same
from .mutations import mutations
from .safe_call import call, clock
from .wrong import space_of

MOST, SECONDS, ALL = 1500, 0.25, 6.0     # changes that are tried; seconds of computing for a case of one, and for all
SLOW = 0.05                              # seconds of a case from which on nothing is tried
UNSAFE = {"os", "shutil", "subprocess", "pathlib", "Path", "open", "save", "exec", "eval", "sleep", "input",
          "__import__"}


def repaired(exercise, answer, tree, source, trials):
    """What of an answer has to change for every case to come out right, in words; '' where no one change does it.

    tree   of its source
    """
    if tree is None or not clock() or any(trial.outcome.seconds > SLOW for trial in trials):
        return ""
    own = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}      # an argument may be called `input`
    names = {getattr(node, "id", getattr(node, "attr", getattr(node, "name", None))) for node in ast.walk(tree)}
    if names & UNSAFE - own:                                     # what a changed line might do to files
        return ""
    space, whole = space_of(answer), ast.Module([tree], [])
    cases = sorted(trials, key=lambda trial: trial.passed)           # those that failed first
    stopped, begin = 0, process_time()
    for number, words in enumerate(mutations(tree, source.split("\n"))):
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
