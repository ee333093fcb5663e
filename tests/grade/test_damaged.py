"""Damaged notebooks, graded to the end: each scores what the answers in it are worth, and not a point less."""

import json

import pytest
from grade.samples import ROOT, data, filled
from grade.test_intake import HARMLESS, ODD, STUB, appended, changed

from minitorch.author.release import released
from minitorch.course import record
from minitorch.course.cases import Case
from minitorch.course.record import Exercise
from minitorch.grade.cells import of_notebook
from minitorch.grade.checker import Checker
from minitorch.grade.hidden import Hidden
from minitorch.grade.matching import hints_in, matched, version_of
from minitorch.grade.result import Submission
from minitorch.grade.runner import due
from minitorch.grade.submission import collect

RIGHT = filled(1, reference=["1.5"])
HARD = {"saved by Colab": HARMLESS["saved by Colab"], **{name: change for name, (change, _) in ODD.items()}}
pytestmark = pytest.mark.needs("bwrap")


@pytest.fixture
def two_versions(monkeypatch):
    monkeypatch.setattr(record, "registry", dict(record.registry))
    monkeypatch.setattr(record, "earlier", {})
    for number, factor in ((1, 2), (2, 3)):
        def times(x, factor=factor):
            return factor * x
        Exercise("1.99", times, difficulty=1, points=2, version=number, wrong=[], hints=[],
                 cases=[Case("four", x=4.0), Case("two", x=2.0)])


def points(path, ids=("1.5",)):
    submission, = collect(path, lesson=1)
    return [(result.state, result.points) for result in Checker().grade(submission, ids)]


@pytest.mark.slow
@pytest.mark.parametrize("change", HARD.values(), ids=HARD)
def test_it_scores_in_full(change, tmp_path):
    content = changed(change, RIGHT)
    (tmp_path / "ada.ipynb").write_bytes(content if isinstance(content, bytes) else data(content))
    assert points(tmp_path) == [("right", 2)]


@pytest.mark.parametrize("name", ["now fenced", "its line lost", "a stub below it", "a broken copy below it"])
def test_of_several_the_one_that_is_whole_is_graded(name, tmp_path):
    (tmp_path / "ada.ipynb").write_bytes(data(changed(ODD[name][0], RIGHT)))
    assert points(tmp_path, ("1.5", "1.1")) == [("right", 2), ("not attempted", 0)]


def test_a_stub_alone_scores_nothing(tmp_path):
    (tmp_path / "ada.ipynb").write_bytes(data(changed(appended(STUB), filled(1))))
    assert points(tmp_path) == [("not attempted", 0)]


@pytest.mark.parametrize("version, right, state", [
    (1, "2 * x", "right"), (1, "3 * x", "not yet"), (2, "3 * x", "right"), (2, "2 * x", "not yet"),
    (7, "3 * x", "right")])
def test_a_submission_is_graded_by_its_own_version(two_versions, version, right, state):
    source = f'from minitorch.learn import *\n@exercise("1.99", version={version})\ndef times(x):\n    return {right}'
    handed = Submission("ada", 1, "ada.ipynb", "d", [source], {"1.99": [(0, source)]})
    result, = Checker().grade(handed, ["1.99"])
    assert result.state == state and result.version == version_of(handed, "1.99")[0] == min(version, 2)
    assert len(result.oddities) == (version == 7)


def with_hidden(*versions):
    """Hidden tests of these versions of 1.99."""
    hidden = Hidden()
    hidden.tests = {("1.99", version): (lambda rng: {"x": float(rng.integers(5, 9))}, 5) for version in versions}
    return hidden


@pytest.mark.parametrize("asked, noted, tested, graded, points, odd", [
    (2, None, [2], 2, 0, ""), (1, None, [1, 2], 1, 2, ""), (2, 2, [2], 2, 0, ""),
    (1, None, [2], 2, 0, "it names version 1, which has no hidden tests any more: graded by version 2"),
    (7, None, [2], 2, 0, "it names version 7, which this course does not have: graded by version 2"),
    (1, 2, [1, 2], 2, 0, "its source says version 1, the lesson was handed out with version 2"),
    (2, 1, [1, 2], 1, 2, "its source says version 2, the lesson was handed out with version 1")])
def test_nobody_chooses_a_version_in_which_less_is_tried(two_versions, tmp_path, asked, noted, tested, graded,
                                                          points, odd):
    """An answer that was right in the first version, in a notebook that names one, made from a lesson that may too."""
    source = f'@exercise("1.99", version={asked})\ndef times(x):\n    return 2 * x'
    metadata = {} if noted is None else {"exercises": {"1.99": noted}}
    cell = {"cell_type": "code", "metadata": metadata, "source": source, "outputs": [], "execution_count": None}
    (tmp_path / "ada.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4,
                                                    "nbformat_minor": 4}))
    submission, = collect(tmp_path, lesson=1)
    hidden = with_hidden(*tested)
    result, = Checker(hidden).grade(submission, ["1.99"])
    assert (result.version, result.points) == (graded, points)
    assert len(result.checks) == 3 + 5 or not points
    assert [line for line in result.oddities if line.startswith(odd)] == result.oddities and bool(odd) == bool(
        result.oddities)
    done = {(submission.student, 1, submission.digest): {"1.99": (result.version, 0, "bwrap", result.basis)}}
    assert not due(submission, ["1.99"], done, 0, "bwrap", hidden)           # it is not graded again and again


def test_a_lesson_says_which_version_it_was_released_with():
    source = '@exercise("1.99", version=3)\ndef times(x):\n    ### BEGIN SOLUTION\n    return x\n    ### END SOLUTION'
    grading = {"nbgrader": {"solution": True, "grade_id": "exercise-1-99"}}
    notebook = {"cells": [{"cell_type": "code", "metadata": grading, "source": source}]}
    assert released(notebook, "01_a/01_a.ipynb", "A/B", "main")["cells"][0]["metadata"]["exercises"] == {"1.99": 3}


@pytest.mark.parametrize("lesson", range(1, 13))
def test_a_lesson_as_it_was_handed_out_shows_nothing_odd(lesson):
    """A cell that names exercises beside their stubs, to compare answers with PyTorch's for example, answers none."""
    text, = (path.read_text(encoding="utf-8") for path in (ROOT / "lessons").glob(f"{lesson:02}_*/*.ipynb"))
    cells, odd = of_notebook(text)
    assert odd == [] and matched(cells, {each.name: each.id for each in record.registry.values()})[2] == []


def test_hints_that_a_notebook_opens_are_counted():
    cells = ['hint("1.4")', 'x = 1\nhint("1.4")\nhint("1.6")', '# hint("1.5")', 'learn.hint( "1.7" )']
    cells += ['hint("1.4")'] * 9
    assert hints_in(cells) == {"1.4": 3, "1.6": 1, "1.7": 1}
