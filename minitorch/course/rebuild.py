"""A my_minitorch.py that is gone, written again from the cells of the notebooks of earlier lessons."""

import ast
import json
import linecache
from contextlib import suppress

from . import answer_file
from .record import find
from .safe_call import call
from .session import submit
from .source import versions_in

NOTEBOOKS = ("[0-9][0-9]_*/[0-9][0-9]_*.ipynb", "[0-9][0-9]_*.ipynb")
DEFINES = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign)


def rebuilt(lesson):
    """Judge, mount and keep the answers in the notebooks of lessons before this one.

    returns   the ids of what is right, and [(id, name of the notebook)] of what is written there and is not
    """
    right, lost = [], []
    for path in [path for pattern in NOTEBOOKS for path in sorted(answer_file.home().glob(pattern))]:
        for record, answer in answers_in(path, lesson):
            verdict = submit(record, answer, keep=False).verdict if answer is not None else None
            if verdict is not None and verdict.state == "right" and answer_file.save(record, answer) is None:
                right.append(record.id)
            elif verdict is None or verdict.state != "not attempted":
                lost.append((record.id, path.name))
    return right, lost


def answers_in(path, lesson):
    """Yield (record, answer) of each exercise of earlier lessons that a notebook answers; None if it fails."""
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, KeyError, TypeError):
        return
    found: dict = {}
    space = {"__name__": "__main__", "exercise": lambda id, version=1: lambda answer: found.setdefault(id, answer)}
    exec("import numpy as np, minitorch as mt\nfrom minitorch.learn import *", own := {})
    space = {**own, **space}
    for number, text in enumerate(sources):
        asked = [record for id in versions_in(text) if (record := call(find, id).value) and record.lesson < lesson]
        call(define, text, f"<{path.name}, cell {number}>", space, bool(asked))
        for record in asked:
            yield record, found.get(record.id)


def define(text, name, space, answers):
    """Run what a cell imports and defines, without what it computes; values only beside an answer."""
    kinds = DEFINES if answers else DEFINES[:-1]
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)     # so that an answer can be kept again
    for statement in ast.parse(text).body:
        if isinstance(statement, kinds):
            with suppress(Exception):
                exec(compile(ast.Module([statement], []), name, "exec"), space)
