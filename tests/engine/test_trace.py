"""How much is read to follow one program: the functions, files and lines of `(a * b + a).exp()` and its walk."""

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

# The goals of the engine's design, and what is measured now: it may only become less.
GOALS = {"generated": {"functions": 14, "files": 6, "lines": 260}, "plain": {"functions": 22, "files": 6, "lines": 200}}
BOUNDS = {"generated": {"functions": 22, "files": 9, "lines": 303},
          "plain": {"functions": 37, "files": 14, "lines": 375}}
BRANCHES, MOST = 20, 20                # of any function of the engine: the goal, and what is there now
BRANCHING = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler)


def program():
    """exp(a * b + a).backward(), as in micrograd's README, of new tensors."""
    a, b = mt.tensor(2.0, requires_grad=True), mt.tensor(3.0, requires_grad=True)

    def run():
        (a * b + a).exp().backward()
    return run


def entered(run):
    """The code of minitorch's functions that `run` enters; a generator expression counts with what it is in."""
    codes = set()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, arg: event == "call" and codes.add(frame.f_code))
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


def measured():
    """{"functions", "files", "lines"} of the program, which has run before, and a row for each function."""
    program()()
    rows = sorted((code.co_filename.removeprefix(HOME), code.co_name, lines_of(code)) for code in entered(program()))
    files = {file for file, _, _ in rows}
    return {"functions": len(rows), "files": len(files), "lines": sum(count for *_, count in rows)}, rows


def told(way, found, rows):
    """A table to read, shown where a bound is passed."""
    return "\n".join([f"{way}: {found}, goals {GOALS[way]}", *[f"{n:5}  {file}  {name}" for file, name, n in rows]])


def measured_anew(way):
    """What `measured` gives in a process of its own: no GPU was asked for, no other test has changed anything."""
    block = "with mt.engine.plain():" if way == "plain" else "if True:"
    code = f"import json, minitorch as mt\nfrom engine.test_trace import measured\n{block}\n    found = measured()\n"
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


def branches(function):
    """How often a function may go one way or another: if, for, while, except, and/or, and what a comprehension asks."""
    inner = {one for node in ast.walk(function) for one in ast.walk(node)
             if isinstance(node, ast.FunctionDef) and node is not function}
    total = 0
    for node in ast.walk(function):
        if node in inner:
            continue
        if isinstance(node, ast.BoolOp):
            total += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            total += len(node.ifs)
        else:
            total += isinstance(node, BRANCHING)
    return total


def branchiest(folder):
    """[(branches, file, function)] of a folder of the house, most first."""
    found = []
    for path in sorted(Path(HOME, folder).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                found.append((branches(node), path.name, node.name))
    return sorted(found, reverse=True)


@pytest.mark.host
def test_no_function_of_the_engine_has_many_branches():
    most = branchiest("engine")[:5]
    print(most, f"goal {BRANCHES}")
    assert most[0][0] <= MOST, most


@pytest.mark.host
def test_what_is_counted():
    def example(x):
        """Not counted."""
        # nor this

        if x and x > 1 or x < 0:
            return [y for y in x if y]
        return 1 if x else 2
    assert lines_of(example.__code__) == 4 and len(inspect.getsource(example).splitlines()) == 7
    assert branches(body_of(example.__code__)[0]) == 5
