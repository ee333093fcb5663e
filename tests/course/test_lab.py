"""`minitorch lab`: opens the first lesson, and passes JupyterLab's options on."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from minitorch import cli
from minitorch.course import lab


@pytest.fixture
def started(monkeypatch):
    """The commands that would have been run."""
    commands = []
    monkeypatch.setattr(lab, "find_spec", lambda name: name)
    monkeypatch.setattr(subprocess, "run", lambda command: commands.append(command) or SimpleNamespace(returncode=3))
    return commands


def lessons(folder, *names):
    for name in names:
        (folder / "lessons" / name).mkdir(parents=True)
        (folder / "lessons" / name / f"{name}.ipynb").write_text("{}")


@pytest.mark.parametrize("names, first", [(["00_before", "01_gradients", "02_autograd"], "01_gradients"),
                                          (["02_my own"], "02_my%20own"), (["00_before"], "00_before")])
def test_it_opens_the_first_lesson_and_passes_options_on(names, first, started, tmp_path, monkeypatch):
    lessons(tmp_path, *names)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "--no-browser", "--port", "8899", "--allow-root"]) == 3
    assert started == [[sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={tmp_path.resolve() / 'lessons'}",
                        f"--LabApp.default_url=/lab/tree/{first}/{first}.ipynb", "--no-browser", "--port", "8899",
                        "--allow-root"]]


def test_elsewhere_it_opens_those_of_the_clone(started, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab"]) == 3
    assert f"--ServerApp.root_dir={Path(lab.HOME) / 'lessons'}" in started[0]


def test_the_instructors_walk_is_opened_where_it_is(started, monkeypatch, tmp_path, capsys):
    assert cli.main(["lab", "--instructor", "--no-browser"]) == 3
    assert f"--ServerApp.root_dir={Path(lab.HOME) / 'solutions'}" in started[0] and "--no-browser" in started[0]
    assert "--LabApp.default_url=/lab/tree/instructor/instructor.ipynb" in started[0]
    monkeypatch.setattr(lab, "HOME", tmp_path)
    assert cli.main(["lab", "--instructor"]) == 1 and "the course's own repository" in capsys.readouterr().err


def test_no_other_command_takes_options_that_it_does_not_know(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["doctor", "--no-browser"])
    assert end.value.code == 2 and "unrecognized arguments: --no-browser" in capsys.readouterr().err
