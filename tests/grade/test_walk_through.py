"""The instructor's notebook gives what is stored in it, and its sample class gets what its answers deserve."""

import json

import pytest
from grade.samples import ids_of, small_class
from notebooks.running import ROOT, compare

from minitorch.author import notebook as author
from minitorch.author.check_notebook import code_cells, text_of
from minitorch.grade.course_files import notebooks
from minitorch.grade.result import Submission
from minitorch.grade.submission import collect

PATH = ROOT / "solutions/instructor/instructor.ipynb"
STORED = json.loads(PATH.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.needs("bwrap", "nbval")
def test_it_gives_what_is_stored(tmp_path):
    passed, failed, said = compare({"instructor": STORED}, tmp_path)
    assert not failed and passed == len(code_cells(STORED)), said


def test_it_was_run_and_is_stored_in_our_form():
    cells = code_cells(STORED)
    assert author.normal(STORED) == STORED, "run: python -m minitorch.author.notebook, which stores it in its form"
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1)) and len(cells) > 10
    said = "\n".join(text_of(out) for cell in cells for out in cell["outputs"])
    assert not [out for cell in cells for out in cell["outputs"] if out.get("name") == "stderr"]
    for wanted in ("No answer and no hidden test was found", "isolation: bwrap", "1 the library's own",
                   "Three questions for Lovelace, Ada", "0 graded, 4 as they were"):
        assert wanted in said


def test_students_are_not_given_it():
    assert PATH not in notebooks(ROOT / "solutions")


def test_the_sample_class(tmp_path):
    (tmp_path / "all.zip").write_bytes(small_class())
    found = {each.student: each for each in collect(tmp_path / "all.zip")}
    assert sorted(found) == ["byronbob (102)", "clarkcleo (103)", "doedan (104)", "eveseve (105)", "lovelaceada (101)"]
    assert found["doedan (104)"].reason == "it is empty"
    assert all(list(each.sources) == ids_of(1) for each in found.values() if isinstance(each, Submission))
