"""Damaged notebooks, graded to the end: each scores what the answers in it are worth, and not a point less."""

import pytest
from grade.samples import data, filled
from grade.test_intake import HARMLESS, ODD, STUB, appended, changed

from minitorch.learn import record
from minitorch.learn.grade.checker import Checker
from minitorch.learn.grade.matching import hints_in, version_of
from minitorch.learn.grade.result import Submission
from minitorch.learn.grade.submission import collect
from minitorch.learn.record import Case, Exercise

RIGHT = filled(1, reference=["1.5"])
HARD = {"saved by Colab": HARMLESS["saved by Colab"], **{name: change for name, (change, _) in ODD.items()}}
pytestmark = pytest.mark.needs("bwrap")


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
def test_a_submission_is_graded_by_its_own_version(monkeypatch, version, right, state):
    monkeypatch.setattr(record, "registry", dict(record.registry))
    monkeypatch.setattr(record, "earlier", {})
    for number, factor in ((1, 2), (2, 3)):
        Exercise("1.99", "times", difficulty=1, points=2, version=number, misconceptions=[], hints=[],
                 reference=lambda x, factor=factor: factor * x, cases=[Case("four", x=4.0), Case("none", x=0.0)])
    source = f'from minitorch.learn import *\n@exercise("1.99", version={version})\ndef times(x):\n    return {right}'
    handed = Submission("ada", 1, "ada.ipynb", "d", [source], {"1.99": [(0, source)]})
    result, = Checker().grade(handed, ["1.99"])
    assert result.state == state and result.version == version_of(handed, "1.99") == min(version, 2)


def test_hints_that_a_notebook_opens_are_counted():
    cells = ['hint("1.4")', 'x = 1\nhint("1.4")\nhint("1.6")', '# hint("1.5")', 'learn.hint( "1.7" )']
    cells += ['hint("1.4")'] * 9
    assert hints_in(cells) == {"1.4": 3, "1.6": 1, "1.7": 1}
