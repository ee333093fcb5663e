"""`minitorch lab`: the lessons in JupyterLab."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

HOME = Path(__file__).resolve().parents[2]            # the clone, where minitorch is one


def lessons_folder():
    """The lessons here or in the clone that minitorch runs from.

    Raises FileNotFoundError when there are none.
    """
    for folder in (Path("lessons"), HOME / "lessons"):
        if any(folder.glob("[0-9][0-9]_*/*.ipynb")):
            return folder
    raise FileNotFoundError("there are no lessons here. They come with the repository: clone it, and run "
                            "`minitorch lab` in it.")


def run(options):
    """`minitorch lab`."""
    folder = lessons_folder()
    if find_spec("jupyterlab") is None:
        raise RuntimeError("JupyterLab is not installed. In a clone of the repository: "
                           f"{quote(sys.executable)} -m pip install -e '.[lab]'")
    return subprocess.run([sys.executable, "-m", "jupyterlab", str(folder)]).returncode
