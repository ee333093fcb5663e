"""Damaged and made-up files of every kind: read or refused in our words, in time and memory that their size allows."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from persistence import fuzz_run
from persistence.fuzz_files import MADE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of a process are Unix's")


def fuzzed(folder, first, last, *kinds, limit=300):
    """Run the seeds in a process with little memory; returns how many of each kind were read."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run([sys.executable, fuzz_run.__file__, str(first), str(last), *kinds], cwd=folder,
                          capture_output=True, text=True, timeout=limit, env=environment)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    return dict(line.split(": ") for line in done.stdout.splitlines() if " were read" in line)


def test_no_file_hangs_runs_or_reaches_out(tmp_path):
    read = fuzzed(tmp_path, 0, 40)
    assert set(read) == set(MADE)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MADE)
def test_thousands_of_files_of_a_kind(tmp_path, kind):
    read = fuzzed(tmp_path, 10_000, 13_000, kind, limit=3000)
    assert int(read[kind].split()[0]) > 15                # the made-up ones reach deep enough to be read now and then
