"""What an error in an answer says beyond its own words: a blank left over, a name misspelt, None used."""

import ast
import builtins
import difflib
import re
import traceback

from .safe_call import TookTooLong
from .wrong import General


class Failure:
    """An error that an answer ended in, the answer's frame and line in which it did, and what a pattern found."""

    def __init__(self, exercise, trial, tree):
        self.exercise, self.trial, self.tree, self.error = exercise, trial, tree, trial.error
        frames = traceback.walk_tb(self.error.__traceback__), traceback.extract_tb(self.error.__traceback__)
        own = [(frame, each.line or "") for (frame, _), each in zip(*frames)
               if frame.f_code.co_qualname.partition(".")[0] == exercise.name]       # methods and inner functions too
        (self.frame, self.line), self.found = own[-1] if own else (None, ""), None


def of_error(exercise, trial, tree):
    """Return what an error says about the answer, beyond its own words; None if nothing."""
    if isinstance(trial.error, TookTooLong):
        return None
    failure, ended = Failure(exercise, trial, tree), f"{type(trial.error).__name__}: {trial.error}"
    for pattern, in_line, name, words in ERRORS:
        failure.found = re.search(pattern, ended)
        if failure.found and in_line.format(*failure.found.groups()) in failure.line:
            said = words(failure) if callable(words) else words.format(*failure.found.groups())
            if said:
                return General(name, said)
    return None


def none_used(failure):
    """Return the words for None in the line that failed: which argument or name it is, if that can be found out."""
    if given := none_given(failure):
        return (f"`{given}` is None in this case, and nothing can be computed with None: ask `{given} is None` before "
                "it is used.")
    if local := none_there(failure):
        return (f"`{local}` is None when that line is reached, and nothing can be done with None: where does it come "
                "from, and what should happen then?")
    if not failure.line:
        return "None came back where something else is wanted: is there a `return`, or a `raise`, on every path?"
    return ("Something in that line is None: either a function was called that returns nothing, or an argument that "
            "may be None was used without asking `is not None`.")


def none_given(failure):
    """Return the argument, by the answer's own name for it, that is None in the line that failed; '' if none is."""
    tree = failure.tree
    if not isinstance(tree, ast.FunctionDef):
        return ""
    own = dict(zip(failure.exercise.names, (each.arg for each in (*tree.args.posonlyargs, *tree.args.args))))
    return next((own[name] for name, value in failure.trial.case.inputs.items() if value is None and name in own
                 and re.search(rf"\b{own[name]}\b", failure.line)), "")


def none_there(failure):
    """Return the name in the answer's line that was None when the line was reached; '' if none was."""
    values = failure.frame.f_locals if failure.frame is not None else {}
    return next((name for name in re.findall(r"\b[A-Za-z_]\w*\b", failure.line.partition("=")[2] or failure.line)
                 if name in values and values[name] is None), "")


def infinite(failure):
    """Return the words for an argument that is infinite in a case; '' if none is."""
    return next((f"`{name}` is infinite in this case: no whole number, length or range can be made of it. Only compare "
                 f"with it: … <= {name}." for name, value in failure.trial.case.inputs.items()
                 if isinstance(value, float) and value in (float("inf"), -float("inf"))), "")


def too_many_indices(failure):
    """Return the words for more indices than dimensions, and inside which argument they were given."""
    count, there = failure.found[2], failure.found[1]
    code = [frame.f_code for frame, _ in traceback.walk_tb(failure.error.__traceback__)][-1]
    name = next((name for name, value in failure.trial.case.inputs.items()
                 if getattr(value, "__code__", None) is code), "")
    return f"{count} indices are given to an array that has {there} dimension{'s' * (there != '1')} here" + (
        f", inside `{name}`: give it an array of the shape that it is made for." if name else ".")


def no_such_dimension(failure):
    """Return the words for a dimension that an array lacks, if a line of the answer asks for it."""
    return failure.line and ("This line asks for a dimension that is not there: in this case there are fewer of them, "
                             "or a sum has taken one away before.")


