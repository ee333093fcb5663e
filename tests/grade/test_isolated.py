"""Run where the hand-ins lie, the grader imports nothing of them, and takes no solutions, points or grades there."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from grade.handed import HOME
from grade.samples import data, filled

from minitorch.grade import course_files, processes
from minitorch.grade.store import Store
from minitorch.tools.cli import main

STANDARD = """
abc argparse ast atexit base64 bisect bz2 calendar codecs collections concurrent configparser contextlib copy
copyreg csv ctypes dataclasses datetime decimal difflib dis email enum errno fnmatch fractions functools gc
getpass glob gzip hashlib heapq hmac html importlib inspect io ipaddress itertools json keyword linecache locale
logging lzma marshal math mimetypes mmap multiprocessing numbers opcode operator os pathlib pickle pkgutil
platform posixpath pprint queue random re reprlib resource runpy secrets select selectors shlex shutil signal
site socket sqlite3 ssl stat string struct subprocess sysconfig tarfile tempfile textwrap threading time timeit
token tokenize traceback types typing unicodedata unittest urllib uuid warnings weakref xml zipfile zipimport
zlib sitecustomize usercustomize conftest _json _struct numpy pygraphviz graphviz cupy scipy torch IPython
ipywidgets nbgrader pandas yaml mpi4py start grade processes
""".split()
FIRE = 'open({fired!r}, "a").write({name!r} + "\\n")\n'
SCRIPT = "import sys\nfrom minitorch.tools.cli import main\nsys.exit(main())\n"


@pytest.fixture
def fired(tmp_path):
    return tmp_path / "fired"


@pytest.fixture
def handed(tmp_path, fired):
    """A folder of hand-ins: Ada's, and whatever Eve has put beside it."""
    folder = tmp_path / "handed in"
    for name in STANDARD:
        if name != "handed":
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text(FIRE.format(fired=str(fired), name=f"{name}/"))
            (folder / f"{name}.py").write_text(FIRE.format(fired=str(fired), name=name))
    (folder / "x.pth").write_text(f"import os; open({str(fired)!r}, 'a').write('pth')\n")
    (folder / "pyvenv.cfg").write_text(f"home = {folder}\n")
    for name in ("bwrap", "python", "python3", "git"):
        (folder / name).write_text(f"#!/bin/sh\necho {name} >> '{fired}'\n")
        (folder / name).chmod(0o755)
    (folder / "ada.ipynb").write_bytes(data(filled(1, reference=["1.1", "1.5"])))
    lesson = folder / "solutions/01_gradients"
    lesson.mkdir(parents=True)
    hidden = FIRE.format(fired=str(fired), name="hidden tests")
    cell = {"cell_type": "code", "metadata": {}, "source": f"### BEGIN HIDDEN TESTS\n{hidden}### END HIDDEN TESTS"}
    (lesson / "01_gradients.ipynb").write_text(json.dumps({"cells": [cell]}))
    (folder / "overrides.csv").write_text("student,exercise,points,reason\nada,1.5,99,forged\n")
    with Store(folder / "grades.sqlite") as store:
        store.base.execute("insert into facts values ('seed', '7')")
        store.base.commit()
    return folder


def graded(line, folder, tmp_path, **settings):
    """What the command says in the folder of hand-ins, and the table it writes."""
    done = subprocess.run([*line, "grade", *settings.pop("paths", ["."]), "--lesson", "1", "--jobs", "1", "--db",
                           str(tmp_path / "g.sqlite"), "--csv", str(tmp_path / "g.csv"), "--feedback",
                           str(tmp_path / "back")], cwd=folder, capture_output=True, text=True, timeout=200,
                          env={**os.environ, **settings})
    assert (tmp_path / "g.csv").is_file(), done.stderr
    return done.stdout, (tmp_path / "g.csv").read_text()


def script(tmp_path):
    """The command as pip installs it."""
    path = tmp_path / "bin" / "minitorch"
    path.parent.mkdir()
    path.write_text(SCRIPT)
    return [sys.executable, str(path)]


@pytest.mark.parametrize("way", ["python -m", *(pytest.param(way, marks=pytest.mark.slow) for way in (
    "the command", "in the folder above"))])
def test_nothing_that_was_handed_in_is_imported_or_believed(way, handed, fired, tmp_path):
    settings = {"PYTHONPATH": str(HOME), "PATH": f".:{os.environ['PATH']}:"}
    if way == "python -m":
        line = [sys.executable, "-P", "-m", "minitorch"]     # without -P Python itself imports from there, before us
    else:
        line = script(tmp_path)
        (handed / "minitorch").mkdir()
        (handed / "minitorch/__init__.py").write_text(FIRE.format(fired=str(fired), name="minitorch"))
    above = {"paths": [handed.name]} if way == "in the folder above" else {}
    said, table = graded(line, handed.parent if above else handed, tmp_path, **settings, **above)
    assert not fired.exists(), fired.read_text()
    rows = dict(zip(*[row.split(",") for row in table.splitlines() if row.startswith(("student", "ada,"))]))
    assert rows["1.5"] == rows["1.1"] == "2" and "forged" not in table
    assert "hidden tests: solutions/ of the course that minitorch runs from" in said
    assert above or "overrides.csv of this folder is left alone" in said
    with Store(tmp_path / "g.sqlite") as store:
        result, = (each for each in store.results() if each.exercise == "1.5")
        assert [check for check in result.checks if check[3]] and result.seed != 7


