"""Before ranks exchange data, check that all ranks made the same call, with tensors of one shape and dtype."""

from functools import lru_cache
from zlib import crc32

import numpy as np

from . import mpi
from .wait import wait


@lru_cache(1024)
def call_number(call):
    """Return a 62-bit number for a call; two different calls almost never get the same number."""
    return crc32(call.encode()) << 30 | crc32(call[::-1].encode()) >> 2


class Agreement:
    """A running check that all ranks of a group made this call.

    call   the call as text, such as "all_reduce of (3, 4) float32 by SUM", which must be equal on all ranks
    """

    def __init__(self, group, call):
        self.group, self.call = group, call
        number = call_number(call)
        self.numbers = np.array([number, -number])       # the MAX over ranks: the largest number, −1 · the smallest
        self.request = group.comm.Iallreduce(mpi.load().IN_PLACE, self.numbers, mpi.load().MAX)

    def wait(self, timeout=None):
        """Wait for the result. Raises RuntimeError on all ranks, with the call of each, if they differ."""
        wait(self.group, self.call, self.request, timeout, self.group.ranks)
        if self.numbers[0] == -self.numbers[1]:
            return
        calls = self.group.comm.allgather(self.call)
        raise RuntimeError("the ranks did not make the same call:\n" + "\n".join(
            f"    rank {rank}: {call}" for rank, call in zip(self.group.ranks, calls))
            + "\nEvery rank must make the same calls in the same order, with tensors of one shape and dtype. Do all "
              "ranks have the same model, and the same number of batches?")
