"""How lessons read: few cells, a short way to the first exercise, a graph, cells that need none but the first."""

import json

import pytest
from notebooks.running import LESSONS, label

from minitorch.author.check_notebook import code_cells
from minitorch.author.check_reading import FIRST, MOST_CELLS, leaning, reads

lessons = pytest.mark.parametrize("path", LESSONS, ids=label)


@lessons
def test_a_lesson_reads_well(path):
    assert not list(map(str, reads(path)))


def lesson():
    return json.loads(LESSONS[0].read_text(encoding="utf-8"))


def long(notebook):
    notebook["cells"] += [notebook["cells"][0]] * MOST_CELLS


def slow(notebook):
    code_cells(notebook)[1]["source"] = ["x = 1\n"] * 9


def undrawn(notebook):
    for cell in code_cells(notebook):
        cell["outputs"] = []


def chained(notebook):
    cells = code_cells(notebook)
    cells[FIRST]["source"], cells[FIRST + 1]["source"] = ["made = 1"], ["def f():\n", "    return made"]


def turned(notebook):
    notebook["cells"].reverse()


def rebound(notebook):
    code_cells(notebook)[FIRST]["source"] = ["images = 1"]


@pytest.mark.parametrize("change, words", [
    (long, "60 are the most"), (slow, "9 lines before the first exercise; 8 are the most"),
    (rebound, "it binds images again"), (turned, "in the order 1.8, 1.7, "),
    (undrawn, "draws no computational graph"),
    (chained, "it needs made, which neither it nor the first 3 code cells"),
], ids=lambda value: getattr(value, "__name__", ""))
def test_what_stops_a_reader_is_said(change, words, tmp_path):
    notebook = lesson()
    change(notebook)
    path = tmp_path / LESSONS[0].name
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert words in "\n".join(map(str, reads(path, tmp_path)))


def test_a_name_of_its_own_of_a_first_cell_or_of_the_course_is_no_other_cells():
    cells = [{"source": [text]} for text in ("import numpy as np", "x = np.ones(3)", "def f(): return later\nlater = 1",
                                             "y = [v + x for v in f()]\ncheck('1.1')\nprint(y, yours)", "print(y)")]
    assert list(leaning(cells)) == [(cells[4], ["y"])]
