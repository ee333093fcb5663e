"""Running notebooks under nbval, strictly, in a folder of their own."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from minitorch.author.notebook import same_everywhere
from minitorch.grade.course_files import notebooks

ROOT = Path(__file__).resolve().parents[2]
SOLUTIONS = notebooks(ROOT / "solutions")
LESSONS = [path for path in SOLUTIONS if path.parent.name[:2].isdigit() and int(path.parent.name[:2])]
MILESTONES = [path for path in SOLUTIONS if path.parent.name == "milestones"]
EXAMPLES = [path for path in SOLUTIONS if path not in LESSONS + MILESTONES]     # nothing to fill in


def label(path):
    return path.stem


def compare(stored, folder, python=sys.executable, plugin=None, first=ROOT):
    """Run notebooks ({name: dict}) and compare every output with what is stored.

    python   runs them; it has nbval
    plugin   of pytest's, to run them otherwise
    first    the folder in which modules are looked for first
    returns  cells that passed, [(name, number of the code cell)] of those that did not, and what was said
    """
    for name, notebook in stored.items():
        (folder / name).mkdir()                          # my_minitorch.py of one is not seen by another
        (folder / name / f"{name}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n")     # not this project's settings
    environment = {**os.environ, **same_everywhere(),
                   "PYTHONPATH": os.pathsep.join(map(str, [first, ROOT, ROOT / "tests"]))}
    command = [str(python), "-m", "pytest", "--nbval", "--nbval-current-env", "--nbval-cell-timeout", "120",
               "--nbval-sanitize-with", str(ROOT / "tests" / "nbval_sanitize.cfg"), "-p", "no:cacheprovider",
               "-p", "no:xdist", "-c", "pytest.ini", "--rootdir", ".", "-q", "-rf", "--color=no",
               *(["-p", plugin] if plugin else []), "."]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    said = done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", said)
    failed = re.findall(r"^FAILED (?:\S*/)?(\w+)\.ipynb::Cell (\d+)|^FAILED (?:\S*/)?(\w+)\.ipynb::\S*::Cell (\d+)",
                        said, re.M)
    return int(passed[1]) if passed else 0, [(a or c, int(b or d)) for a, b, c, d in failed], said


def spoiled(cell, turn=0):
    """A copy of a code cell in which output number `turn`, if it has one, says something else."""
    copy = json.loads(json.dumps(cell))
    for out in copy["outputs"][turn:turn + 1]:
        home, name = (out, "text") if out["output_type"] == "stream" else (out["data"], "text/plain")
        home[name] = "?" + "".join(home[name])
    return copy
