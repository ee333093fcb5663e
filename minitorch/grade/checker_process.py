"""A checker in a process of its own: what `processes.Pool` starts, one for each task at a time.

What answers send is of sizes that they choose, and the checker computes with it: it has limits of its own.
"""

import gc
import os
import resource
import socket
from contextlib import suppress

from . import runner
from .inside.__main__ import SELDOM
from .processes import follow, received, send

SECONDS, MEMORY = 120, 2 << 30           # of the processor for one exercise; bytes beyond those at the beginning


def limit(what, most):
    """Set what this process may use: its soft limit, so that processes which it starts may set their own."""
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def limit_memory(most=MEMORY):
    """Let an array that is too large raise MemoryError, if the system says how much this process holds."""
    with suppress(OSError), open("/proc/self/statm") as file:
        limit(resource.RLIMIT_AS, int(file.read().split()[0]) * resource.getpagesize() + most)


def limit_time(seconds=SECONDS):
    """Let the system end this process when it has computed for so many seconds more."""
    used = os.times()
    limit(resource.RLIMIT_CPU, int(used.user + used.system) + seconds)


def main(number, parent):
    """Run a checker process: receive the settings, then one task after the other."""
    line = socket.socket(fileno=int(number))
    follow(int(parent))
    try:
        runner.prepare(received(line))
        gc.collect()
        gc.freeze()                      # what it has loaded stays: nobody need look through it again and again
        gc.set_threshold(SELDOM)
        runner.checker.limit = limit_time
        limit_memory()
        while True:
            function, inputs = received(line)
            try:
                answer = "", function(*inputs)
            except Exception as error:
                answer = f"{type(error).__name__}: {error}", None
            send(line, answer)
    except (EOFError, OSError):
        pass
