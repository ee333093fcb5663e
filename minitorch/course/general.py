"""Sentences for mistakes that every exercise knows: each is said only where its cause has been established."""

import ast
from itertools import product

import numpy as np

from .compare import numbers, plain, same
from .error_words import of_error
from .relations import alike, be, listed, related
from .remembering import remembered
from .repairs import repaired
from .wrong import General

IN_PLACE = {"append", "extend", "insert", "sort", "reverse", "shuffle", "update", "add", "clear", "remove", "fill",
            "setdefault_", "backward", "seed", "manual_seed", "print"}
VAGUE = {"partly", "only some right", "only where", "no such dimension", "no such key", "too short", "too far",
         "a number", "of nothing", "arguments", "no attribute"}


def general(exercise, trials, source="", answer=None):
    """Return the General that fits all trials of an answer, or None.

    source   of the answer, if it can be found
    answer   itself, if changes of it may be tried
    """
    failed = worst(trials)
    if failed is None or failed.outcome.stopped:
        return stopped(trials, failed)
    tree, crashed, may_run = parsed(source, exercise.name), failed.error is not None, answer is not None
    said = of_error(exercise, failed, tree) if crashed else of_value(failed, tree)
    if says_why(said):
        words = failed.altered and may_run and repaired(exercise, answer, tree, source, trials)
        return General(said.name, f"{said.message.partition(' Who ')[0]} {words}") if words else said
    if may_run and (kept := remembered(exercise, answer, tree, trials)):
        return kept
    said = said if crashed else related(exercise, trials, General)
    said = said if says_why(said) else of_square(trials) or said
    if not crashed and not says_why(said):
        said = of_part(exercise, failed) or only_where(trials, said) or said or partly(trials)
    words = repaired(exercise, answer, tree, source, trials) if may_run else ""
    return joined(said, "one change", words) if words else joined(said, "unread", unread(exercise, tree, trials))


def joined(said, name, words):
    """Return one General of what is said of the results, or None, and of the words of another, of this name, or ''."""
    if not words:
        return said
    if says_why(said):
        return General(said.name, f"{said.message} {words}")
    alone = said is None or said.name == "partly" and name == "one change"
    return General(name, words if alone else f"{said.message} {words}")


def stopped(trials, failed):
    """Return what is to be said of a case that does not end, where others came out right before; else None."""
    return None if failed in (None, trials[0]) else General(
        "stopped", f"Every case before “{failed.case.name}” came out right: what is different there?")


def says_why(found):
    """Return whether a General says why an answer is wrong, and not only where."""
    return found is not None and found.name not in VAGUE


def worst(trials):
    """Return the trial to speak of: the first in which something was altered, else the first that failed, or None."""
    failed = [trial for trial in trials if not trial.passed]
    return next((trial for trial in failed if trial.altered), failed[0] if failed else None)


