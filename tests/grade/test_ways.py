"""A right answer scores in whatever way it is given: what a kernel would have after the notebook's cells counts."""

from copy import deepcopy

import pytest
from course.answers import LESSONS
from grade.forms import FORMS
from grade.handed import SHORT, graded
from grade.samples import data, ids_of, index_of, lesson
from grade.ways import WAYS

from minitorch.grade.checker import WIDE, Checker
from minitorch.grade.result import Submission
from minitorch.grade.submission import collect

pytestmark = pytest.mark.needs("bwrap")


def bare(number):
    """A lesson's first cell and its exercises."""
    cells = [cell for cell in lesson(number)["cells"] if cell["cell_type"] == "code"]
    own = [cell for cell in cells[1:] if "@exercise(" in "".join(cell["source"])]
    return {**lesson(number), "cells": [cells[0], *own]}


def results(notebook, number, ways, tmp_path, known=WAYS):
    """A lesson whose exercises are answered in one way after the other; what they come to."""
    notebook, ids = deepcopy(notebook), ids_of(number)
    for place, id in enumerate(ids):
        at = index_of(notebook, id)
        cell = {**notebook["cells"][at], "id": "x"}
        notebook["cells"][at:at + 1] = [{**cell, "source": source} for source in known[ways[place % len(ways)]](id)]
    (tmp_path / "ada.ipynb").write_bytes(data(notebook))
    submission, = collect(tmp_path, lesson=number)
    assert isinstance(submission, Submission)
    return Checker().grade(submission, ids)


@pytest.mark.parametrize("start", range(0, len(WAYS), 8))
def test_of_every_way(start, tmp_path):
    ways = [*WAYS, *WAYS][start:start + 8]
    found = results(lesson(1), 1, ways, tmp_path)
    assert [(way, each.state) for way, each in zip(ways, found)] == [(way, "right") for way in ways]


@pytest.mark.slow
@pytest.mark.parametrize("number", LESSONS)
def test_of_every_exercise(number, tmp_path):
    ways = [*WAYS, *WAYS][2 * number % len(WAYS):][:len(WAYS)]
    found = results(lesson(number), number, ways, tmp_path)
    assert [(each.exercise, way, each.state) for way, each in zip(ways, found)] == [
        (each.exercise, way, "right") for way, each in zip(ways, found)]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("number", LESSONS)
def test_of_every_form(number, part, tmp_path):
    """Two rounds over all exercises: each form answers one, or two."""
    before = sum(len(ids_of(each)) for each in LESSONS if each < number) + part * sum(map(len, map(ids_of, LESSONS)))
    forms = [[*FORMS][(before + place) % len(FORMS)] for place in range(len(ids_of(number)))]
    found = results(bare(number), number, forms, tmp_path, FORMS)
    assert [(each.exercise, form, each.state) for form, each in zip(forms, found)] == [
        (each.exercise, form, "right") for form, each in zip(forms, found)], [each.text for each in found]


def test_other_cells_are_run_only_where_they_have_a_part(tmp_path):
    found = results(lesson(1), 1, ["in a for", "a table, by subscript"], tmp_path)
    assert [WIDE in each.oddities for each in found] == [True, False] * 4


@pytest.mark.parametrize("above, state", [
    ("while True: pass\n", "not graded"), ("raise ValueError\n", "not yet"),
    ("import os\nos._exit(0)\n", "not graded")])
def test_a_stop_outside_an_answer_is_looked_at_by_hand(above, state):
    wrong = f"{above}def relu_derivative(grad, out, x):\n    return grad"
    result = graded({"1.5": wrong}, limits=SHORT)["1.5"]
    assert result.state == state and ("by hand" in result.text) == (state == "not graded")


@pytest.mark.parametrize("made, said", [
    ("aid = 1", ""), ("aid = np.ones(1 << 40).ndim", "not graded"),
    ("def train():\n    while True: pass\naid = train()", "not graded"), ("aid = 1 / 0", "with NameError: name 'aid'")])
def test_what_a_text_reads_is_run_and_who_reads_is_told_of_a_stop_there(made, said):
    """The name stands in a text alone: exec runs it."""
    answer = 'exec("step = aid")\ndef relu_derivative(grad, out, x):\n    return grad * (x > 0) * step\n'
    result = graded({"1.5": answer}, f'exec("big = 1")\n{made}', limits=SHORT)["1.5"]
    if not said:
        assert result.state == "right", result.text
    assert result.state != "not graded" or "limits on time and memory: look at it by hand" in result.text
    assert said in f"{result.state} {result.text}"
