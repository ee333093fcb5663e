"""Which tests passed is kept in pytest's cache; a second run leaves them out where MINITORCH_PASSED names that cache.

`.ci/run` tests a bare machine first. What passed there needs nothing that is installed later: it is not run again.
"""

import json
import os
from pathlib import Path

KEY = "minitorch/passed"


class Passed:
    """Records which tests of this run passed, in the process that receives all reports."""

    def __init__(self, config):
        self.config, self.passed, self.failed = config, set(), set()

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self):
        self.config.cache.set(KEY, sorted(self.passed - self.failed))


def keep(config):
    """Record passed tests, unless this process is one of several workers or has no cache."""
    if not hasattr(config, "workerinput") and hasattr(config, "cache"):
        config.pluginmanager.register(Passed(config), "minitorch-passed")


def earlier():
    """Return the tests that passed in an earlier run, whose `.pytest_cache` is MINITORCH_PASSED; none if it is unset.

    The variable is removed, so that programs that a test starts, such as pytest, do not use it.
    """
    folder = os.environ.pop("MINITORCH_PASSED", None)
    return set(json.loads((Path(folder) / "v" / KEY).read_text(encoding="utf-8"))) if folder else set()
