"""Agreement: before data goes, ranks find out whether all made the same call, with tensors that fit."""

from functools import lru_cache
from zlib import crc32

import numpy as np

from . import mpi
from .wait import wait


@lru_cache(1024)
def number_of(call):
    """One number for a call: 62 bits that two other calls hardly share."""
    return crc32(call.encode()) << 30 | crc32(call[::-1].encode()) >> 2


class Agreement:
    """The question whether all ranks of a group made this call, under way.

    call   the call in words, such as "all_reduce of (3, 4) float32 by SUM", equal on all ranks
    """

    def __init__(self, group, call):
        self.group, self.call = group, call
        number = number_of(call)
        self.numbers = np.array([number, -number])       # the largest, and minus the smallest
        self.request = group.comm.Iallreduce(mpi.load().IN_PLACE, self.numbers, mpi.load().MAX)

    def settle(self, timeout=None):
        """Wait for the answer. Raises RuntimeError on all ranks, with each one's call, where they differ."""
        wait(self.group, self.call, self.request, timeout)
        if self.numbers[0] == -self.numbers[1]:
            return
        calls = self.group.comm.allgather(self.call)
        raise RuntimeError("the ranks did not make the same call:\n" + "\n".join(
            f"    rank {rank}: {call}" for rank, call in zip(self.group.ranks, calls))
            + "\nEvery rank must make the same calls in the same order, with tensors of one shape and dtype. Is the "
              "model the same on all, and has each as many batches?")
