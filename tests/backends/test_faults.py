"""Slips that NumPy forgives and a GPU does not, planted one at a time: each turns the stand-in's run red."""

import os
import shutil
import subprocess
import sys
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from gpu_faults import FAULTS

ROOT = Path(__file__).resolve().parents[2]


def run(home, file, chosen):
    """pytest, without plugins, on some of the tests beside this file, as they are under `home`."""
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=short",
                           f"tests/backends/{file}", "-k", chosen], cwd=home, capture_output=True, text=True,
                          timeout=120, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", "OPENBLAS_NUM_THREADS": "1",
                                            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})


def write(file, source):
    """Write a module, and leave no byte code of what it was."""
    file.write_text(source, encoding="utf-8")
    Path(cache_from_source(file)).unlink(missing_ok=True)


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the source and the tests."""
    home = tmp_path_factory.mktemp("tree")
    for name in ("minitorch", "tests"):
        shutil.copytree(ROOT / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", home)
    return home


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_has_one_place_in_the_source(fault):
    source = (ROOT / "minitorch" / fault.path).read_text(encoding="utf-8")
    assert source.count(fault.line) == 1, f"{fault.path} has not one place for this fault: choose another line"


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted({fault.tests.split()[0] for fault in FAULTS.values()}))
def test_without_a_fault_the_tests_are_green(tree, file):
    chosen = {fault.tests.split()[2] for fault in FAULTS.values() if fault.tests.split()[0] == file}
    done = run(tree, file, " or ".join(sorted(chosen)))
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_turns_them_red(tree, fault):
    file = tree / "minitorch" / fault.path
    source = file.read_text(encoding="utf-8")
    try:
        write(file, source.replace(fault.line, fault.slip))
        file_of_tests, _, chosen = fault.tests.split()
        done = run(tree, file_of_tests, chosen)
    finally:
        write(file, source)
    assert done.returncode == 1, done.stdout[-3000:]
    assert any(words in done.stdout for words in fault.words.split("|")), done.stdout[-3000:]
