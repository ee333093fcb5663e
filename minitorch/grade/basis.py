"""What a grade is based on: a digest that changes with an exercise, its points or its hidden tests."""

import ast
import inspect
import sys
from functools import cache
from hashlib import blake2b

from ..course.source import names_in
from .inside.slicing import touched


def basis(exercise, tests=""):
    """Return a digest of an exercise's points, of its record with all that it names, and of its hidden tests' text."""
    text = f"{exercise.points}\n{record_source(exercise)}\n{tests}"
    return blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


def record_source(exercise):
    """Return the record of an exercise and what it names in its file, without comments; else its right answer."""
    lines = lines_of_module(exercise.answer.__module__)
    own = [line for line in lines if line.tree.lineno <= exercise.line <= line.tree.end_lineno]
    if not own:
        return exercise.text
    needed = lines_needed(lines, {name for line in own for name in line.names})
    return "\n".join(line.text for line in dict.fromkeys([*needed, *own]))


class Line:
    """A statement at the top of a file or cell: its text without comments, the names that it defines and reads."""

    def __init__(self, tree):
        self.tree, self.text, self.defines = tree, ast.unparse(tree), touched(tree)
        try:
            self.names = names_in(self.text)
        except SyntaxError:                                # `await` or `return` at the top of a cell
            self.names = set()


@cache
def lines_of_module(name):
    """Return the Lines of a module's file; none if it has no file."""
    try:
        return [Line(tree) for tree in ast.parse(inspect.getsource(sys.modules[name])).body]
    except (OSError, TypeError, KeyError):
        return []


def lines_needed(lines, names, given=()):
    """Return the Lines that define the names, and what these name in turn; not what is given."""
    todo, wanted = list(names), set()
    while todo:
        name = todo.pop()
        if name not in wanted and name not in given:
            wanted.add(name)
            todo += [inner for line in lines if name in line.defines for inner in line.names]
    return [line for line in lines if line.defines & wanted]
