"""What an error in an answer says beyond its own words: a blank left over, a name misspelt, None used."""

import ast
import builtins
import difflib
import re
import traceback

from .safe_call import TookTooLong
from .wrong import General

# (what an error's kind and text look like, the mistake's name, the words)
ERRORS = [
    (r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)", "too far",
     "Index {0} was asked for along axis {1}, which has {2} elements here: is the index of one array used for another, "
     "or does a loop go too far?"),
    ("IndexError: only integers, slices", "no whole number",
     "An index is no whole number: `/` gives a float, also where it comes out even. `//` divides whole numbers."),
    (r"'(?:int|float)' object is not (?:subscriptable|iterable)", "a number",
     "A single number stands there where a pair, a list or an array is expected. What did the line give that made it?"),
    (r"(min|max)\(\) (?:arg|iterable argument) is (?:an )?empty", "of nothing",
     "`{0}` was asked of nothing: there is nothing to choose from in this case. Is a `return` missing before it?"),
    ("can't multiply sequence by non-int", "pairs as numbers",
     "A tuple or list was multiplied like a number. Take its parts, [0] and [1]."),
    ("Cannot cast ufunc", "whole numbers",
     "Floats are to go into an array of whole numbers: make it with the dtype of what goes into it."),
    (r"setting an array element with a sequence\.$", "an array for a number",
     "An array was assigned where one number has its place: what stands to the right of `=` is still an array."),
    ("'Global'", "a whole array",
     "A whole array stands where a kernel needs one number: a thread reads one element at a time, with its index."),
]


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
    if kind == "ValueError" and "values to unpack" in text and "=" in line_of(exercise, error):
        count = "More" if text.startswith("too many") else "Fewer"
        return General("unpacked", f"{count} values come from the right of `=` than there are names on its left: each "
                       "takes one.")
    if kind == "RecursionError":
        return General("endless", "Functions call each other more than 1,000 deep, where Python stops: either it never "
                       "ends, or there is a call for each step of a long way. A loop has no such limit.")
    if kind == "UnboundLocalError":
        name = (re.findall(r"'(\w+)'", text) or ["a name"])[0]
        return General("unbound", f"`{name}` is given a value somewhere in the function, so it is the function's own; "
                       "this line reads it before that has happened.")
    if kind == "NameError":
        return misspelt((re.findall(r"'(\w+)'", text) or [""])[0], names_of(tree) | set(dir(builtins)))
    if kind == "KeyError":
        return General("no such key", f"The dict that is read there has no key {text}. Which keys has it there, and "
                       "what is to happen for others?")
    if re.search(r"missing \d+ required positional|takes .* positional arguments? but", text):
        return General("arguments", "A function is called there with more or fewer arguments than it takes: compare "
                       "the call with its `def` line, or with the text of the exercise.")
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
    for pattern, name, words in ERRORS:
        if found := re.search(pattern, f"{kind}: {text}"):
            return General(name, words.format(*found.groups()))
    if kind == "IndexError" and text.endswith("index out of range"):
        return General("too short", f"The {text.split()[0]} that is read there is shorter in this case than its index "
                       "says: how long is it here?")
    if re.search("len\\(\\) of unsized|(len\\(\\) of|iteration over|iterate over) a 0-d|numpy.* has no len", text):
        return General("no dimension", "What has no dimension, shape (), is a single number: there is nothing to count "
                       "in it or to go through. An operation on the whole array needs no loop.")
    if (kind == "AxisError" or "Dimension out of range" in text) and line_of(exercise, error):
        return General("no such dimension", "This line asks for a dimension that is not there: in this case there are "
                       "fewer of them, or a sum has taken one away before.")
    if "NoneType" in text:
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
    if "inhomogeneous" in text:
        return General("several shapes", "One array holds parts of one shape only, and these have several: go through "
                       "them one by one, or lay each flat and join them end to end.")
    if (name := infinite(trial)) and re.search("infinity|integer is required|as an integer|allowed size exc", text):
        return General("infinite", f"`{name}` is infinite in this case: no whole number, length or range can be made "
                       f"of it. Only compare with it: … <= {name}.")
    if "Boolean value of Tensor" in text or "truth value of an array" in text:
        return General("truth", "Several numbers at once are neither true nor false. Ask element by element (a mask, "
                       "`where`); and whether something is there is asked with `is not None`.")
    return of_tensors(exercise, error, text)


def of_tensors(exercise, error, text):
    """Return what an error says of Tensors used like arrays or matrices, or of a missing method; None if nothing."""
    if "Can't call numpy() on Tensor that requires grad" in text:
        return General("NumPy inside", "NumPy was asked to compute with a Tensor that wants a gradient, and no "
                       "gradient comes back through NumPy. Use the operations of Tensors: `mt.exp`, `mt.tanh`, `@`, …")
    if "rows of equal length" in text:
        return General("ragged", "Rows of different lengths make no tensor: fill up the shorter ones first.")
    missing = re.search(r"'(\w+)' object has no attribute '(\w+)'", text)
    if missing and missing[1] == exercise.name and hasattr(exercise.reference, missing[2]):
        return General("method missing", f"`{missing[2]}` is asked for as well, and the class does not have it yet.")
    if missing:
        return General("no attribute", f"What stands before `.{missing[2]}` there is a {missing[1]}, which has nothing "
                       "of that name. Is it what you expect there, or is this a word of another library?")
    joined = re.search(r"matmul cannot join \((.*?)\) and \((.*?)\)", text)
    if joined is None or max(joined[1].count(","), joined[2].count(",")) < 2:
        return None
    line = line_of(exercise, error)
    turned = re.search(r"\.(T\b|t\(\)|(?:transpose|swapaxes)\((?:0, ?1|1, ?0)\))", line)
    return turned and General("turned in front", f"`.{turned[1]}` turns other dimensions than the last two where batch "
                              "or heads stand in front, as in this case. `.transpose(-2, -1)`, or `.mT`, counts from "
                              "the back.")


def infinite(trial):
    """Return the name of an argument that is infinite in a case; '' if none is."""
    return next((name for name, value in trial.case.inputs.items()
                 if isinstance(value, float) and value in (float("inf"), -float("inf"))), "")


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
