"""How the house is kept: short files, a tidy top level, nothing that only one machine knows."""

import os
import re
import subprocess
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOP = {"minitorch", "lessons", "solutions", "tests", "benchmarks", "pyproject.toml", "environment.yml",
       "README.md", "CONTRIBUTING.md", "LICENSE", "CHANGELOG.md", "conftest.py"}
MOST = 300                               # lines; a file is divided by subject, never because of its length
SUBJECTS = "minitorch/static/", 400, 60  # most lines, most files: compiled programs are found by subject, in few files
# Files that may be longer, each with the reason why it is one thing.
LONG = {
    "minitorch/tensors/tensor.py": "one class, the surface users know",
    "minitorch/ops/elementwise/arithmetic.py": "one short pair of functions an op",
    "minitorch/ops/shape/views.py": "one short pair of functions an op",
    "minitorch/ops/index/getitem.py": "one short pair of functions an op",
    "minitorch/tensors/methods.py": "the table of methods",
    "minitorch/nn/module.py": "one class, the surface users know",
    "minitorch/course/exercises/lesson_*.py": "a lesson's exercises, one record after the other: texts, not logic",
    "tests/course/readers/lesson_*.py": "students' answers, one after the other: texts, not logic",
    **dict.fromkeys(["minitorch/__init__.pyi", "minitorch/tensors/tensor.pyi", "minitorch/nn/__init__.pyi",
                     "minitorch/nn/functional/__init__.pyi", "minitorch/data/__init__.pyi",
                     "minitorch/optim/__init__.pyi", "minitorch/optim/lr_scheduler/__init__.pyi"],
                    "written by `python -m minitorch.tools.stubs`, not typed"),
    "minitorch/paths.py": "tables of names, and what reads them",
    "minitorch/static/run.py": "one file, which is copied to where minitorch is not",
    "tests/samples.py": "the table of samples: rows, not logic",
}
MACHINE = re.compile(r"(?<![\w.])/(?:work|tmp|root|home|Users|private|mnt)/\w|[A-Z]:\\Users")   # paths of one machine


def tracked():
    """The files of the project: what git knows, else what a source archive holds."""
    try:
        done = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                              capture_output=True, text=True, check=True)
        names = done.stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, folders, files in os.walk(ROOT):
            inside = Path(folder).relative_to(ROOT)
            folders[:] = [name for name in folders if name != ".git" and not ignored(inside / name)]
            names += [(inside / name).as_posix() for name in files if name != ".git" and not ignored(inside / name)]
    return [name for name in names if (ROOT / name).is_file() and ".egg-info" not in name]


def ignored(path):
    """Whether .gitignore leaves a path out: its patterns are names, or paths from the root."""
    return left_out().fullmatch(path.as_posix()) is not None


@cache
def left_out():
    """The paths that .gitignore leaves out, and what is in such folders, as one regular expression."""
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    patterns = [("" if "/" in line.rstrip("/") else "(.*/)?") + re.escape(line.strip("/")).replace(r"\*", "[^/]*")
                for line in lines]
    return re.compile(f"({'|'.join(patterns)})(/.*)?")


def text_of(name):
    try:
        return (ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


FILES = tracked()


@pytest.mark.parametrize("path, left_out", [
    ("digits-mlp.svg", True), (".github/graph.svg", False), ("minitorch/__pycache__/cli.pyc", True),
    ("lessons/01_gradients/runs/a/b", True), ("solutions/examples/shapes.onnx", True),
    ("lessons/examples/pictures/val/a/0.png", True), ("lessons/examples/kept/last.ckpt", True),
    ("grades.sqlite-wal", True), ("tests/grades.sqlite", False),
    ("minitorch.egg-info/PKG-INFO", True), ("lessons/01_gradients/my_minitorch.py", True), ("README.md", False)])
def test_what_a_source_archive_holds_beside_the_project_is_left_out(path, left_out):
    assert ignored(Path(path)) == left_out


def test_no_file_is_longer_than_one_idea():
    for name in FILES:
        if name.endswith((".py", ".pyi")) and not any(fnmatch(name, long) for long in LONG):
            lines, most = text_of(name).count("\n"), SUBJECTS[1] if name.startswith(SUBJECTS[0]) else MOST
            assert lines <= most, f"{name} has {lines} lines: make it two files, or give the reason in LONG"


def test_compiled_programs_are_in_few_files():
    folder, _, most = SUBJECTS
    assert sum(name.startswith(folder) and name.endswith(".py") for name in FILES) <= most


def test_every_long_file_exists():
    assert not [long for long in LONG if not any(fnmatch(name, long) for name in FILES)]


def test_the_top_level_holds_only_what_belongs_there():
    top = {name.split("/")[0] for name in FILES}
    assert {name for name in top if not name.startswith(".")} <= TOP


def test_every_source_file_opens_with_its_idea():
    for name in FILES:
        text = text_of(name)
        if name.endswith(".py") and text.strip():
            assert text.startswith(('"""', 'r"""', "#!")), f"{name} does not open with a sentence"


@pytest.mark.parametrize("text, found", [("open('/" + "home/ada/x')", True), ("/" + "tmp/graph.svg", True),
                                         ("https://example.org/" + "home/x", False), ("a / b", False)])
def test_a_machine_path_is_recognised(text, found):
    assert bool(MACHINE.search(text)) == found


def test_no_file_holds_a_path_of_one_machine():
    for name in FILES:
        if name != "tests/house/test_files.py":
            match = MACHINE.search(text_of(name))
            assert match is None, f"{name} holds {match[0]}…"


def test_no_text_says_to_install_the_name_from_pypi():
    """The name belongs to another project there."""
    for name in FILES:
        assert not re.search(r"pip install (-U |-q )?['\"]?minitorch(?! @)\b", text_of(name)) or (
            name == "tests/house/test_files.py"), name
