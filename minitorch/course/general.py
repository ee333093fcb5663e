"""Sentences for mistakes that every exercise knows: each is said only where its cause has been established."""

import ast
import builtins
import difflib
import re
import traceback

import numpy as np

from .compare import numbers, plain, same
from .relations import related
from .repairs import repaired
from .safe_call import TookTooLong

IN_PLACE = {"append", "extend", "insert", "sort", "reverse", "shuffle", "update", "add", "clear", "remove", "fill",
            "setdefault_", "backward", "seed", "manual_seed", "print"}
VAGUE = {"partly", "only some right"}    # names of what says where it is wrong, and not why


class General:
    """A mistake that any exercise can meet: named like one of its own, without an example or a picture."""

    example = picture = None

    def __init__(self, name, message):
        self.name, self.message = name, message

    def named(self, name):
        """Whether it is the mistake of that name."""
        return self.name == name


def general(exercise, trials, source="", answer=None):
    """The General that fits all trials of an answer, or None.

    source   of the answer, where it is to be had
    answer   itself, where changes of it may be tried
    """
    failed = next((trial for trial in trials if not trial.passed), None)
    if failed is None or failed.outcome.stopped:
        return None
    tree = parsed(source, exercise.name)
    said = of_error(exercise, failed, tree) if failed.error is not None else of_value(failed, tree)
    if said is not None:
        return said
    said = None if failed.error is not None else related(exercise, trials, General) or partly(trials)
    words = "" if answer is None or failed.altered else repaired(exercise, answer, tree, source, trials)
    if not words:
        return said
    if said is None or said.name in VAGUE:
        return General("one change", words if said is None or said.name == "partly" else f"{said.message} {words}")
    return General(said.name, f"{said.message} {words}")


def parsed(source, name):
    """The part of a source that defines the answer, as ast has it; None when there is none."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, TypeError):
        return None
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    return next((node for node in ast.walk(tree) if isinstance(node, kinds) and node.name == name), None)


def of_error(exercise, trial, tree):
    """What an error says about the answer, beyond its own words; None when nothing."""
    error = trial.error
    kind, text = type(error).__name__, str(error)
    if kind == "Altered":
        return General("altered", text)
    if isinstance(error, TookTooLong):
        return None
    if kind == "NotImplementedError":
        return General("left over", "The line `raise NotImplementedError` from the blank is still there, and was "
                       "reached: write code in its place, or delete it.")
    if kind == "RecursionError":
        return General("endless", "Functions call each other more than 1,000 deep, where Python stops: either it never "
                       "ends, or there is a call for each step of a long way. A loop has no such limit.")
    if kind == "UnboundLocalError":
        name = (re.findall(r"'(\w+)'", text) or ["a name"])[0]
        return General("unbound", f"`{name}` is given a value somewhere in the function, so it is the function's own; "
                       "this line reads it before that has happened.")
    if kind == "NameError":
        return misspelt((re.findall(r"'(\w+)'", text) or [""])[0], names_of(tree) | set(dir(builtins)))
    if kind == "AttributeError" and (found := re.search(r"Did you mean:? '(\w+)'", text)):
        return General("misspelt", f"There is no such name: did you mean `{found[1]}`?")
    if re.search(r"'(builtin_function_or_method|method|function)' object|(builtin_function_or_method|method)'", text):
        return General("not called", "A method stands there without its brackets `()`: that is the method itself, "
                       "not what it gives.")
    if kind == "IndexError" and (found := re.search(r"array is (\d+)-dimensional, but (\d+) were indexed", text)):
        return General("dimensions", f"{found[2]} indices are given to an array that has {found[1]} "
                       f"dimension{'s' * (found[1] != '1')} here" + inside(trial))
    if kind == "IndexError" and text == "tuple index out of range" and ".shape[" in line_of(exercise, error):
        return General("dimensions", "This line asks for a dimension that the array does not have here: does the case "
                       "have fewer dimensions than you expect?")
    if "'NoneType'" in text:
        given = none_used(exercise, trial, tree)
        local = none_there(exercise, trial.error)
        if local and not given:
            return General("None used", f"`{local}` is None when that line is reached, and nothing can be done with "
                           "None: where does it come from, and what should happen then?")
        if given:
            return General("None used", f"`{given}` is None in this case, and nothing can be computed with None: ask "
                           f"`{given} is None` before it is used.")
        return General("None used", "Something in that line is None: either a function was called that returns "
                       "nothing, or an argument that may be None was used without asking `is not None`.")
    if "Boolean value of Tensor" in text or "truth value of an array" in text:
        return General("truth", "Several numbers at once are neither true nor false. Ask element by element (a mask, "
                       "`where`); and whether something is there is asked with `is not None`.")
    return None


def none_used(exercise, trial, tree):
    """The argument, by the answer's own name for it, that is None in a case and stands in the line that failed."""
    if not isinstance(tree, ast.FunctionDef):
        return ""
    own = dict(zip(exercise.names, (argument.arg for argument in (*tree.args.posonlyargs, *tree.args.args))))
    line = line_of(exercise, trial.error)
    return next((own[name] for name, value in trial.case.inputs.items() if value is None and name in own
                 and re.search(rf"\b{own[name]}\b", line)), "")


