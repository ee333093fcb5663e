"""The ring all-reduce, by hand: each rank speaks to its neighbours only, and sends 2 (n − 1) / n of the data.

Collectives use MPI's own, which choose among several ways; this one is to be read, and to hold the simulator to.
"""

import numpy as np

from ..comm.buffers import buffer, check, put
from ..comm.group import member
from ..comm.wait import wait


def ring_all_reduce(tensor, group=None, told=None):
    """Add up a tensor over the ranks, in place, in 2 (n − 1) steps around a ring.

    In the first n − 1 steps each rank sends one of n parts to the right, and adds the part from the left to its own:
    then rank r has the whole sum of part r + 1. In the others the sums go once around.

    told   a function, called after each step with (step, number of the part that arrived, the parts)
    """
    check("ring_all_reduce", tensor)
    group, array = member(group), buffer(tensor)
    n, rank = group.size(), group.rank()
    parts = np.array_split(array.reshape(-1), n)         # views: what is written to them is written to the array
    for step in range(2 * (n - 1)):
        adds = step < n - 1
        sent, taken = (rank - step) % n, (rank - step - 1) % n
        arrived = np.empty_like(parts[taken])
        exchange(group, parts[sent], (rank + 1) % n, arrived, (rank - 1) % n)
        parts[taken][...] = parts[taken] + arrived if adds else arrived
        if told is not None:
            told(step, taken, parts)
    put(tensor, array)


def exchange(group, sent, right, arrived, left):
    """Send to one neighbour while the other sends here: both at once, or all would wait for all."""
    requests = [group.comm.Irecv(arrived, left, 7), group.comm.Isend(sent, right, 7)]
    for request in requests:
        wait(group, "ring_all_reduce", request)
