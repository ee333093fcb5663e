"""An answer as text that stands on its own: its source, with the imports, constants and helpers it names."""

import ast
import builtins
import dis
import inspect
import re
import sys
import types
from contextlib import suppress

from .numbered import functions_of, space_of
from .record import registry
from .source_code import assigned, source_of

# Instructions that look a global name up, and by how much the name's number is shifted in them.
SHIFTS = {dis.opmap[name]: name == "LOAD_GLOBAL" for name in (
    "LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS") if name in dis.opmap}
MARK = re.compile(r"""^[ \t]*@[ \t]*[\w.]*\bexercise[ \t]*\(\s*(?:id\s*=\s*)?(["'])\s*(\d+\.\d+)\s*\1"""
                  r"(?:\s*,\s*(?:version\s*=\s*)?(\d{1,9})\b)?", re.M)
LARGEST = 64                             # elements of an array that is written out


def versions_in(source):
    """Return {exercise id: the version that a cell says it answers}."""
    return {match[2]: int(match[3] or 1) for match in MARK.finditer(source)}


def names_in(text):
    """Return every global name that a source reads, without the local names of its functions."""
    return read_by([compile(text, "<answer>", "exec")])


def read_by(todo):
    """Return the global names that code objects, and all inside them, read; no `__names__`."""
    return {name for code in todo for name in looked_up(code) if not name.startswith("__")}


def looked_up(code):
    """Return the global names that a code object, and all inside it, look up, `__names__` among them.

    Reads the bytes: `dis` describes each instruction in full, which takes ten times as long.
    """
    names, high, raw = set(), 0, code.co_code
    for kind, low in zip(raw[::2], raw[1::2]):
        if kind in SHIFTS:
            names.add(code.co_names[(high | low) >> SHIFTS[kind]])
        high = (high | low) << 8 if kind == dis.EXTENDED_ARG else 0
    return names.union(*(looked_up(constant) for constant in code.co_consts if isinstance(constant, types.CodeType)))


def globals_of(answer):
    """Return the namespace that a function or class was written in, and the names it reads there."""
    return space_of(answer), read_by([function.__code__ for function in functions_of(answer)])


def at_its_name(function):
    """Bind a function to its name, as Python does after the decorator: one that calls itself is judged before that."""
    if getattr(function, "__qualname__", "").isidentifier():
        space_of(function)[function.__name__] = function


def defined(record):
    """Return what a program or a notebook's cell defines by the name of an exercise; None if nothing."""
    value = vars(sys.modules["__main__"]).get(record.name)
    kind = type if record.kind == "class" else types.FunctionType
    return value if isinstance(value, kind) and value.__module__ == "__main__" else None


def imported(name, value):
    """Return the import line that brings a module, function or class back; None if there is none."""
    if isinstance(value, types.ModuleType):
        return f"import {value.__name__}" + (f" as {name}" if value.__name__ != name else "")
    public = imported_from(("minitorch.learn", "minitorch.course", "minitorch", "numpy", "builtins"), name, value)
    if public is not None:
        return public
    for record in registry.values():                       # the library's own, in the place of what is not right yet
        if value is record.reference:
            return f'from minitorch.learn.record import find\n{name} = find("{record.id}").reference'
    home = getattr(value, "__module__", None)
    return imported_from((home,), name, value) if isinstance(home, str) and home != "__main__" else None


def imported_from(modules, name, value):
    """Return the line that imports a function or class from the first of some modules that has it."""
    for module in modules:
        for public in (name, getattr(value, "__name__", name)):
            if callable(value) and getattr(sys.modules.get(module), public, None) is value:
                return f"from {module} import {public}" + (f" as {name}" if public != name else "")
    return None


def constant(name, value):
    """Return the line that makes a number, text, or small container of them; None for anything else."""
    if type(value).__module__ == "numpy" and getattr(value, "dtype", None) is not None and value.dtype.kind in "biuf":
        if value.size <= LARGEST:
            return f"import numpy\n{name} = numpy.array({value.tolist()!r}, {value.dtype.str!r})" + (
                "" if value.ndim else "[()]")
        return None
    if isinstance(value, float) and (value != value or abs(value) == float("inf")):
        return f"{name} = float({str(value)!r})"
    try:
        back = ast.literal_eval(repr(value))
        return f"{name} = {value!r}" if type(back) is type(value) and back == value else None
    except Exception:
        return None


def again(name, value, space):
    """Return the line of a cell that makes a type alias, a pattern or a class by a call once more, or None.

    The line runs here, so it must be harmless: of no other value is it tried.
    """
    harmless = type | types.GenericAlias | types.UnionType | re.Pattern
    if not isinstance(value, harmless) and type(value).__module__ != "typing":
        return None
    for line in assigned(name):
        made = dict(space)
        with suppress(Exception):
            exec(line, made)
            if type(made[name]) is type(value) and (made[name] == value or isinstance(value, type)):
                return line
    return None


def needs(function, text, seen, given=()):
    """Return the imports, constants and helpers that a source names, in the order they must stand.

    given   the names that are known where it is used: a class without a method does not know its own

    Raises ValueError for a value that no line of source can bring back.
    """
    space = {**dict(given), **space_of(function)}
    lines: list[str] = []
    for name in sorted(names_in(text) - seen):
        if name not in space or space[name] is getattr(builtins, name, lines):
            continue
        seen.add(name)
        value = space[name]
        line = imported(name, value) or constant(name, value)
        helper = None
        if line is None and (inspect.isfunction(value) or inspect.isclass(value)):
            with suppress(ValueError):
                helper = source_of(value)
        if line is None and helper is None:
            helper = again(name, value, space)
        if line is not None:
            lines.append(line)
        elif helper is not None:
            lines += [*needs(value, helper, seen, space), helper]
        else:
            raise ValueError(f"{name} is a {type(value).__name__}, which no line of source can bring back; "
                             "give it to the function as an argument, or make it inside.")
    return lines


def section(record, function):
    """Return one answer as text that stands on its own."""
    text = source_of(function)
    head = f"# exercise {record.id}, version {record.version}"
    return "\n".join([head, *needs(function, text, {record.name}), text]) + "\n"
