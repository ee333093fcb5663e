"""The ring all-reduce by hand: each rank communicates only with its neighbours, and sends 2 (n − 1) / n of the data.

Collectives use MPI's own all-reduce, which chooses among several algorithms; this code is only for reading and tests.
"""

import numpy as np

from ..comm.buffers import buffer, check, put
from ..comm.group import require_member
from ..comm.wait import wait


def ring_all_reduce(tensor, group=None, after_step=None):
    """Sum a tensor over the ranks, in place, in 2 (n − 1) steps around a ring.

    In each of the first n − 1 steps a rank sends one of n parts to its right neighbour, and adds the part from its left
    neighbour to its own: then rank r has the complete sum of part r + 1. The other n − 1 steps pass these sums around.

    after_step   a function, called after each step with (step, number of the part that arrived, the parts)
    """
    check("ring_all_reduce", tensor)
    group, array = require_member(group), buffer(tensor)
    n, rank = group.size(), group.rank()
    parts = np.array_split(array.reshape(-1), n)         # these are views: a write to a part changes the array
    for step in range(2 * (n - 1)):
        adds = step < n - 1
        sent, taken = (rank - step) % n, (rank - step - 1) % n
        arrived = np.empty_like(parts[taken])
        exchange(group, parts[sent], (rank + 1) % n, arrived, (rank - 1) % n)
        parts[taken][...] = parts[taken] + arrived if adds else arrived
        if after_step is not None:
            after_step(step, taken, parts)
    put(tensor, array)


def exchange(group, sent, right, arrived, left):
    """Send to one neighbour and receive from the other at the same time, so that the ranks do not block one another."""
    requests = [group.comm.Irecv(arrived, left, 7), group.comm.Isend(sent, right, 7)]
    for request in requests:
        wait(group, "ring_all_reduce", request)
