"""new-exercise and new-lesson: what they write runs and is tested as it stands; what is there is never touched."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from course.small_notebook import save, toy

from minitorch.author.release import release
from minitorch.course import lab
from minitorch.tools.cli import main

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """The folders that new exercises go to, as a clone has them."""
    for part in ("minitorch/course/exercises", "solutions"):
        (tmp_path / part).mkdir(parents=True)
    for file in (ROOT / "minitorch/course/exercises").glob("*.py"):
        shutil.copy(file, tmp_path / "minitorch/course/exercises")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tree(root):
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def test_a_new_lesson_and_its_first_exercise(clone, capsys):
    assert main(["new-lesson", "98", "sequences"]) == 0 and main(["new-exercise", "98.1", "double_and_add"]) == 0
    told = capsys.readouterr().out
    assert "solutions/98_sequences/98_sequences.ipynb" in told and "solutions/AUTHORING.md" in told
    made = cells(clone / "solutions/98_sequences/98_sequences.ipynb")
    names = [each["id"] for each in made]
    assert names.index("exercise-98-1") + 1 == names.index("check-98-1") and len(set(names)) == len(names)
    assert "".join(made[-1]["source"]).startswith("## In three sentences")
    assert len("".join(made[1]["source"]).splitlines()) <= 6
    release(repo="ada/course", ref="v1")
    lesson = cells(clone / "lessons/98_sequences/98_sequences.ipynb")
    assert "2 * x + y" not in "".join(line for each in lesson if each["cell_type"] == "code" for line in each["source"])
    assert "ada/course" in json.dumps(lesson) and "OWNER" not in json.dumps(lesson)


@pytest.mark.slow
def test_what_is_written_passes_the_tests_of_exercises(tmp_path):
    """In a copy of the project: a new lesson, an exercise of it, and one more in lesson 1."""
    for name in ("minitorch", "tests", "solutions"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "solutions").mkdir(exist_ok=True)
    if not list((tmp_path / "solutions").glob("01_*")):
        save(toy(), tmp_path, "01_gradients")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def run(*words):
        return subprocess.run([sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True)
    for words in ("new-lesson 98 sequences", "new-exercise 98.1 first", "new-exercise 1.99 more"):
        done = run("-m", "minitorch", *words.split())
        assert done.returncode == 0, done.stderr
    done = run("-m", "pytest", "-v", "-p", "no:cacheprovider", "-o", "addopts=", "tests/course/test_exercises.py",
               "-k", "98.1 or 1.99 or 1.1 or share")
    assert done.returncode == 0, done.stdout
    new, more, old = ({test for test, case in re.findall(r"::(\w+)\[([\d.]+)[^\]]*\] PASSED", done.stdout)
                       if case == number} for number in ("98.1", "1.99", "1.1"))
    assert old and new == more == old, done.stdout
    done = run("-m", "minitorch.author.notebook", "solutions/98_sequences/98_sequences.ipynb")
    assert done.returncode == 0, done.stderr
    made = cells(tmp_path / "solutions/98_sequences/98_sequences.ipynb")
    check, = [each for each in made if each["id"] == "check-98-1"]
    assert "98.1 first: right, 2 of 2 points" in json.dumps(check["outputs"])


@pytest.mark.parametrize("words, said", [
    (["new-exercise", "1.5", "another"], "exercise 1.5 exists already, in minitorch/course/exercises/lesson_1.py"),
    (["new-exercise", "1.99", "relu_derivative"], "exercise relu_derivative exists already"),
    (["new-exercise", "1.99", "walk"], "lesson 1 has 0 notebooks"),
    (["new-exercise", "1", "walk"], "LESSON.NUMBER, such as 3.7, not '1'"),
    (["new-exercise", "0.1", "walk"], "LESSON.NUMBER"), (["new-exercise", "1.01", "walk"], "LESSON.NUMBER"),
    (["new-exercise", "../x", "walk"], "LESSON.NUMBER"), (["new-exercise", "1.99", "a b"], "no name that a learner"),
    (["new-exercise", "1.99", "class"], "'class' is no name"), (["new-exercise", "1.99", ""], "'' is no name"),
    (["new-lesson", "6.1", "x"], "one or two digits, such as 06"), (["new-lesson", "0", "x"], "one or two digits"),
    (["new-lesson", "06", "Über uns"], "small letters"), (["new-lesson", "06", "../x"], "small letters"),
], ids=" ".join)
def test_what_cannot_be_is_refused_and_nothing_is_written(clone, capsys, words, said):
    before = tree(clone)
    assert main(words) == 1 and said in capsys.readouterr().err and tree(clone) == before


def test_a_second_time_is_refused(clone, capsys):
    main(["new-lesson", "98", "sequences"])
    main(["new-exercise", "98.1", "first"])
    before = tree(clone)
    assert main(["new-lesson", "98", "other"]) == 1 and "lesson 98 exists already" in capsys.readouterr().err
    assert main(["new-exercise", "98.1", "second"]) == 1 and main(["new-exercise", "98.2", "first"]) == 1
    assert main(["new-exercise", "98.2", "Case"]) == 1
    assert "lesson_98.py:3 uses the name Case for something else" in capsys.readouterr().err
    assert tree(clone) == before
    (clone / "minitorch/course/exercises/lesson_97.py").write_text("")
    assert main(["new-lesson", "97", "third"]) == 1 and "exists already; nothing" in capsys.readouterr().err


def test_a_folder_that_is_no_course(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["new-lesson", "06", "x"]) == 1
    assert "there is no solutions/ here: run this in a clone" in capsys.readouterr().err


def test_lab_opens_jupyterlab_on_the_lessons(tmp_path, monkeypatch):
    ran = []
    save(toy(), tmp_path)
    monkeypatch.chdir(tmp_path)
    release()
    monkeypatch.setattr(lab, "find_spec", lambda name: True)
    monkeypatch.setattr(lab, "finished", lambda process: 3)
    monkeypatch.setattr(lab.subprocess, "Popen", lambda words, env: ran.append((words, env)))
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert main(["lab", "--no-browser"]) == 3
    (command, environment), = ran
    assert environment["PATH"].startswith(os.path.dirname(sys.executable) + os.pathsep)
    assert command[:3] == [sys.executable, "-m", "jupyterlab"] and command[-1] == "--no-browser"
    assert f"--ServerApp.root_dir={(tmp_path / 'lessons').resolve()}" in command
    assert "--LabApp.default_url=/lab/tree/01_toy/01_toy.ipynb" in command


def test_lab_without_lessons(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab, "HOME", tmp_path)
    assert main(["lab"]) == 1 and "They come with the repository: clone it" in capsys.readouterr().err