def misspelt(failure):
    """Return the words for a name that does not exist, with one that is much like it."""
    own = {node.id if isinstance(node, ast.Name) else node.arg for node in ast.walk(failure.tree or ast.Pass())
           if isinstance(node, ast.arg) or isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    name = failure.found[1]
    near = difflib.get_close_matches(name, (own | {"np", "mt", *dir(builtins)}) - {name}, 1, 0.6)
    return f"There is no `{name}`" + (f": did you mean `{near[0]}`?" if near else
                                      ": was it given a value, or another name?")


def method_missing(failure):
    """Return the words for a method of the exercise's class that the answer does not have; '' for any other name."""
    kind, name = failure.found.groups()
    is_its_own = kind == failure.exercise.name and hasattr(failure.exercise.reference, name)
    return f"`{name}` is asked for as well, and the class does not have it yet." if is_its_own else ""


def hidden(failure):
    """Return the words for a value that has the name of a method, or of a function of Python's; '' if there is none."""
    nodes = list(ast.walk(failure.tree or ast.Pass()))
    given = {getattr(node, "attr", getattr(node, "id", "")) for node in nodes
             if isinstance(getattr(node, "ctx", None), ast.Store)}
    names = [f"self.{node.name}" for node in nodes if isinstance(node, ast.FunctionDef) and node.name in given]
    names += [name for name in re.findall(r"(?<![.\w])(\w+)\(", failure.line) if name in given & {*dir(builtins)}]
    return "".join(f"`{name}` was given a value ({failure.found[1]}), which hides the function of that name: give the "
                   "value another name." for name in names[:1])


def written_over(failure):
    """Return the words for an argument that the answer's line writes to in place, and should not; '' for any other."""
    name = re.match(r"(\w+)\s*(?:\[.*\]|\.\w+_\(|[-+*/@%]*=)", failure.line)
    return name and name[1] in set(failure.exercise.names) - set(failure.exercise.changes) and (
        f"This line writes over the numbers of `{name[1]}`, which was passed in: its caller still needs them, and so "
        f"do the gradients. Compute a new array instead: `{name[1]} = …`.")


def turned_in_front(failure):
    """Return the words for a matrix product of which a factor is transposed in its first dimensions; '' if none is."""
    if max(shape.count(",") for shape in failure.found.groups()) < 2:
        return ""
    turned = re.search(r"\.(T\b|t\(\)|(?:transpose|swapaxes)\((?:0, ?1|1, ?0)\))", failure.line)
    return turned and (f"`.{turned[1]}` turns other dimensions than the last two where batch or heads stand in front, "
                       "as in this case. `.transpose(-2, -1)`, or `.mT`, counts from the back.")


# A pattern in the error's kind and text, a part of the answer's line (may name what was found); then the name of the
# mistake and its words, or a function of the Failure that gives them ('' for none). The first row that fits is said.
ERRORS = [
    ("(?s)^Altered: (.*)", "", "altered", "{0}"),
    ("^NotImplementedError", "", "left over",
     "The line `raise NotImplementedError` from the blank is still there, and was reached: write code in its place, or "
     "delete it."),
    ("^ValueError: too many values to unpack", "=", "unpacked",
     "More values come from the right of `=` than there are names on its left: each takes one."),
    ("^ValueError: .*values to unpack", "=", "unpacked",
     "Fewer values come from the right of `=` than there are names on its left: each takes one."),
    ("^RecursionError", "", "endless",
     "Functions call each other more than 1,000 deep, where Python stops: either it never ends, or there is a call for "
     "each step of a long way. A loop has no such limit."),
    (r"^UnboundLocalError: .*?'(\w+)'", "", "unbound",
     "`{0}` is given a value somewhere in the function, so it is the function's own; this line reads it before that "
     "has happened."),
    (r"^NameError: .*?'(\w+)'", "", "misspelt", misspelt),
    ("(?s)^KeyError: (.*)", "", "no such key",
     "The dict that is read there has no key {0}. Which keys has it there, and what is to happen for others?"),
    (r"missing \d+ required positional|takes .* positional arguments? but", "", "arguments",
     "A function is called there with more or fewer arguments than it takes: compare the call with its `def` line, or "
     "with the text of the exercise."),
    (r"^AttributeError: .*Did you mean:? '(\w+)'", "", "misspelt", "There is no such name: did you mean `{0}`?"),
    ("'(?:builtin_function_or_method|method|function)' object|(?:builtin_function_or_method|method)'", "",
     "not called", "A method stands there without its brackets `()`: that is the method itself, not what it gives."),
    (r"'(\w+)' object is not callable", "", "hidden", hidden),
    (r"^IndexError: .*array is (\d+)-dimensional, but (\d+) were indexed", "", "dimensions", too_many_indices),
    ("^IndexError: tuple index out of range$", ".shape[", "dimensions",
     "This line asks for a dimension that the array does not have here: does the case have fewer dimensions than you "
     "expect?"),
    (r"index (-?\d+) is out of bounds for axis (\d+) with size (\d+)", "", "too far",
     "Index {0} was asked for along axis {1}, which has {2} elements here: is the index of one array used for another, "
     "or does a loop go too far?"),
    ("^IndexError: only integers, slices", "", "no whole number",
     "An index is no whole number: `/` gives a float, also where it comes out even. `//` divides whole numbers."),
    (r"'(?:int|float)' object is not (?:subscriptable|iterable)", "", "a number",
     "A single number stands there where a pair, a list or an array is expected. What did the line give that made it?"),
    (r"(min|max)\(\) (?:arg|iterable argument) is (?:an )?empty", "", "of nothing",
     "`{0}` was asked of nothing: there is nothing to choose from in this case. Is a `return` missing before it?"),
    ("can't multiply sequence by non-int", "", "pairs as numbers",
     "A tuple or list was multiplied like a number. Take its parts, [0] and [1]."),
    ("Cannot cast ufunc", "", "whole numbers",
     "Floats are to go into an array of whole numbers: make it with the dtype of what goes into it."),
    (r"setting an array element with a sequence\.$", "", "an array for a number",
     "An array was assigned where one number has its place: what stands to the right of `=` is still an array, or the "
     "array on its left has more dimensions in this case than it is given indices."),
    ("'Global'", "", "a whole array",
     "A whole array stands where a kernel needs one number: a thread reads one element at a time, with its index."),
    (r"^IndexError: (\S+) .*index out of range$", "", "too short",
     "The {0} that is read there is shorter in this case than its index says: how long is it here?"),
    (r"len\(\) of unsized|(?:len\(\) of|iteration over|iterate over) a 0-d|numpy.* has no len", "", "no dimension",
     "What has no dimension, shape (), is a single number: there is nothing to count in it or to go through. An "
     "operation on the whole array needs no loop."),
    ("^AxisError|Dimension out of range", "", "no such dimension", no_such_dimension),
    ("NoneType", "", "None used", none_used),
    ("inhomogeneous", "", "several shapes",
     "One array holds parts of one shape only, and these have several: go through them one by one, or lay each flat "
     "and join them end to end."),
    ("infinity|integer is required|as an integer|allowed size exc", "", "infinite", infinite),
    ("Boolean value of Tensor|truth value of an array", "", "truth",
     "Several numbers at once are neither true nor false. Ask element by element (a mask, `where`), or all at "
     "once, `.all()` or `.any()`; and whether something is there is asked with `is not None`."),
    (r"Can't call numpy\(\) on Tensor that requires grad", "", "NumPy inside",
     "NumPy was asked to compute with a Tensor that wants a gradient, and no gradient comes back through NumPy. Use "
     "the operations of Tensors: `mt.exp`, `mt.tanh`, `@`, …"),
    (r"linear cannot join an input of \((\d+),\)", "", "flat batch",
     "One row of {0} numbers came where each example has a row of its own: was the batch flattened as well? flatten(1) "
     "keeps the first dimension."),
    ("rows of equal length", "", "ragged",
     "Rows of different lengths make no tensor: fill up the shorter ones first."),
    (r"'(\w+)' object has no attribute '(\w+)'", "", "method missing", method_missing),
    (r"'(\w+)' object has no attribute '(\w+)'", ".{1}", "no attribute",
     "What stands before `.{1}` there is a {0}, which has nothing of that name. Is it what you expect there, or is "
     "this a word of another library?"),
    ("leaf Variable that requires grad", "", "written over", written_over),
    (r"matmul cannot join \((.*?)\) and \((.*?)\)", "", "turned in front", turned_in_front),
]
