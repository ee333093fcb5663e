"""Find the source of an answer, wherever it was written (file, notebook's cell, text), and its lines in an error."""

import ast
import inspect
import linecache
import sys
import sysconfig
import textwrap
import traceback
from functools import lru_cache
from os.path import dirname

from .numbered import functions_of
from .safe_call import TookTooLong

LIBRARIES = tuple({dirname(dirname(__file__)), *sysconfig.get_paths().values()})


def source_of(answer):
    """Return the source of a function or class without its @exercise line, from a notebook's cell too."""
    lines = class_lines(answer) if isinstance(answer, type) else inspect.getsource(answer).splitlines(True)
    text = textwrap.dedent("".join(lines))
    lines = text.split("\n")
    for decorator in getattr(ast.parse(text).body[0], "decorator_list", []):
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        if getattr(name, "attr", getattr(name, "id", None)) == "exercise":
            lines[decorator.lineno - 1:decorator.end_lineno] = []
    return "\n".join(lines).strip("\n").rstrip()


def cells():
    """Return the names under which the cells of a notebook are held, the newest first."""
    return [name for name, entry in reversed(linecache.cache.items()) if len(entry) == 4 and entry[1] is None]


@lru_cache(16)
def classes_in(text):
    """Return the classes that a source defines, as ast has them: a file of exercises is asked for each of its own."""
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]


def class_lines(answer):
    """Return the lines of a class and its decorators: notebooks do not know where a class begins.

    It is found around one of its methods; if it has none in its lines, in the newest cell that gives it these members.
    """
    def found(file, fits):
        nodes = [node for node in classes_in("".join(linecache.getlines(file)))
                 if node.name == answer.__name__ and fits(node)]
        return max(nodes, key=lambda node: node.lineno, default=None)

    def has_its_members(node):
        named = [line.target.id for line in node.body if isinstance(line, ast.AnnAssign)]
        others = [line.name for line in node.body if isinstance(line, ast.FunctionDef | ast.ClassDef)] + [
            part.id for line in node.body if isinstance(line, ast.Assign) for part in ast.walk(line)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
        return named == list(vars(answer).get("__annotations__", ())) and vars(answer).keys() >= {*others}
    home = getattr(sys.modules.get(answer.__module__), "__file__", None)
    codes = [function.__code__ for function in functions_of(answer)]
    places = [(code.co_filename, lambda node, at=code.co_firstlineno: node.lineno <= at <= node.end_lineno)
              for code in codes] + [(file, has_its_members) for file in (*cells(), *([home] if home else ()))]
    for file, fits in places:
        if (node := found(file, fits)) is not None:
            first = min(part.lineno for part in (node, *node.decorator_list))
            return linecache.getlines(file)[first - 1:node.end_lineno]
    raise ValueError(f"the source of {answer.__name__} is not to be found")


def assigned(name):
    """Yield each line of the notebook's cells that gives a name its value, the newest first."""
    for file in cells():
        text = "".join(linecache.getlines(file))
        for node in reversed(ast.parse(text).body):
            targets = getattr(node, "targets", [getattr(node, "target", None)])
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and [
                    getattr(target, "id", None) for target in targets] == [name]:
                yield ast.get_source_segment(text, node)


def own_lines(error):
    """Return the traceback without the frames of libraries: the learner's lines and what went wrong."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(LIBRARIES) and f.line]
    lines = [f"    in {frame.name}: {frame.line}" for frame in frames]
    if len(lines) > 6:                                    # a function that calls itself, most likely
        lines[3:-2] = [f"    … {len(lines) - 5} calls more"]
    return ended(lines, error)


def ended(lines, error):
    """Return the lines that led to an error, and what went wrong."""
    if isinstance(error, TookTooLong):
        return "\n".join([*lines, f"    {error}: is there a loop that never ends?"])
    try:
        text = str(error)
    except Exception:
        text = "(its message cannot be shown)"
    return "\n".join([*lines, f"    {type(error).__name__}: {text}" if text else f"    {type(error).__name__}"])
