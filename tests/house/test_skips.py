"""A run of the tests says in one sentence how many were skipped and why."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from skips import sentence

TESTS = Path(__file__).resolve().parents[1]
SUITE = """
import pytest

@pytest.mark.parametrize("i", range(40))
def test_beside(i):
    pytest.skip("needs torch")

@pytest.mark.skipif(True, reason="needs the program dot")
def test_drawn(): pass

@pytest.mark.xfail
def test_known(): assert False

def test_other(): pytest.skip("an alias")
def test_package(): pytest.importorskip("nowhere.at.all")
def test_passing(): pass
"""


@pytest.mark.parametrize("reasons, said", [
    ([], ""),
    (["Skipped: needs torch"], "1 test was skipped: PyTorch (1) not installed."),
    (["Skipped: an alias"], "1 test was skipped: 1 does not apply here (-rs says why)."),
    (["Skipped: needs torch"] * 6801 + ["Skipped: needs bwrap"] * 60 + ["Skipped: an alias"] * 2,
     "6,863 tests were skipped: PyTorch (6,801), bubblewrap (60) not installed; 2 do not apply here (-rs says why)."),
    (["Skipped: needs torchvision: it is not there", "Skipped: could not import 'PIL.Image': No module named 'PIL'"],
     "2 tests were skipped: Pillow (1), torchvision (1) not installed."),
], ids=["none", "one", "does not apply", "many", "packages"])
def test_the_sentence(reasons, said):
    assert sentence(reasons) == said


@pytest.mark.parametrize("workers", [[], ["-p", "xdist", "-n", "2"]], ids=["alone", "xdist"])
def test_a_run_ends_with_the_sentence_and_shows_no_letter_for_each(workers, tmp_path):
    if workers:
        pytest.importorskip("xdist")
    (tmp_path / "test_suite.py").write_text(SUITE)
    (tmp_path / "conftest.py").write_text("from skips import pytest_report_teststatus, pytest_terminal_summary\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run([sys.executable, "-m", "pytest", "--color=no", "-p", "no:cacheprovider", *workers],
                          cwd=tmp_path, capture_output=True, text=True, env=environment)
    *before, sentence, last = done.stdout.splitlines()
    assert sentence == ("43 tests were skipped: PyTorch (40), nowhere (1), the program dot (1) not installed; "
                        "1 does not apply here (-rs says why).")
    assert "1 passed, 43 skipped, 1 xfailed" in last
    dots = next(line for line in before if "[100%]" in line).partition("[")[0].removeprefix("test_suite.py")
    assert sorted(dots.split()[0]) == [".", "x"]