def parsed(source, name):
    """Return the node of a source that defines the answer; None if there is none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, TypeError):
        return None
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return next((node for node in ast.walk(tree) if isinstance(node, kinds) and node.name == name), None)


def of_value(trial, tree):
    """Return what is to be said of a result of another kind than is wanted; None if it is of that kind."""
    got, wanted = trial.got, plain(trial.wanted)
    if got is None and wanted is not None:
        return nothing_returned(trial, tree)
    for name, fits, words in KINDS:
        for value, other in parts(got, wanted):
            if fits(value, other):
                return General(name, words.format(value=value, kind=type(value).__name__,
                                                   name=getattr(value, "__name__", "it")))
    for value, other in parts(got, wanted):
        if isinstance(other, np.ndarray) and isinstance(value, list | tuple):
            return of_sequence(value, other)
        if isinstance(value, dict) and isinstance(other, dict) and value.keys() != other.keys():
            return of_keys(value, other)
    return None


# Each with whether it fits a result, or a part of one, and what is wanted there
KINDS = [
    ("left over", lambda got, wanted: got is Ellipsis or got is NotImplemented,
     "`{value!r}` came back: the blank is still to be written."),
    ("returned error", lambda got, wanted: isinstance(got, BaseException),
     "A {kind} came back as a result. An error is raised: `raise …`."),
    ("a truth", lambda got, wanted: isinstance(got, bool | np.bool_) and numbers(wanted) is not None
     and np.asarray(wanted).dtype.kind in "fiu" and not same(got, wanted, 0),
     "True or False came back where a number is wanted: the result of a comparison."),
    ("not called", lambda got, wanted: callable(got) and not callable(wanted),
     "A function came back ({name}), not what it gives: its brackets `()` are missing."),
    ("a generator", lambda got, wanted: hasattr(got, "__next__") and not hasattr(wanted, "__next__"),
     "A generator came back: it has computed nothing yet. Put its values into a list, or return instead of yield."),
    ("text", lambda got, wanted: isinstance(got, str) and numbers(wanted) is not None,
     "Text came back where a number is wanted: return the number itself, not how it looks."),
    *(("a dict", lambda got, wanted, kind=kind: isinstance(got, dict) and isinstance(wanted, kind),
       f"A dict came back. Return its values alone{end}") for kind, end in (
        (tuple, ", with commas between."), (list, ", in a list."), (np.ndarray, "."))),
]


def of_keys(got, wanted):
    """Return what is to be said of a dict that has other keys than are wanted."""
    more, missing = ([repr(key) for key in one if key not in other] for one, other in ((got, wanted), (wanted, got)))
    said = [f"{listed(keys)} {be(keys)} {what}" for keys, what in ((more, "too many"), (missing, "missing")) if keys]
    return General("keys", f"A dict has other keys than are wanted: {', and '.join(said)}.")


def of_sequence(got, wanted):
    """Return what is to be said of a list or tuple where an array is wanted."""
    kind = "tuple" if isinstance(got, tuple) else "list"
    if same(np.asarray(wanted), np.array(got) if numbers(plain(got)) is not None else None, 1e-6):
        return General(f"a {kind}", f"The numbers are right, but a Python {kind} came back: what comes next "
                       "computes with arrays. Return an array, or a tensor, as the arguments are.")
    return General(f"a {kind}", f"A {kind} of {len(got)} came back where one array is wanted: " + (
        "is there a comma too many after `return`?" if kind == "tuple" else "what is to become of its parts?"))


def unread(exercise, tree, trials):
    """Return which argument that the right answer reads is never read, in words; '' if all are.

    It is said of one that has other values wherever the result is wrong than wherever it is right, if it is anywhere.
    """
    right = None if exercise.recorded else parsed(exercise.text, exercise.name)
    if not isinstance(tree, ast.FunctionDef) or not isinstance(right, ast.FunctionDef):
        return ""
    read = [{node.id for node in ast.walk(each) if isinstance(node, ast.Name)} for each in (tree, right)]
    given = [[argument.arg for argument in (*each.args.posonlyargs, *each.args.args)] for each in (tree, right)]
    if not len(given[0]) == len(given[1]) == len(exercise.names):
        return ""
    for name, other, called in zip(*given, exercise.names):
        values = [[trial.case.inputs.get(called) for trial in trials if trial.passed is passed]
                  for passed in (True, False)]
        if name not in read[0] and other in read[1] and not any(alike(*both) for both in product(*values)):
            return f"`{name}` is read nowhere in your code: the result cannot depend on it."
    return ""


def of_part(exercise, trial):
    """Return what is to be said of one of several results that is of another kind than is wanted; None if none is."""
    if not isinstance(trial.wanted, tuple) or not isinstance(trial.got, tuple) or len(
            trial.got) != len(trial.wanted) or len(exercise.results) != len(trial.got):
        return None
    for name, got, wanted in zip(exercise.results, trial.got, map(plain, trial.wanted)):
        if got is None and wanted is not None and (isinstance(wanted, list | tuple) or not name.startswith("gradient")):
            return General("nothing in a part", f"None came for “{name}”: is a `return` missing on some path, or does "
                           "what is called give None?")
        if numbers(wanted) is not None and isinstance(got, dict | str):
            return General("another kind", f"A {type(got).__name__} came for “{name}”, where a number is wanted.")
    return None


def parts(got, wanted):
    """Yield (what came, what is wanted) for a whole result, then for its parts, if they are as many as they should."""
    yield got, wanted
    if isinstance(got, tuple | list) and isinstance(wanted, tuple | list) and len(got) == len(wanted):
        for part, other in zip(got, wanted):
            yield from parts(part, other)
    if isinstance(got, dict) and isinstance(wanted, dict) and got.keys() == wanted.keys():
        for key, other in wanted.items():
            yield from parts(got[key], other)


def nothing_returned(trial, tree):
    """Return why None came back: no return at all, a print, a method that gives None, a path without a return."""
    own = own_returns(tree)
    values = [node.value for node in own if node.value is not None]
    if tree is None or isinstance(tree, ast.ClassDef):
        return General("nothing returned", "Nothing came back (None): is there a `return` on every path?")
    if not values:
        if trial.outcome.printed.strip():
            return General("printed", "It prints its result, and returns nothing. What is printed is for the "
                           "eye; only what stands after `return` reaches who called.")
        return General("no return", "There is no `return` with a value, so None comes back: return the result.")
    for value in values:
        name = getattr(getattr(value, "func", None), "attr", getattr(getattr(value, "func", None), "id", None))
        if name in IN_PLACE:
            return General("returns None", f"`{name}` does its work in place and gives None, and that is returned. "
                           "Call it in a line of its own, then return what it worked on.")
    return General("no return here", "On this input the end was reached without a `return`: is one missing in a "
                   "branch, or after the loop?")


def own_returns(tree):
    """Return the return statements of a function, without those of functions inside it."""
    found, todo = [], list(getattr(tree, "body", ()))
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.Return):
            found.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return found


def of_square(trials):
    """Return the General for an answer that is right where an argument has as many rows as columns, and only there."""
    passed = [trial.passed for trial in trials]
    shaped = {name: given for name in trials[0].case.inputs
              if None not in (given := [is_square(trial.case.inputs.get(name)) for trial in trials])}
    fitting = [f"`{name}` has" for name, given in shaped.items() if given == passed]
    if not fitting and [all(each) for each in zip(*shaped.values())] == passed:
        fitting = [f"{listed([f'`{name}`' for name in shaped])} have"]
    if not fitting or not any(passed):
        return None
    return General("square", f"Right on every case in which {fitting[-1]} as many rows as columns, and on no other. "
                   "Where does your code take one for the other, as shape[0] for shape[1]?")


def only_where(trials, said):
    """Return the General for an answer that is right where an argument, or its length, is 0 or 1, and only there."""
    passed, before = [trial.passed for trial in trials], "" if said is None else said.message + " "
    for name in trials[0].case.inputs if min(sum(passed), len(passed) - sum(passed)) > 1 else ():
        given = [trial.case.inputs.get(name) for trial in trials]
        lengths = [len(x) if isinstance(x, list | tuple) or getattr(x, "shape", ()) else None for x in given]
        for words, values in ((name, [x if isinstance(x, int | float) else None for x in given]),
                              (f"len({name})", lengths)):
            at = values[passed.index(True)]
            if at in (0, 1) and [value == at for value in values] == passed:
                return General("only where", f"{before}All is right in the cases in which `{words}` is {at}, and in no "
                               "other: where does your code rely on that?")
    return None


def is_square(value):
    """Return whether the last two dimensions of an array, a shape or several arrays are equal; None for all else."""
    if isinstance(value, list) and value and hasattr(value[0], "shape"):
        return all(map(is_square, value))
    shape = value if isinstance(value, tuple) else getattr(value, "shape", ())
    return shape[-1] == shape[-2] if len(shape) > 1 and all(isinstance(n, int) for n in shape) else None


def partly(trials):
    """Return on which cases an answer is right, if it is right on some; else None."""
    right, wrong = ([trial.case.name for trial in trials if trial.passed is passed] for passed in (True, False))
    if not right or not wrong or not all(right + wrong):
        return None
    def told(names, others=()):
        more = len(names) > max(4, len(others))
        return f"the others ({len(names)})" if more else ", ".join(f"“{name}”" for name in names)
    if all(isinstance(value, bool) for trial in trials for value in (trial.got, trial.wanted)):      # a test to write
        said = [f"{what}: {told(names)}" for what, answer in [("accepts what is wrong", True), ("refuses what is right",
                False)] if (names := [trial.case.name for trial in trials if not trial.passed and trial.got is answer])]
        return General("partly", f"Your test {', and '.join(said)}. On which inputs do right and wrong ones differ?")
    return General("partly", f"Right on {told(right, wrong)}; not on {told(wrong, right)}. What is different?")
