"""How much is read to follow a program: the functions that it enters, their files and lines.

`(a * b + a).exp()` and its walk, generated and plain; a step of training with Adam; a loss, up to its op.
"""

import ast
import inspect
import json
import linecache
import os
import subprocess
import sys
from pathlib import Path

import pytest

import minitorch as mt
from minitorch.runtime.errors import HOME

# The goals, and what is measured now: it may only become less. Lines are those of code; "texts" counts docstrings too.
GOALS = {"generated": {"functions": 14, "files": 6, "lines": 260, "texts": 300},
         "plain": {"functions": 22, "files": 6, "lines": 200},
         "training": {"texts": 650}, "cross_entropy": {"functions": 10, "texts": 120}}
BOUNDS = {"generated": {"functions": 22, "files": 9, "lines": 287, "texts": 331},
          "plain": {"functions": 38, "files": 14, "lines": 357, "texts": 435},
          "training": {"functions": 64, "files": 37, "lines": 601, "texts": 715},
          "cross_entropy": {"functions": 9, "files": 6, "lines": 51, "texts": 70}}


def program():
    """exp(a * b + a).backward(), as in micrograd's README, of new tensors."""
    a, b = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)

    def run():
        (a * b + a).exp().backward()
    return run


def training():
    """A step of Linear, ReLU, Linear with cross entropy and Adam, the optimiser's second: its state is there."""
    x, y = mt.arange(32.0).reshape(8, 4) / 32, mt.tensor([0, 1, 2, 0, 1, 2, 0, 1])
    model = mt.nn.Sequential(mt.nn.Linear(4, 5), mt.nn.ReLU(), mt.nn.Linear(5, 3))
    optimizer, loss_of = mt.optim.Adam(model.parameters(), lr=0.01), mt.nn.CrossEntropyLoss()

    def run():
        optimizer.zero_grad()
        loss_of(model(x), y).backward()
        optimizer.step()
    run()
    return run


def loss():
    """A call of cross entropy with the scores of a model."""
    scores, labels = mt.nn.Linear(4, 3)(mt.ones(8, 4)), mt.tensor([0, 1, 2, 0, 1, 2, 0, 1])
    return lambda: mt.nn.functional.cross_entropy(scores, labels)


PROGRAMS = {"training": training, "cross_entropy": loss}


def entered(run, until=None):
    """The code of minitorch's functions that `run` enters; a generator expression counts with what it is in.

    until   the name of an op: from its generated code on nothing counts
    """
    codes, before = set(), sys.getprofile()

    def see(frame, event, arg):
        if event == "call" and until and frame.f_code.co_filename.endswith(f"generated/{until}.py"):
            sys.setprofile(None)
        elif event == "call":
            codes.add(frame.f_code)
    sys.setprofile(see)
    try:
        run()
    finally:
        sys.setprofile(before)
    return {code for code in codes if code.co_filename.startswith(HOME) and (
        not code.co_name.startswith("<") or code.co_name == "<lambda>")}


def body_of(code):
    """The function's syntax, and the lines of its file."""
    lines = linecache.getlines(code.co_filename)
    tree = ast.parse("".join(lines))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            first = min([node.lineno, *[one.lineno for one in getattr(node, "decorator_list", ())]])
            if first == code.co_firstlineno and getattr(node, "name", "<lambda>") == code.co_name:
                return node, lines
    raise AssertionError(f"{code.co_name} of {code.co_filename} has no source at line {code.co_firstlineno}")


def lines_of(code):
    """How many lines of a function are to be read: all but its docstring, comments and empty lines."""
    node, lines = body_of(code)
    read = range(code.co_firstlineno, node.end_lineno + 1)
    left = set()
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
        left = set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return sum(1 for i in read if i not in left and lines[i - 1].strip() and not lines[i - 1].strip().startswith("#"))


def measured(way):
    """{"functions", "files", "lines", "texts"} of a program that has run before, and a row for each function."""
    build, until = PROGRAMS.get(way, program), way if way == "cross_entropy" else None
    build()()
    codes = entered(build(), until)
    rows = sorted((code.co_filename.removeprefix(HOME), code.co_name, lines_of(code)) for code in codes)
    return {"functions": len(rows), "files": len({file for file, *_ in rows}),
            "lines": sum(count for *_, count in rows),
            "texts": sum(len(inspect.getsourcelines(code)[0]) for code in codes)}, rows


def told(way, found, rows):
    """A table to read, shown where a bound is passed."""
    return "\n".join([f"{way}: {found}, goals {GOALS[way]}", *[f"{n:5}  {file}  {name}" for file, name, n in rows]])


def measured_anew(way):
    """What `measured` gives in a process of its own: no GPU was asked for, no other test has changed anything."""
    block = "with mt.engine.plain():" if way == "plain" else "if True:"
    code = ("import json, minitorch as mt\nfrom engine.test_trace import measured\n"
            f"{block}\n    found = measured({way!r})\n")
    tests = Path(__file__).resolve().parents[1]
    done = subprocess.run([sys.executable, "-c", code + "print(json.dumps(found))"], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tests.parent), str(tests)])})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.host
@pytest.mark.parametrize("way", GOALS)
def test_little_is_read_to_follow_one_program(way):
    found, rows = measured_anew(way)
    print(told(way, found, rows))
    assert all(found[what] <= BOUNDS[way][what] for what in found), told(way, found, rows)


@pytest.mark.host
def test_what_is_counted():
    def example(x):
        """Not counted."""
        # nor this

        if x and x > 1 or x < 0:
            return [y for y in x if y]
        return 1 if x else 2
    assert lines_of(example.__code__) == 4 and len(inspect.getsource(example).splitlines()) == 7