def test_the_programs_of_the_grader_are_started_isolated(monkeypatch):
    seen = []
    monkeypatch.setattr(subprocess, "Popen", lambda line, **settings: seen.append((line, settings)))
    monkeypatch.setenv("PYTHONSTARTUP", "x.py")
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    processes.started("minitorch.grade.reading", "3", "4")
    (line, settings), = seen
    assert line[1] == "-I" and Path(line[2]) == processes.START and settings["cwd"] == os.path.abspath(os.sep)
    assert not [name for name in settings["env"] if name.startswith("PYTHON")]


def test_of_the_folders_to_import_from_none_is_anyone_elses(tmp_path, monkeypatch):
    (tmp_path / "in/deep").mkdir(parents=True)
    (tmp_path / "lib").mkdir()
    monkeypatch.chdir(tmp_path / "in")
    entries = ["", ".", "deep", str(tmp_path / "in"), str(tmp_path / "in/deep"), str(tmp_path / "lib"), str(HOME)]
    assert processes.trusted(entries, ["."]) == [str(tmp_path / "lib"), str(HOME)]
    assert processes.trusted(entries, [tmp_path / "lib/a.ipynb"]) == [str(tmp_path / "in/deep"), str(HOME)]


@pytest.fixture
def away(tmp_path, monkeypatch):
    """A course of its own, and a folder to work in."""
    home, here = tmp_path / "course", tmp_path / "here"
    (home / "solutions/01_a").mkdir(parents=True)
    (home / "solutions/01_a/01_a.ipynb").write_text("{}")
    here.mkdir()
    monkeypatch.setattr(course_files, "HOME", home)
    monkeypatch.chdir(here)
    for name in ("overrides.csv", "grades.sqlite"):
        (here / name).write_text("")
    (here / "all.zip").write_bytes(b"")
    for name in ("ada", "bob"):
        (here / name).mkdir()
        (here / f"{name}.ipynb").write_text("{}")
    return home, here


@pytest.mark.parametrize("paths, ours", [
    (["all.zip"], True), (["ada"], True), (["../here/all.zip"], True), (["."], False), (["../here"], False),
    ([".."], False), (["ada", "bob"], False), (["ada.ipynb"], False), (["ada.ipynb", "bob.ipynb"], False),
    (["all.zip", "ada"], False)])
def test_where_points_and_grades_come_from(paths, ours, away):
    """The working folder's files count where it is the instructor's: no folder of what several handed in."""
    home, here = away
    assert course_files.table("overrides.csv", None, paths)[0] == ("overrides.csv" if ours else None)
    assert course_files.grades(None, paths)[0] == ("grades.sqlite" if ours else str(home / "grades.sqlite"))
    (home / "overrides.csv").write_text("")
    found = course_files.table("overrides.csv", None, paths)[0]
    assert found == ("overrides.csv" if ours else str(home / "overrides.csv"))
    assert course_files.table("overrides.csv", "overrides.csv", paths)[0] == "overrides.csv"
    assert course_files.grades("g.sqlite", paths) == ("g.sqlite", "")


@pytest.mark.parametrize("paths", [["."], ["all.zip"], ["ada"], [".."]])
def test_hidden_tests_are_run_from_no_folder_that_holds_hand_ins(paths, away):
    home, here = away
    (here / "solutions/01_a").mkdir(parents=True)
    (here / "solutions/01_a/01_a.ipynb").write_text("{}")
    assert course_files.solutions(None, paths)[0] == str(home / "solutions")
    assert course_files.solutions("solutions", paths)[0] == str(here / "solutions")
    (home / "solutions/01_a/01_a.ipynb").unlink()
    assert course_files.solutions(None, paths)[0] is None
    assert course_files.solutions(None, [home])[0] == str(here / "solutions")


def test_a_course_that_cannot_keep_grades_asks_where(away, capsys):
    home, here = away
    (home / "solutions/01_a/01_a.ipynb").unlink()
    (home / "solutions/01_a").rmdir()
    (home / "solutions").rmdir()
    assert main(["grade", "."]) == 1
    assert "grades.sqlite is not kept in it: say where" in capsys.readouterr().err
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(here / "grades.sqlite").execute("select * from results")
