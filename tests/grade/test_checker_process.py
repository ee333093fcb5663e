"""A checker has limits of its own: what makes it compute without end, or hold too much, ends with its task."""

import signal
import subprocess
import sys

import pytest

resource = pytest.importorskip("resource", reason="limits on processes are Unix's")
BEGIN = "from minitorch.grade import checker_process as process\n"


def ended(code):
    return subprocess.run([sys.executable, "-c", BEGIN + code], capture_output=True, text=True, timeout=100)


def test_what_computes_in_c_without_end_is_ended_by_the_system():
    """No signal of Python's is heard inside one long call."""
    done = ended("process.limit_time(1)\nsum(range(10 ** 15))\n")
    assert done.returncode == -signal.SIGXCPU, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="limits on a process's memory are Linux's")
def test_an_array_that_is_too_large_is_an_error_and_what_comes_after_goes_on():
    done = ended("import numpy as np, resource\nbefore = resource.getrlimit(resource.RLIMIT_AS)[1]\n"
                 "process.limit_memory(1 << 28)\nassert resource.getrlimit(resource.RLIMIT_AS)[1] == before\n"
                 "try:\n    np.ones(1 << 26)\n"
                 "except MemoryError:\n    print(np.ones(1 << 20).sum())\n")
    assert (done.returncode, done.stdout) == (0, "1048576.0\n"), done.stderr
