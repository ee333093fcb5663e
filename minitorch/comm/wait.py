"""Waiting for other ranks: gently, not for ever, and never for one that has ended."""

from collections import deque
from time import monotonic, sleep

from .group import ranks_ended

SPINS = 0.02                              # seconds that a core is kept busy; after them a rank that waits lets it go
LOOK = 0.5                                # seconds between looks for ranks that have ended
unfinished: list = []                     # requests given up: MPI may still write to their arrays


def wait(group, what, request, timeout=None):
    """Wait until a request of MPI's is done.

    Raises RuntimeError after the group's timeout, or where a rank of the group has ended its script.
    """
    if request.Test():
        return
    start = monotonic()
    limit, look = timeout or group.timeout, LOOK
    while not request.Test():
        passed = monotonic() - start
        if passed < SPINS:
            sleep(0)
            continue
        sleep(0.0002)
        if passed > look:
            look = passed + LOOK
            if ended := ranks_ended(group):
                unfinished.append(request)
                raise RuntimeError(f"{what} waits for rank {', '.join(map(str, ended))}, whose script has ended. Every "
                                   "rank must make the same calls: does each have as many batches?")
        if passed > limit:
            unfinished.append(request)
            raise RuntimeError(f"{what} has waited {limit:.0f} s for the other ranks of {list(group.ranks)}. Every "
                               "rank must make the same calls in the same order; a slow one needs a larger "
                               "init_process_group(timeout=…).")


class Work:
    """A collective that goes on while the program does: `.wait()` before its tensors are used.

    what       the words for it, for errors
    requests   MPI's, in the order in which they were made
    check      the first of them, which says whether all ranks made the same call; or None
    finish     what is done once all have ended
    """

    def __init__(self, group=None, what="", requests=(), check=None, finish=None):
        self.group, self.what, self.requests = group, what, deque(requests)
        self.check, self.finish = check, finish

    def is_completed(self):
        """Whether all has arrived; also lets MPI go on with it."""
        while self.requests and self.requests[0].Test():
            self.requests.popleft()
        return not self.requests and (self.check is None or self.check.request.Test())

    def wait(self, timeout=None):
        """Wait until all has arrived; True. `timeout` is a timedelta."""
        seconds = None if timeout is None else timeout.total_seconds()
        if self.check is not None:
            check, self.check = self.check, None
            try:
                check.settle(seconds)
            except RuntimeError:
                unfinished.extend(self.requests)
                raise
        while self.requests:
            wait(self.group, self.what, self.requests[0], seconds)
            self.requests.popleft()
        if self.finish is not None:
            finish, self.finish = self.finish, None
            finish()
        return True
