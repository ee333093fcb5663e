"""Find the source of an answer, wherever it was written (file, notebook's cell, text), and its lines in an error."""

import ast
import inspect
import linecache
import re
import sysconfig
import textwrap
import traceback
from os.path import dirname

from .safe_call import TookTooLong

LIBRARIES = tuple({dirname(dirname(__file__)), *sysconfig.get_paths().values()})


def source_of(answer):
    """The source of a function or class without its @exercise line, from a notebook's cell too."""
    lines = class_lines(answer) if isinstance(answer, type) else inspect.getsource(answer).splitlines(True)
    text = textwrap.dedent("".join(lines))
    lines = text.split("\n")
    for decorator in getattr(ast.parse(text).body[0], "decorator_list", []):
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        if getattr(name, "attr", getattr(name, "id", None)) == "exercise":
            lines[decorator.lineno - 1:decorator.end_lineno] = []
    return "\n".join(lines).strip("\n").rstrip()


def first_method(answer):
    """Any method of a class, which knows its file and its globals."""
    for value in vars(answer).values():
        value = getattr(value, "__func__", value)
        if inspect.isfunction(value):
            return value
    raise ValueError(f"{answer.__name__} has no method, so its source cannot be found")


def class_lines(answer):
    """The lines of a class, found through one of its methods: notebooks do not know where a class begins."""
    code = first_method(answer).__code__
    lines = linecache.getlines(code.co_filename)
    starts = [i for i, line in enumerate(lines[:code.co_firstlineno])
              if re.match(rf"\s*class {answer.__name__}\b", line)]
    if not starts:
        raise ValueError(f"the source of {answer.__name__} is not to be found")
    return inspect.getblock(lines[starts[-1]:])


def own_lines(error):
    """The traceback without the frames of libraries: the learner's lines and what went wrong."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(LIBRARIES) and f.line]
    lines = [f"    in {frame.name}: {frame.line}" for frame in frames]
    if len(lines) > 6:                                    # a function that calls itself, most likely
        lines[3:-2] = [f"    … {len(lines) - 5} calls more"]
    return ended(lines, error)


def ended(lines, error):
    """The lines that led to an error, and what went wrong."""
    if isinstance(error, TookTooLong):
        return "\n".join([*lines, f"    {error}: is there a loop that never ends?"])
    try:
        text = str(error)
    except Exception:
        text = "(its message cannot be shown)"
    return "\n".join([*lines, f"    {type(error).__name__}: {text}" if text else f"    {type(error).__name__}"])
