"""A newcomer answers 1.1, 1.2 and 1.3 in lesson 1, and lesson 2 runs on them: no file is moved, here and in Colab."""

import json
import os
import shutil

import pytest
from course.answers import of
from notebooks.running import ROOT

from minitorch.author.check_notebook import source, text_of

SOLVED = ("1.1", "1.2", "1.3")
COLAB = """import sys, types
from pathlib import Path
from minitorch.course import places
google, colab = types.ModuleType("google"), types.ModuleType("google.colab")
places.DRIVE = Path({drive!r})
colab.drive = types.SimpleNamespace(mount=lambda path: places.DRIVE.parent.mkdir(parents=True, exist_ok=True))
google.colab = colab
sys.modules |= {{"google": google, "google.colab": colab}}"""


def session(cells, folder):
    """What cells print, one after the other, in a new kernel in a folder."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    paths = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}
                            ).execute(env={**os.environ, "PYTHONPATH": paths})
    return "".join(text_of(out) for cell in book.cells for out in cell["outputs"])


@pytest.mark.parametrize("place", [pytest.param("local", marks=pytest.mark.slow), "Colab"])
def test_what_is_solved_in_lesson_1_runs_in_lesson_2(place, tmp_path):
    lessons, drive = tmp_path / "lessons", tmp_path / "drive" / "MyDrive" / "minitorch"
    shutil.copytree(ROOT / "lessons", lessons, ignore=shutil.ignore_patterns("my_minitorch*"))
    begin, said = [], ""
    for number, name in ((1, "01_gradients"), (2, "02_autograd")):
        notebook = json.loads((lessons / name / f"{name}.ipynb").read_text(encoding="utf-8"))
        first = next(source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code")
        folder = lessons / name
        if place == "Colab":
            folder = tmp_path / f"content {number}"        # each session has an empty computer
            folder.mkdir()
            begin = [COLAB.format(drive=str(drive))]
            first = "\n".join(line for line in first.splitlines() if "%pip" not in line and "if " not in line)
            first = first.replace(f"setup(lesson={number})", f"setup(lesson={number}, drive={number == 1})")
            drive.parent.mkdir(parents=True, exist_ok=True) if number == 2 else None
        solved = [f'@exercise("{id}")\n{of(1).REFERENCE[id].strip()}' for id in SOLVED]
        said = session([*begin, first, *(solved if number == 1 else ["progress()"])], folder)
    assert "lesson 2: running on your own 1.1, 1.2, 1.3\n" in said and "3 of " in said
