"""Collectives on NumPy arrays by MPI. Long arrays are sent in pieces of 4 MB, which fit into the cache."""

import numpy as np

from . import mpi
from .agreement import Agreement
from .reduce_op import ReduceOp, mpi_name
from .wait import Work, wait

PIECE = 4 << 20                           # bytes; 100 MB between two ranks take 36 ms in pieces, 72 ms undivided
MOST_AT_ONCE = 4                          # maximum number of pieces that are sent at the same time


def start(group, name, array, begin, detail="", now=True, finish=None):
    """Start a collective after all ranks agree on it.

    array    the data, flat; begin(piece) starts MPI's request for one piece of the array and returns the request
    detail   text with other settings that must be equal on all ranks
    now      True: wait for the end and return None; False: return a Work
    """
    call = f"{name} of {array.shape} {array.dtype}{detail}"
    check, flat = Agreement(group, call), array.reshape(-1)
    step = max(1, PIECE // array.itemsize)
    pieces = (flat[i:i + step] for i in range(0, flat.size, step))
    if not now:
        return Work(group, call, map(begin, pieces), check, finish)
    check.wait()
    under_way = []
    for piece in pieces:
        under_way.append(begin(piece))
        if len(under_way) == MOST_AT_ONCE:
            wait(group, call, under_way.pop(0))
    for request in under_way:
        wait(group, call, request)
    if finish is not None:
        finish()
    return None


def transfer(group, name, array, begin, detail="", now=True, finish=None):
    """Start a collective in one message, by begin(); `array` must have the same shape and dtype on all ranks."""
    call = f"{name} of {array.shape} {array.dtype}{detail}"
    work = Work(group, call, (), Agreement(group, call), finish)
    if now:
        work.check.wait()
        work.check = None
    work.requests.append(begin())
    if not now:
        return work
    work.wait()
    return None


def mpi_op_of(op, array):
    return getattr(mpi.load(), mpi_name(op, array.dtype.kind))


def finish_average(group, op, array, finish):
    """Return the function that ends a reduction: for AVG it divides the sum; then it calls `finish`."""
    def end():
        if op is ReduceOp.AVG:
            np.divide(array, group.size(), out=array)
        if finish is not None:
            finish()
    return end


def all_reduce(group, array, op, now=True, finish=None):
    """Replace each element by its reduction over the ranks, with the same bits on all ranks."""
    how = mpi_op_of(op, array)
    return start(group, "all_reduce", array, lambda piece: group.comm.Iallreduce(mpi.load().IN_PLACE, piece, how),
                 f" by {op.name}", now, finish_average(group, op, array, finish))


def reduce(group, array, root, op, now=True, finish=None):
    """Reduce the array on rank `root` of the group only; on other ranks it does not change."""
    how, here = mpi_op_of(op, array), group.rank() == root
    return start(group, "reduce", array, lambda piece: group.comm.Ireduce(
        mpi.load().IN_PLACE if here else piece, piece if here else None, how, root), f" by {op.name} to {root}", now,
        finish_average(group, op, array, finish) if here else finish)


def broadcast(group, array, root, now=True, finish=None):
    """Copy the array of rank `root` of the group to all ranks."""
    return start(group, "broadcast", array, lambda piece: group.comm.Ibcast(piece, root), f" from {root}", now, finish)


def all_gather(group, out, array, now=True, finish=None):
    """Set out[r] to the array of rank r, on all ranks."""
    return transfer(group, "all_gather", array, lambda: group.comm.Iallgather(array, out), "", now, finish)


def gather(group, out, array, root, now=True, finish=None):
    """Set out[r] to the array of rank r, on rank `root` of the group; `out` is None on other ranks."""
    return transfer(group, "gather", array, lambda: group.comm.Igather(array, out, root), f" to {root}", now, finish)


def scatter(group, out, parts, root, now=True, finish=None):
    """Set out on rank r to parts[r] of rank `root` of the group; `parts` is None on other ranks."""
    return transfer(group, "scatter", out, lambda: group.comm.Iscatter(parts, out, root), f" from {root}", now, finish)


def reduce_scatter(group, out, parts, op, now=True, finish=None):
    """Set out on rank r to the reduction of parts[r] over all ranks."""
    how = mpi_op_of(op, out)
    return transfer(group, "reduce_scatter", out, lambda: group.comm.Ireduce_scatter_block(parts, out, how),
                 f" by {op.name}", now, finish_average(group, op, out, finish))


def all_to_all(group, out, parts, now=True, finish=None):
    """Set out[s] on rank r to parts[r] of rank s."""
    return transfer(group, "all_to_all", parts, lambda: group.comm.Ialltoall(parts, out), "", now, finish)


def barrier(group, now=True):
    """Wait until every rank of the group has called this."""
    return transfer(group, "barrier", np.empty(0, np.int8), group.comm.Ibarrier, "", now)
