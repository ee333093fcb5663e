"""The small tasks before lesson 1: what each state says, and the answers that stand under them."""

import json
import re

import numpy as np
import pytest
from course.written import cell
from notebooks.running import ROOT

from minitorch.course import before
from minitorch.course.before import lacking, task

NOTEBOOK = ROOT / "lessons" / "00_before" / "00_before.ipynb"
BLANK = "raise NotImplementedError"


def blank(x):
    raise NotImplementedError


@pytest.mark.parametrize("answer, said", [
    (lambda x: x + 1, "a: right\n"), (lambda x: list(x + 1), "a: right\n"), (blank, "a: not attempted\n"),
    (lambda x: x, "a: not yet\n    input   [1. 2.]\n    wanted  [2. 3.]\n    yours   [1. 2.]    first difference at"),
    (lambda x: print(x), "nothing came back"), (lambda x: x + y, "a: crashed\n"), (lambda x: exit(), "a: crashed\n")])  # noqa: F821
def test_a_task_says_how_it_stands(answer, said, capsys):
    assert task("a", [2.0, 3.0], np.array([1.0, 2.0]))(answer) is answer
    assert said in capsys.readouterr().out


def test_what_is_not_installed_is_told_kindly_in_one_line(monkeypatch, capsys):
    monkeypatch.setattr(before, "find_spec", lambda name: None if name == "pandas" else name)
    task("a", 1, 0, needs="pandas")(blank)
    task("a", 1)(lambda: 1)
    task("a", 1, needs="pandas")(lambda: __import__("no such module"))
    lacking(numpy="numpy", pandas="pandas")
    lacking(numpy="numpy")
    blanked, right, left_out, missing, there = capsys.readouterr().out.splitlines()
    assert blanked == "a: not attempted" and right == "a: right" and there == "All here: numpy."
    assert left_out == "a: left out, for pandas is not installed here: install it, or go on"
    assert missing.startswith("Not here: pandas. %pip install -q pandas ")


def solved():
    """(source of a cell with the answer in it) of each task, and the cells that show something."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    for this, after in zip(cells, [*cells[1:], {"source": ""}]):
        text = "".join(this["source"])
        if BLANK in text and this["cell_type"] == "code":
            answer = re.search(r"<details>.*?```python\n(.*?)```", "".join(after["source"]), re.S)[1].rstrip()
            indent = re.search(rf"^( +){BLANK}", text, re.M)[1]
            yield text.replace(indent + BLANK, "\n".join(indent + line for line in answer.split("\n")))
        elif text.startswith("m = ") or "\nm = " in text:
            yield text


def test_each_answer_that_stands_under_a_task_is_right(capsys):
    space = cell("import numpy as np\nfrom minitorch.learn.before import task")
    for text in solved():
        cell(text, space)
    lines = [line for line in capsys.readouterr().out.splitlines() if re.match(r"[a-z -]+: ", line)]
    assert len(lines) == 10 and all(line.endswith(": right") or "is not installed here" in line for line in lines)
    assert sum(line.endswith(": right") for line in lines) >= 8, lines


def test_the_first_cell_dresses_the_page(monkeypatch, capsys):
    dressed = []
    monkeypatch.setattr(before, "dress", lambda: dressed.append("page"))
    before.ready()
    assert dressed == ["page"] and capsys.readouterr().out == "ready\n"
