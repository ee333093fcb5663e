"""Write copies of the library's files without what an exercise asks for: what is not there cannot be read."""

import ast
import inspect
from pathlib import Path

from .inside.trap import functions_of
from .sandbox import PACKAGE
from .temporary import Folder

GONE = "from minitorch.grade.inside.trap import gone; gone()"
OPS = ("ops", "codegen")                 # folders that are empty where an exercise is to be written with NumPy alone
DIALECTS = ("dialects",)                 # and where a lesson is not about them: they do in one call what others ask for
ABOUT_DIALECTS = 12                      # the lesson that is


class Copies:
    """A folder with a copy of the library's changed files for each exercise that was asked for; it goes with this."""

    def __init__(self):
        self.held = Folder()
        self.folder = self.held.path
        self.folder.chmod(0o755)
        self.made: set[str] = set()

    def of(self, exercise, own):
        """Return the name of an exercise's folder, with changed files of the library, and empty folders over its
        caches.

        own   functions and classes of the library that do what is asked for
        """
        whole = (OPS if exercise.numpy_only else ()) + (DIALECTS if exercise.lesson != ABOUT_DIALECTS else ())
        name = f"{exercise.id}-{exercise.version}" if own or whole else ""
        for folder in whole:
            (self.folder / name / folder).mkdir(parents=True, exist_ok=True)
        for path, text in stripped(own).items() if name not in self.made else ():
            place = path.relative_to(PACKAGE)
            if place.parts[0] not in whole:
                (self.folder / name / place.parent / "__pycache__").mkdir(parents=True, exist_ok=True)
                (self.folder / name / place).write_text(text, encoding="utf-8")
        self.made.add(name)
        return name


def stripped(own):
    """Return {file of the library: its text without the bodies of these functions}; lines keep their numbers."""
    places: dict = {}
    for one in own:
        for each in map(inspect.unwrap, functions_of(one)):      # of a class the methods: it is imported later
            path = Path(each.__code__.co_filename).resolve()
            if PACKAGE in path.parents:
                places.setdefault(path, set()).add(each.__code__.co_firstlineno)
    return {path: without(path.read_text(encoding="utf-8"), lines) for path, lines in places.items()}


def without(text, firsts):
    """Return a module's text without the bodies of the functions that start at these lines.

    Raises ValueError where nothing is defined at one of them.
    """
    lines, left, todo = text.encode().split(b"\n"), set(firsts), [ast.parse(text)]
    while todo:
        node = todo.pop()
        first = min([getattr(node, "lineno", 0), *(each.lineno for each in getattr(node, "decorator_list", ()))])
        if first not in firsts or not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
            continue
        left -= set(range(first, node.end_lineno + 1))
        whole = isinstance(node, ast.Lambda)
        start = node.body if whole else node.body[0]
        line = min([start.lineno, *(each.lineno for each in getattr(start, "decorator_list", ()))])
        kept = lines[line - 1][:start.col_offset], lines[node.end_lineno - 1][node.end_col_offset:]
        lines[line - 1:node.end_lineno] = [b""] * (node.end_lineno - line + 1)
        lines[line - 1] = kept[0] + (b"None" if whole else GONE.encode())
        lines[node.end_lineno - 1] += kept[1]
    if left:
        raise ValueError(f"nothing is defined at lines {sorted(left)}")
    return b"\n".join(lines).decode()
