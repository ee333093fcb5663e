"""`minitorch lab`: opens the first lesson, and passes JupyterLab's options on."""

import os
import shlex
import signal
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from minitorch.course import lab
from minitorch.display.text import this_command
from minitorch.tools import cli

SHELL = ["--ServerApp.terminado_settings={'shell_command': ['/bin/zsh']}"] * (os.name != "nt")


@pytest.fixture
def started(monkeypatch):
    """The commands that would have been run."""
    commands = []
    monkeypatch.setattr(lab, "find_spec", lambda name: name)
    monkeypatch.setattr(subprocess, "Popen", lambda command, **how: commands.append(command) or SimpleNamespace(
        wait=lambda: 3))
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setenv("SHELL", "/bin/zsh")
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
                        f"--LabApp.default_url=/lab/tree/{first}/{first}.ipynb", *SHELL, "--no-browser", "--port",
                        "8899", "--allow-root"]]


def test_elsewhere_it_opens_those_of_the_clone(started, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab"]) == 3
    assert f"--ServerApp.root_dir={Path(lab.HOME) / 'lessons'}" in started[0]


def test_its_notebooks_and_terminals_find_the_command_minitorch(started, monkeypatch):
    monkeypatch.setattr(subprocess, "Popen", lambda command, env: started.append(env["PATH"]) or SimpleNamespace(
        wait=lambda: 3))
    for path, after in [("/usr/bin", f"{os.pathsep}/usr/bin"), ("", "")]:
        monkeypatch.setenv("PATH", path)
        assert cli.main(["lab"]) == 3 and started[-1] == sysconfig.get_path("scripts") + after


def test_root_is_told_the_option_that_jupyterlab_wants(started, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert cli.main(["lab"]) == 1 and not started
    assert capsys.readouterr().err.endswith("does not start as root unless you say so: "
                                            f"{this_command()} lab --allow-root\n")
    assert cli.main(["lab", "--allow-root"]) == 3


@pytest.mark.skipif(os.name == "nt", reason="needs SIGTERM")
def test_sigterm_ends_jupyterlab_too():
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    timer.start()
    assert lab.finished(process) == -signal.SIGTERM and signal.getsignal(signal.SIGTERM) is before
    timer.join()


def test_the_instructors_walk_is_opened_where_it_is(started, monkeypatch, tmp_path, capsys):
    assert cli.main(["lab", "--instructor", "--no-browser"]) == 3
    assert f"--ServerApp.root_dir={Path(lab.HOME) / 'solutions'}" in started[0] and "--no-browser" in started[0]
    assert "--LabApp.default_url=/lab/tree/instructor/instructor.ipynb" in started[0]
    monkeypatch.setattr(lab, "HOME", tmp_path)
    assert cli.main(["lab", "--instructor"]) == 1 and "the course's own repository" in capsys.readouterr().err


@pytest.fixture
def without_jupyterlab(started, monkeypatch):
    """The commands that would have been run on a machine without JupyterLab; pip succeeds."""
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    monkeypatch.setattr(subprocess, "run", lambda command, **how: started.append(command) or SimpleNamespace(
        returncode=0))
    monkeypatch.setattr(subprocess, "Popen", lambda command, **how: started.append(command) or SimpleNamespace(
        wait=lambda: 0))
    return started


INSTALL = [sys.executable, "-m", "pip", "install", "-e", f"{lab.HOME}[lab]"]


@pytest.mark.parametrize("answer, agrees", [("y", True), ("Yes ", True), ("n", False), ("", False)])
def test_at_a_terminal_it_asks_whether_to_install_jupyterlab(answer, agrees, without_jupyterlab, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert cli.main(["lab"]) == (0 if agrees else 1)
    assert [command[2] for command in without_jupyterlab] == (["pip", "jupyterlab"] if agrees else [])
    assert without_jupyterlab[:1] == ([INSTALL] if agrees else [])


def test_elsewhere_it_prints_the_command_that_installs_jupyterlab(without_jupyterlab, capsys):
    assert cli.main(["lab"]) == 1 and not without_jupyterlab
    assert capsys.readouterr().err == f"minitorch lab: JupyterLab is not installed: {shlex.join(INSTALL)}\n"


def test_no_other_command_takes_options_that_it_does_not_know(capsys):
    with pytest.raises(SystemExit) as end:
        cli.main(["doctor", "--no-browser"])
    assert end.value.code == 2 and "unrecognized arguments: --no-browser" in capsys.readouterr().err
