"""`pytest --nbval` in a clone: any number of times, also in one where notebooks were run in place."""

import json
import shutil
import subprocess
import sys

import pytest
from course.small_notebook import cell
from notebooks.running import ROOT

WRITES = ("from pathlib import Path\nfor name in ('run.mt', 'my_minitorch.py'):\n"
          "    print(name, Path(name).exists())\n    Path(name).write_text('old')")
SAID = "run.mt False\nmy_minitorch.py False\n"


@pytest.fixture
def clone(tmp_path):
    """A small clone: one notebook that looks for files and writes them; they lie there from a run in place."""
    for name in ("conftest.py", "pyproject.toml", "tests/nbval_sanitize.cfg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    code = cell("code", WRITES, "writes")
    code["outputs"] = [{"output_type": "stream", "name": "stdout", "text": SAID.splitlines(True)}]
    for path in ("solutions/01_toy", "solutions/instructor/course/solutions/01_toy", "lessons/01_toy"):
        (tmp_path / path).mkdir(parents=True)
        text = json.dumps({"cells": [code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
        (tmp_path / path / "01_toy.ipynb").write_text(text, encoding="utf-8")
        for name in ("run.mt", "my_minitorch.py"):
            (tmp_path / path / name).write_text("left")
    return tmp_path


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.needs("nbval")
def test_notebooks_run_in_a_clone_that_holds_their_files_and_leave_it_as_it_was(clone):
    before = files(clone)
    done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-q", "--nbval", "-p", "no:cacheprovider", "-p",
                           "no:xdist", "solutions", "lessons"], cwd=clone, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout + done.stderr
    assert files(clone) == before
