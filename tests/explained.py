"""Find what the docstring of a public name does not explain: arguments, shapes, errors.

Arguments with the same meaning everywhere (`dim`, `dtype`, `out`, …) are explained once, in the docstring of minitorch
or of a package such as minitorch.optim. A docstring may refer to another for its settings: "as in Conv2d",
"see avg_pool2d", "`add`, written over …".
"""

import ast
import inspect
import re
import textwrap
from enum import EnumType
from functools import cache
from pathlib import Path

import minitorch
from minitorch.tools import names
from minitorch.tools.site.public import HOME, home, public

SENT = re.compile(r"(?:\b[Aa]s(?: in)?|\b[Ss]ee|\b[Ll]ike) `?([A-Za-z_][\w.]*\w)|`([A-Za-z_][\w.]*)`")
SHAPE = re.compile(r"->|\([A-Z*N…]\w*(, [^()]*)?,?\)|\(\)|\b(shape|size|vector|matri|dimension|element|along|broadcast|"
                   r"image|batch|scalar|0-d|1-d|stack|number|tensor)")
RAISES = re.compile(r"\b(raise|refuse|\w+Error\b)", re.IGNORECASE)
ELEMENTWISE = re.compile(r"ops/elementwise/|ops/kernels/(activation|gelu)|nn/(functional/)?activation")


@cache
def explained_once(place):
    """The arguments that the docstring of a package or class, or of one around it, explains for all that is in it."""
    if not place:
        return set()
    holder = names.resolve(minitorch, place.partition(".")[2])
    table = (inspect.getdoc(holder) or "").partition("mean the same")[2]
    rows = re.findall(r"^    (\w+(?:, \w+)*)(?:  |\n)", table, re.MULTILINE)
    return {name for row in rows for name in row.split(", ")} | explained_once(place.rpartition(".")[0])


@cache
def by_last_part(listing):
    """Return {last part of the name: objects} of a listing, for docstrings that refer to other names."""
    found: dict = {}
    for name, value in listing().items():
        found.setdefault(name.rpartition(".")[2], []).append(value)
    return found


def text_of(value):
    """Return a function's docstring; for a class with those of __init__ and the methods that run an instance."""
    own = vars(value) if isinstance(value, type) else {}
    inner = [own[name] for name in ("__init__", "forward") if name in own]
    return "\n".join(part.__doc__ or "" for part in (value, *inner))


def texts(value, listing, seen=()):
    """Return `text_of` a value and of the names in the listing that its docstring refers to."""
    text = text_of(value)
    for first, second in SENT.findall(text):
        for other in by_last_part(listing).get((first or second).rpartition(".")[2], ()):
            if other is not value and other not in seen:
                text += "\n" + texts(other, listing, (*seen, value))
    return text


def parameters(function):
    """Return the names of a function's arguments, without *args, **kwargs and names that begin with an underscore."""
    if isinstance(function, type) and type(function).__call__ is not type.__call__:
        function = function.__init__                 # a metaclass with *args hides the names
    try:
        return [p for p in inspect.signature(function).parameters.values()
                if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD) and p.name not in ("cls", "self")
                and p.name[0] != "_"]
    except (TypeError, ValueError):
        return []


def elementwise(value):
    """Return whether a value is in a file of elementwise ops, whose shapes minitorch's docstring explains."""
    try:
        return ELEMENTWISE.search(Path(inspect.getsourcefile(inspect.unwrap(value))).as_posix())
    except TypeError:
        return False


def bodies(value):
    """Return the functions that a public name defines itself."""
    if not isinstance(value, type):
        return [inspect.unwrap(getattr(value, "fget", value))]
    return [vars(value)[name] for name in ("__init__", "forward") if inspect.isfunction(vars(value).get(name))]


def raises(function):
    """Return whether a function's source raises an error."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return False
    return any(isinstance(node, ast.Raise) and node.exc is not None
               or isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse"
               for node in ast.walk(tree))


def missing(value, name="", listing=public):
    """Return what a docstring does not explain: names of arguments, "shapes", "raises"."""
    if not text_of(value).strip():
        return ["all"]
    text = texts(value, listing)
    said = {*re.findall(r"\w+", text)} | explained_once(home(value))
    said |= explained_once(f"{HOME}.{name}".rpartition(".")[0])
    arguments = [] if isinstance(value, EnumType) else parameters(value)
    if isinstance(value, type) and inspect.isfunction(vars(value).get("forward")):
        arguments += parameters(vars(value)["forward"])[1:]
    lacking = [p.name for p in arguments if p.name not in said]
    if (not SHAPE.search(text) and not elementwise(value)
            and any("Tensor" in str(p.annotation) or p.name == "input" for p in arguments)):
        lacking.append("shapes")
    if any(map(raises, bodies(value))) and not RAISES.search(text):
        lacking.append("raises")
    return lacking
