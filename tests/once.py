"""Which tests passed is kept in pytest's cache; a second run leaves them out where MINITORCH_PASSED names that cache.

`.ci/run` tests a bare machine first. What passed there needs nothing that is installed later: it is not run again.
"""

import json
import os
from pathlib import Path

KEY = "minitorch/passed"


class Passed:
    """Keeps which tests of this run passed, in the process that all reports come to."""

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
    """Have it kept, unless this process is one of several workers or keeps no cache."""
    if not hasattr(config, "workerinput") and hasattr(config, "cache"):
        config.pluginmanager.register(Passed(config), "minitorch-passed")


def earlier():
    """The tests that passed in the run that MINITORCH_PASSED names by its folder `.pytest_cache`; none without it.

    Asked once: what a test starts, pytest too, does not know of it.
    """
    folder = os.environ.pop("MINITORCH_PASSED", None)
    return set(json.loads((Path(folder) / "v" / KEY).read_text(encoding="utf-8"))) if folder else set()
