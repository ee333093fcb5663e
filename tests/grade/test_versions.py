"""A changed exercise: its new version is the one that is checked, and the old one is still there to be graded."""

import json
from pathlib import Path

import pytest

from minitorch.author.check_records import of_right, of_wrong
from minitorch.course import exercises, record  # noqa: F401  (its lessons register themselves)
from minitorch.course.cases import Case
from minitorch.course.record import Exercise, find
from minitorch.course.session import exercise
from minitorch.grade.course_files import notebooks
from minitorch.grade.hidden import Hidden
from minitorch.grade.matching import versions_in
from minitorch.grade.runner import exercises_of
from minitorch.grade.submission import names_of_exercises


def twice(x):
    return 2 * x


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(record, "registry", dict(record.registry))
    monkeypatch.setattr(record, "earlier", {})

    def make(version, id="1.99", retired=False):
        return Exercise(id, twice, difficulty=1, points=2, version=version, cases=[Case("three", x=3)], wrong=[],
                        hints=[], retired=retired)
    return make


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1)])
def test_the_newest_version_is_found_and_the_others_by_number(made, order):
    records = {version: made(version) for version in order}
    assert find("1.99") is records[3]
    assert all(find("1.99", version) is record for version, record in records.items())
    with pytest.raises(ValueError, match=r"1\.99 has no version 4 any more; it has 3"):
        find("1.99", 4)


@pytest.mark.parametrize("versions", [(1, 1), (2, 1, 2), (1, 2, 1)])
def test_a_version_is_used_once(made, versions):
    for version in versions[:-1]:
        made(version)
    with pytest.raises(ValueError, match=r"1\.99 exists already, as twice"):
        made(versions[-1])


@pytest.mark.parametrize("asked, told", [(1, True), (2, False)])
def test_an_old_notebook_is_told(made, capsys, asked, told, tmp_path, monkeypatch):
    monkeypatch.setattr("minitorch.course.answer_file.folder", tmp_path)
    made(2)
    exercise("1.99", version=asked)(lambda x: 2 * x)
    assert ("asks for version 1, the installed minitorch has version 2" in capsys.readouterr().out) == told


SOLUTIONS = Path(__file__).resolve().parents[2] / "solutions"
LESSONS = notebooks(SOLUTIONS)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_asks_for_the_versions_that_there_are(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for id, version in versions_in("".join(cell["source"])).items():
            assert find(id).version == version, f"write @exercise(\"{id}\", version={find(id).version}) in {path.name}"


def test_a_retired_exercise_is_found_and_judged_but_asked_for_by_nobody(made, monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("minitorch.course.answer_file.folder", tmp_path)
    old = made(1, retired=True)
    monkeypatch.setattr("minitorch.grade.runner.earlier", record.earlier)
    assert find("1.99") is old is find("1.99", 1) and "1.99" not in record.registry
    assert "1.99" not in exercises_of(1) and exercises_of(1, {"1.99"})[-1] == "1.99"
    exercise("1.99")(lambda x: 2 * x)
    assert "right, 2 of 2 points" in capsys.readouterr().out
    with pytest.raises(ValueError, match=r"1\.99 exists already, as twice"):
        made(1)


@pytest.mark.parametrize("id", [id for id, _ in record.earlier])
def test_answers_to_a_retired_exercise_are_judged_as_what_they_are(id):
    """Their records have hidden tests, and know their right answers and mistakes as those of living exercises do."""
    retired = find(id)
    assert Hidden(SOLUTIONS, [retired.lesson]).has(id, retired.version)
    assert names_of_exercises()[retired.name] == id       # an answer that is handed in is read
    assert not list(of_right(retired))
    assert not [said for known in retired.misconceptions for said in of_wrong(retired, known)]
