"""Name the ranks that a collective waits for: a waiting rank asks the other ranks, and waiting ranks answer."""

import sys
from time import localtime, monotonic, strftime, time

import numpy as np

from . import mpi
from .group import State

ASK_AFTER, NAME_AFTER = 10.0, 12.0    # seconds of waiting until a rank asks the others, and until it names silent ranks
ASK, ANSWER = 1, 2                        # tags of these messages; a rank that ends sends tag 0
sent: list = []                           # requests that were sent, with the arrays that MPI reads


def send(number, rank, tag):
    array = np.array([number])
    sent[:] = [(request, kept) for request, kept in sent if not request.Test()]
    sent.append((State.endings.Isend(array, rank, tag), array))


def receive_all(tag):
    """Return [(rank, number)] of the messages that have arrived."""
    found, status, array = [], mpi.load().Status(), np.empty(1, int)
    while State.endings.Iprobe(tag=tag, status=status):
        State.endings.Recv(array, status.source, tag)
        found.append((status.source, int(array[0])))
    return found


def answer():
    """Answer the ranks that have asked: this rank waits, too."""
    for rank, number in receive_all(ASK):
        send(number, rank, ANSWER)


class Inquiry:
    """A question of a waiting rank to the other ranks; it is sent once, and the silent ranks are printed once.

    what    the call, as text
    ranks   global ranks that must make the call
    start   when the rank began to wait, by monotonic()
    """

    asked = 0                             # number of questions asked by this process; it identifies late answers

    def __init__(self, what, ranks, start):
        own = State.endings.Get_rank()
        self.what, self.own, self.ranks = what, own, [rank for rank in ranks if rank != own]
        self.start, self.number, self.named = start, 0, False
        self.waiting = set()

    def follow(self):
        """Ask the ranks, or print the silent ranks, when it is time; a waiting rank calls this again and again."""
        passed = monotonic() - self.start
        if self.named or passed < ASK_AFTER:
            return
        if not self.number:
            Inquiry.asked += 1
            self.number = Inquiry.asked
            for rank in self.ranks:
                send(self.number, rank, ASK)
        self.waiting |= {rank for rank, number in receive_all(ANSWER) if number == self.number}
        if passed > NAME_AFTER:
            self.named = True
            silent = [rank for rank in self.ranks if rank not in self.waiting]
            if silent and self.own < min(self.waiting, default=sys.maxsize):      # only one of the waiting ranks prints
                since = strftime("%H:%M:%S", localtime(time() - passed))
                print(f"minitorch.distributed: rank {self.own} waits for rank {', '.join(map(str, silent))} in "
                      f"{self.what} since {since}.", file=sys.stderr, flush=True)
