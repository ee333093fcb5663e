"""Replicas: the ranks that train one model together, each on its part of a batch, under a strategy of tf.distribute.

A process is a replica. What a program does in the scope of a strategy is the same on all ranks; within `strategy.run`
each rank computes with its own data, and losses, gradients and metrics become those of all together.
"""

import threading
from contextlib import contextmanager
from functools import wraps
from typing import Any

import numpy as np

from ... import backend
from ...comm import arrays
from ...comm.reduce_op import ReduceOp
from ...tensors import tensor_of
from .recording import state as recording
from .temporary import set_to


class Replica:
    """This rank within `run`.

    share   its part of a batch of all ranks, as a number of 1; all of them add up to 1
    joint   whether all ranks compute with parts of one batch now, so that what is counted in it counts on all
    """

    def __init__(self, strategy, share, joint=False):
        self.strategy, self.share, self.joint = strategy, share, joint


class State(threading.local):
    """Of this thread.

    strategies   those of open scopes, the innermost last
    replica      what `run` is inside of, or None
    summing      whether variables of metrics hold the sums over the ranks just now
    """

    def __init__(self):
        self.strategies: list = []
        self.replica: Any = None
        self.summing = False


state = State()


def several():
    """Return the strategy in whose scope the program is, where that has several replicas; else None."""
    strategy = state.strategies[-1] if state.strategies else None
    return strategy if strategy is not None and strategy.num_replicas_in_sync > 1 else None


def inside(replica):
    """Compute as this replica in a with-block; None: outside of all, as the scope of a strategy begins."""
    return set_to(state, replica=replica)


def reduced(tensors, group, op=ReduceOp.SUM):
    """Return the engine's tensors, each its sum (or what `op` says) over the ranks; a message for each element type."""
    found: list = list(tensors)
    for kind in sorted({x.array.dtype.str for x in tensors}):
        places = [i for i, x in enumerate(tensors) if x.array.dtype.str == kind]
        flat = np.concatenate([backend.move(tensors[i].array, "cpu").reshape(-1) for i in places])
        half = flat.dtype.char == "e"                    # MPI knows no float16
        flat = flat.astype(np.float32) if half else flat
        if group.comm is not None:
            arrays.all_reduce(group, flat, op)
        for i, part in zip(places, np.split(flat, np.cumsum([tensors[i].array.size for i in places])[:-1])):
            own = tensors[i].array
            part = part.reshape(own.shape).astype(own.dtype, copy=False)
            found[i] = tensor_of(backend.move(part, backend.device_of(own)))
    return found


# What Keras and variables ask

def made(variable, aggregation):
    """Tell the strategy of the scope that a variable was made."""
    if (strategy := several()) is not None:
        strategy.made(variable, str(getattr(aggregation, "name", aggregation)).lower() == "mean")


def joined(optimizer):
    """Return the strategy of several replicas that an optimiser was made for, or None."""
    if (strategy := several()) is not None:
        strategy.optimizers.append(optimizer)
    return strategy


def scaled(loss):
    """Return a replica's mean loss as its part of the mean over all samples, to which all replicas' parts add up."""
    replica = state.replica
    return loss if replica is None or replica.strategy.num_replicas_in_sync == 1 else loss * replica.share


def unscaled(loss):
    """Return the mean loss of a replica's own samples again."""
    replica = state.replica
    if replica is None or replica.strategy.num_replicas_in_sync == 1 or not replica.share:
        return loss
    return loss / replica.share


def counted(weight, n):
    """Return (weight, n) of the whole batch: of a replica's part they are a sum of weights, a tensor, and a count.

    A pair of a batch that is not several replicas' stays as it is.
    """
    replica = state.replica
    if replica is None or not replica.joint or replica.strategy.num_replicas_in_sync == 1 or (
            weight.device.type == "meta"):
        return weight, n
    return reduced([weight.detach(), weight.new_full((), n)], replica.strategy.group)


def of_all(optimizer, grads, variables):
    """Return gradients added up over the replicas, for an optimiser's step; None where the strategy has taken the step.

    Raises RuntimeError outside of `run`, where there are no gradients of replicas.
    """
    strategy = several() or optimizer.strategy
    if strategy is None or not grads:
        return grads
    if state.replica is None:
        raise RuntimeError("apply_gradients() cannot be called in cross-replica context. Use "
                           "`tf.distribute.Strategy.run` to enter replica context: strategy.run(train_step, "
                           "args=(batch,)).")
    return strategy.gradients(optimizer, grads, variables)


@contextmanager
def summed(variables, strategy):
    """Let variables hold the sums over the ranks in a with-block, and then their own values again."""
    kept = [v.tensor.detach() for v in variables]
    try:
        for v, total in zip(variables, reduced(kept, strategy.group)):
            v.tensor.data = total
        with set_to(state, summing=True):
            yield
    finally:
        for v, own in zip(variables, kept):
            v.tensor.data = own


def result_of_all(result):
    """Return a metric's `result`, which outside of `run` is that of all ranks."""
    @wraps(result)
    def whole(self, *args, **settings):
        if self.strategy is None or state.replica is not None or state.summing or recording.tracing is not None:
            return result(self, *args, **settings)
        with summed(self.variables, self.strategy):
            return result(self, *args, **settings)
    return whole


def is_chief():
    """Return whether this rank is the one that prints and writes files."""
    strategy = several()
    return strategy is None or strategy.group.rank() == 0
