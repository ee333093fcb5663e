"""`minitorch lab`: the lessons in JupyterLab."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from urllib.parse import quote as quoted

HOME = Path(__file__).resolve().parents[2]            # the clone, where minitorch is one
WALK = "instructor/instructor.ipynb"


def lessons_folder():
    """The lessons here or in the clone that minitorch runs from.

    Raises FileNotFoundError when there are none.
    """
    for folder in (Path("lessons"), HOME / "lessons"):
        if any(folder.glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb")):
            return folder
    raise FileNotFoundError("there are no lessons here. They come with the repository: clone it, and run "
                            "`minitorch lab` in it.")


def first_lesson(folder):
    """Lesson 1, or what comes nearest after it, as an address within the folder; 00_before is for who wants it."""
    there = sorted(path for path in folder.glob("[0-9][0-9]_*/[0-9][0-9]_*.ipynb"))
    first = next((path for path in there if not path.stem.startswith("00")), there[0])
    return quoted(first.relative_to(folder).as_posix())


def run(options):
    """`minitorch lab`; what else is said there, such as --no-browser, goes to JupyterLab."""
    folder = HOME / "solutions" if options.instructor else lessons_folder()
    page = quoted(WALK) if options.instructor else first_lesson(folder)
    if options.instructor and not (folder / WALK).is_file():
        raise FileNotFoundError(f"there is no {folder / WALK}: the instructor's walk comes with the course's own "
                                "repository. Clone it, and run `minitorch lab --instructor` there.")
    if find_spec("jupyterlab") is None:
        raise RuntimeError("JupyterLab is not installed. In a clone of the repository: "
                           f"{quote(sys.executable)} -m pip install -e '.[lab]'")
    return subprocess.run([sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder.resolve()}",
                           f"--LabApp.default_url=/lab/tree/{page}", *options.passed_on]).returncode
