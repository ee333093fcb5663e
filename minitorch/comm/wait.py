"""Wait for other ranks: with little CPU time, with a time limit, and with an error if a rank has ended."""

from collections import deque
from time import monotonic, sleep

from .group import ranks_ended
from .silent_ranks import Inquiry, answer

SPINS = 0.02                              # seconds of busy waiting; later, a waiting rank sleeps between checks
LOOK = 0.5                                # seconds between checks for ranks that have ended
unfinished: list = []                     # requests that no one waits for; kept, because MPI may still write to arrays


def wait(group, what, request, timeout=None, ranks=()):
    """Wait until an MPI request is complete.

    ranks   global ranks that must make the call; after 12 s, the ranks that have not made it are printed to stderr
    Raises RuntimeError after the group's timeout, or if a rank of the group has ended its script.
    """
    if request.Test():
        return
    start = monotonic()
    limit, look, inquiry = timeout or group.timeout, LOOK, None
    while not request.Test():
        passed = monotonic() - start
        if passed < SPINS:
            sleep(0)
            continue
        sleep(0.0002)
        if passed > look:
            look = passed + LOOK
            answer()
            inquiry = inquiry or Inquiry(what, ranks, start)
            inquiry.follow()
            if ended := ranks_ended(group):
                unfinished.append(request)
                raise RuntimeError(f"{what} waits for rank {', '.join(map(str, ended))}, whose script has ended. Every "
                                   "rank must make the same calls: do all ranks have the same number of batches?")
        if passed > limit:
            unfinished.append(request)
            raise RuntimeError(f"{what} has waited {limit:.0f} s for the other ranks of {list(group.ranks)}. Every "
                               "rank must make the same calls in the same order; if a rank is slow, pass a larger "
                               "timeout: init_process_group(timeout=…).")


class Work:
    """A collective that runs while the program continues: call `.wait()` before using its tensors.

    what       description of the call in errors
    requests   MPI's requests, in the order in which they were made
    check      the check that all ranks made the same call; or None
    finish     a function that is called when all requests are complete
    """

    def __init__(self, group=None, what="", requests=(), check=None, finish=None):
        self.group, self.what, self.requests = group, what, deque(requests)
        self.check, self.finish = check, finish

    def is_completed(self):
        """Return True if all requests are complete; this call also lets MPI make progress."""
        while self.requests and self.requests[0].Test():
            self.requests.popleft()
        return not self.requests and (self.check is None or self.check.request.Test())

    def wait(self, timeout=None):
        """Wait until all requests are complete and return True. `timeout` is a timedelta."""
        seconds = None if timeout is None else timeout.total_seconds()
        if self.check is not None:
            check, self.check = self.check, None
            try:
                check.wait(seconds)
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
