"""A changed exercise: its new version is the one that is checked, and the old one is still there to be graded."""

import json
from pathlib import Path

import pytest

from minitorch.course import record
from minitorch.course.cases import Case
from minitorch.course.record import Exercise, find
from minitorch.course.session import exercise
from minitorch.grade.matching import versions_in
from minitorch.grade.release import notebooks


def twice(x):
    return 2 * x


@pytest.fixture
def made(monkeypatch):
    monkeypatch.setattr(record, "registry", dict(record.registry))
    monkeypatch.setattr(record, "earlier", {})

    def make(version, id="1.99"):
        return Exercise(id, twice, difficulty=1, points=2, version=version, cases=[Case("three", x=3)], wrong=[],
                        hints=[])
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


LESSONS = notebooks(Path(__file__).resolve().parents[2] / "solutions")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_asks_for_the_versions_that_there_are(path):
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        for id, version in versions_in("".join(cell["source"])).items():
            assert find(id).version == version, f"write @exercise(\"{id}\", version={find(id).version}) in {path.name}"
