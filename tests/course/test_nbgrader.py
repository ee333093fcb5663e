"""nbgrader, where it is installed: it makes the same cells, and counts the points our checks give."""

import json
import os
import shutil
import subprocess
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
from course.small_notebook import ANSWER, save, toy

from minitorch.author.notebook import run
from minitorch.author.release import STUB, release
from minitorch.grade.course_files import notebooks

ROOT = Path(__file__).resolve().parents[2]
with_nbgrader = pytest.mark.needs("nbgrader")
HANDED_IN = {"blank": (ANSWER.partition("    ###")[0] + "    " + STUB, 0),
             "wrong": (ANSWER.replace("grad * (x > 0)", "(x > 0) * 1.0"), None),
             "crash": (ANSWER.replace("grad *", "gard *"), 0),
             "loud": (ANSWER.replace("return", "import sys; print('!', file=sys.stderr); return"), 2),
             "right": (ANSWER, 2)}


def test_the_config_says_what_release_does():
    config = (ROOT / "solutions/nbgrader_config.py").read_text(encoding="utf-8")
    assert f'code_stub = {{"python": "{STUB}"}}' in config
    assert 'source_directory = "solutions"' in config and 'release_directory = "lessons"' in config


def like(cell):
    """What of a cell must be the same: kind, id, text, and how it is graded."""
    grading = {name: value for name, value in cell["metadata"].get("nbgrader", {}).items()
               if name not in ("checksum", "cell_type")}
    return (cell["cell_type"], cell["id"], "".join(cell["source"]), grading, cell["metadata"].get("editable"),
            cell["metadata"].get("deletable"), cell.get("outputs"), cell.get("execution_count"))


SOURCES = [pytest.param(None, id="a toy"), *[pytest.param(path, id=path.stem) for path in
                                            notebooks(ROOT / "solutions") if path.parent.name[:2].isdecimal()]]


@pytest.mark.slow
@with_nbgrader
@pytest.mark.parametrize("path", SOURCES)
def test_nbgrader_makes_the_same_cells(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if path is None:
        path = save(toy(), tmp_path)
    else:
        shutil.copytree(path.parent, tmp_path / "solutions" / path.parent.name)
    shutil.copy(ROOT / "solutions/nbgrader_config.py", tmp_path / "solutions")
    name = path.parent.name
    release(lessons="ours")
    beside = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
    done = subprocess.run([sys.executable, "-m", "nbgrader", "generate_assignment", name, "--create"], cwd="solutions",
                          env=beside, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    theirs, ours = (json.loads(Path(folder, name, f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
                    for folder in ("lessons", "ours"))
    assert [like(cell) for cell in theirs] == [like(cell) for cell in ours]


@cache
def checked(answer):
    """The check's cell after the notebook has run with this answer."""
    return run(toy(answer))["cells"][-1]


@pytest.mark.slow
@pytest.mark.parametrize("answer, points", HANDED_IN.values(), ids=HANDED_IN)
def test_a_checks_value_is_a_plain_number_and_stderr_stays_empty(answer, points):
    """What nbgrader's rule asks of a graded cell: no error, nothing on stderr, one number."""
    *printed, last = checked(answer)["outputs"]
    assert printed and {output.get("name") for output in printed} == {"stdout"}     # a busy kernel sends it in parts
    assert last["output_type"] == "execute_result"
    value = float("".join(last["data"]["text/plain"]))
    assert value == points if points is not None else 0 < value < 2


@pytest.mark.slow
@with_nbgrader
@pytest.mark.parametrize("answer, points", HANDED_IN.values(), ids=HANDED_IN)
def test_nbgrader_counts_the_points(answer, points):
    import nbformat
    from nbgrader.utils import determine_grade
    earned, most = determine_grade(nbformat.from_dict(checked(answer)))
    assert most == 2 and (earned == points if points is not None else 0 < earned < 2)


@pytest.mark.slow
@with_nbgrader
def test_a_cell_that_fails_or_writes_to_stderr_would_score_nothing():
    """Why a check may do neither."""
    import nbformat
    from nbgrader.utils import determine_grade
    cell = deepcopy(checked(ANSWER))
    cell["outputs"].insert(0, {"output_type": "stream", "name": "stderr", "text": "a warning"})
    assert determine_grade(nbformat.from_dict(cell)) == (0, 2)