def none_there(exercise, error):
    """The name in the line that failed, of the answer itself, that was None when it was reached; '' where none was."""
    frames = [(frame, number) for frame, number in traceback.walk_tb(error.__traceback__)
              if frame.f_code.co_name == exercise.name]
    if not frames:
        return ""
    line, values = line_of(exercise, error), frames[-1][0].f_locals
    return next((name for name in re.findall(r"\b[A-Za-z_]\w*\b", line.partition("=")[2] or line)
                 if name in values and values[name] is None), "")


def line_of(exercise, error):
    """The line of the answer that an error came up in, or that called what failed; '' where it is not to be had."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.line or "" for frame in reversed(frames) if frame.name == exercise.name), "")


def inside(trial):
    """How a sentence on an error ends: inside which function among the arguments it came up."""
    code = [frame.f_code for frame, _ in traceback.walk_tb(trial.error.__traceback__)][-1]
    name = next((name for name, value in trial.case.inputs.items() if getattr(value, "__code__", None) is code), "")
    return f", inside `{name}`: give it an array of the shape that it is made for." if name else "."


def names_of(tree):
    """Every name in the answer, arguments too."""
    found = set()
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
    return found | {"np", "mt"}


def misspelt(name, known):
    near = difflib.get_close_matches(name, known - {name}, 1, 0.6)
    return General("misspelt", f"There is no `{name}`" + (f": did you mean `{near[0]}`?" if near else
                                                        ": was it given a value, or another name?"))


def of_value(trial, tree):
    """What is to be said about a result that is of another kind than what is wanted; None when it is of that kind."""
    got, wanted = trial.got, plain(trial.wanted)
    if got is None and wanted is not None:
        return nothing_returned(trial, tree)
    if got is Ellipsis or got is NotImplemented:
        return General("left over", f"`{got!r}` came back: the blank is still to be written.")
    if isinstance(got, bool | np.bool_) and numbers(wanted) is not None and np.asarray(wanted).dtype.kind in "fiu":
        return General("a truth", "True or False came back where a number is wanted: the result of a comparison.")
    if callable(got) and not callable(wanted):
        return General("not called", f"A function came back ({getattr(got, '__name__', 'it')}), not what it gives: "
                       "its brackets `()` are missing.")
    if hasattr(got, "__next__") and not hasattr(wanted, "__next__"):
        return General("a generator", "A generator came back: it has computed nothing yet. Put its values into a list, "
                       "or return instead of yield.")
    if isinstance(wanted, np.ndarray) and isinstance(got, list | tuple):
        kind = "tuple" if isinstance(got, tuple) else "list"
        if same(np.asarray(wanted), np.array(got) if numbers(plain(got)) is not None else None, 1e-6):
            return General(f"a {kind}", f"The numbers are right, but a Python {kind} came back: what comes next "
                           "computes with arrays. Return an array, or a tensor, as the arguments are.")
        return General(f"a {kind}", f"A {kind} of {len(got)} came back where one array is wanted: " + (
            "is there a comma too many after `return`?" if kind == "tuple" else "what is to become of its parts?"))
    return None


def nothing_returned(trial, tree):
    """Why None came back: no return at all, a print, a bare return, a method that gives None, a path without one."""
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
    """The return statements of a function, not those of functions inside it."""
    found, todo = [], list(getattr(tree, "body", ()))
    while todo:
        node = todo.pop(0)
        if isinstance(node, ast.Return):
            found.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return found


def partly(trials):
    """On which cases it is right, where it is on some."""
    right, wrong = ([trial.case.name for trial in trials if trial.passed is passed] for passed in (True, False))
    if not right or not wrong or not all(right + wrong):
        return None
    def told(names):
        return ", ".join(f"“{name}”" for name in names)
    if all(isinstance(value, bool) for trial in trials for value in (trial.got, trial.wanted)):      # a test to write
        said = [f"{what}: {told(names)}" for what, answer in [("accepts what is wrong", True), ("refuses what is right",
                False)] if (names := [trial.case.name for trial in trials if not trial.passed and trial.got is answer])]
        return General("partly", f"Your test {', and '.join(said)}. On which inputs do right and wrong ones differ?")
    return General("partly", f"Right on {told(right)}; not on {told(wrong)}. What is different there?")
