"""What the processes of a sandbox may use of time and memory, what they use, and how one of them ended."""

import os
from contextlib import suppress
from signal import Signals
from time import monotonic

from ..course.safe_call import BUSY
from .inside.__main__ import descendants

PAGE, TICKS = (os.sysconf("SC_PAGE_SIZE"), os.sysconf("SC_CLK_TCK")) if hasattr(os, "sysconf") else (4096, 100)
LONGEST = 10                             # times a limit on the processor's time: on the clock, beside other programs


class Limits:
    """What one exercise may use.

    call       seconds for one call, of the processor or of waiting; exercise: of the one or the other, for all calls
    memory     bytes, for each process and for all together
    processes  at a time, threads counted; files: bytes, for one of them
    """

    def __init__(self, call=10.0, exercise=30.0, memory=2 << 30, processes=64, files=16 << 20):
        self.call, self.exercise, self.memory = call, exercise, memory
        self.processes, self.files = processes, files

    def as_list(self):
        return [self.exercise, self.memory, self.processes, self.files]


def memory(pid):
    """Return the bytes that a process and its descendants hold together; those shared with copies count once."""
    total = 0
    for each in [pid, *descendants(pid)]:
        with suppress(OSError, ValueError), open(f"/proc/{each}/statm") as file:
            _, resident, shared, *_ = map(int, file.read().split())
            total += (resident - shared) * PAGE
    return total


def seconds(pid):
    """Return the processor seconds that the descendants of a process have used, with those that have ended."""
    total = 0
    for each in descendants(pid):
        with suppress(OSError, ValueError), open(f"/proc/{each}/stat") as file:
            total += sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    return total / TICKS


def ending(code):
    """Return why a process is gone, in words; code: its exit code as text, '' for a process that still runs."""
    if not code:
        return "it cut its line"
    if code == "-9":
        return "it was killed, for want of memory as a rule"
    if code == "-24":                                      # SIGXCPU
        return "it computed for longer than one exercise may"
    if code.startswith("-"):
        return f"a fault in compiled code ended it ({Signals(-int(code)).name})"
    return f"it ended itself, with exit status {code}"


class Watch:
    """Whether what was asked has taken its time: of the processor, or on the clock while nothing there computes.

    pid   of the process above all that compute for it
    what  what is limited, in words
    """

    def __init__(self, pid, limit, what):
        self.pid, self.limit, self.what = pid, limit, what
        self.begun = self.looked = monotonic()
        self.spent = self.used = seconds(pid)

    def without(self, seconds):
        """Leave out so many seconds on the clock, in which the caller itself was at work."""
        self.begun, self.looked = self.begun + seconds, self.looked + seconds

    def up(self, asleep=True):
        """Return which limit was reached, in words; '' for none. asleep: whether waiting counts."""
        now, used = monotonic(), seconds(self.pid)
        if used - self.spent > self.limit:
            return f"stopped: {self.what} computed for more than {self.limit:g} s"
        if now - self.begun > LONGEST * self.limit:
            return f"stopped: {self.what} took more than {LONGEST * self.limit:g} s on the clock"
        if not asleep or now - self.looked < self.limit:
            return ""
        idle = used - self.used < BUSY * (now - self.looked)
        self.looked, self.used = now, used
        return f"stopped: {self.what} waited for more than {self.limit:g} s" if idle else ""

    def waited(self):
        """Return the seconds on the clock since it began if nothing computed in them; else 0."""
        took = monotonic() - self.begun
        return took if seconds(self.pid) - self.spent < BUSY * took else 0.0
