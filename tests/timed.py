"""For tests of processes: time limits, so that a hanging test fails, and a dataset that calls a test's function."""

import functools
import signal
import time

from minitorch.data import Dataset


def within(seconds):
    """Make a test fail if it takes longer than `seconds`."""
    def decorate(test):
        @functools.wraps(test)
        def timed(*arguments, **named):
            def late(*_):
                raise TimeoutError(f"{test.__name__} hangs")
            before = signal.signal(signal.SIGALRM, late)
            signal.alarm(seconds)
            try:
                return test(*arguments, **named)
            finally:
                signal.alarm(0)
                signal.signal(signal.SIGALRM, before)
        return timed
    return decorate


def comes(ready, seconds=60):
    """Return whether ready() becomes true within `seconds`."""
    end = time.monotonic() + seconds
    while not (found := ready()) and time.monotonic() < end:
        time.sleep(0.05)
    return bool(found)


class Items(Dataset):
    """Sample i is get(i)."""

    def __init__(self, get, count=10):
        self.get, self.count = get, count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        return self.get(index)
