"""`minitorch lab`: the lessons in JupyterLab."""

import os
import signal
import subprocess
import sys
import sysconfig
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from shlex import join
from urllib.parse import quote as quoted

from ..display.text import this_command

HOME = Path(__file__).resolve().parents[2]            # the clone, where minitorch is one
WALK = "instructor/instructor.ipynb"


def lessons_folder():
    """Return the folder of lessons here or in the clone that minitorch runs from.

    Raises FileNotFoundError when there are none.
    """
    for folder in (Path("lessons"), HOME / "lessons"):
        if any(folder.glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb")):
            return folder
    raise FileNotFoundError("there are no lessons here. They come with the repository: clone it, and run "
                            "`minitorch lab` in it.")


def first_lesson(folder):
    """Return lesson 1, or the next one there is, as an address within the folder; 00_before is optional."""
    there = sorted(path for path in folder.glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb"))
    first = next((path for path in there if not path.stem.startswith("00")), there[0])
    return quoted(first.relative_to(folder).as_posix())


def install():
    """Install JupyterLab into this environment if the user at the terminal agrees.

    Raises RuntimeError with the command if no one is asked, the answer is no, or pip fails.
    """
    command = [sys.executable, "-m", "pip", "install", "-e", f"{HOME}[lab]"]
    question = "JupyterLab is not installed. Install it into this environment now? [y/n] "
    asked = sys.stdin.isatty() and sys.stdout.isatty()
    if asked and input(question).strip().lower() in ("y", "yes") and not subprocess.run(command).returncode:
        return
    raise RuntimeError(f"JupyterLab is not installed: {join(command)}")


def run(options):
    """Run `minitorch lab`; its other options, such as --no-browser, go to JupyterLab.

    This environment's commands come first in the PATH of kernels and terminals: `!minitorch serve` then works.
    """
    folder = HOME / "solutions" if options.instructor else lessons_folder()
    page = quoted(WALK) if options.instructor else first_lesson(folder)
    if options.instructor and not (folder / WALK).is_file():
        raise FileNotFoundError(f"there is no {folder / WALK}: the instructor's walk comes with the course's own "
                                "repository. Clone it, and run `minitorch lab --instructor` there.")
    if find_spec("jupyterlab") is None:
        install()
    if getattr(os, "geteuid", lambda: 1)() == 0 and "--allow-root" not in options.passed_on:
        raise RuntimeError(f"JupyterLab does not start as root unless you say so: {this_command()} lab --allow-root")
    path = os.pathsep.join([sysconfig.get_path("scripts"), *filter(None, [os.environ.get("PATH")])])
    shell = {"shell_command": [os.environ.get("SHELL") or "sh"]}     # no login shell, which would set PATH anew
    return finished(subprocess.Popen(
        [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder.resolve()}",
         f"--LabApp.default_url=/lab/tree/{page}", *[f"--ServerApp.terminado_settings={shell}"] * (os.name != "nt"),
         *options.passed_on], env={**os.environ, "PATH": path}))


def finished(process):
    """Wait for a process and return its exit code. SIGTERM is passed on to it; Ctrl-C it gets itself."""
    before = signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    try:
        while True:
            with suppress(KeyboardInterrupt):
                return process.wait()
    finally:
        signal.signal(signal.SIGTERM, before)
