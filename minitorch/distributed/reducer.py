"""The reducer: average complete buckets of gradients over the ranks while the backward pass continues."""

import sys

import numpy as np

from ..comm import arrays
from ..comm.objects import gather_objects
from ..comm.reduce_op import ReduceOp
from ..engine import tensor_types
from ..engine.backward import backward_order
from .buckets import fill_buckets


class Reducer:
    """An object that averages a model's gradients over the ranks of a group in each backward pass.

    A hook on each parameter is called when its gradient is complete. All ranks start their buckets in the same order,
    whatever the order of their gradients is; after the last gradient, the backward pass waits for all buckets.
    """

    def __init__(self, named, group, bucket_bytes, find_unused):
        self.group, self.find_unused = group, find_unused
        self.names = {param: name for name, param in named}
        params = list(self.names)
        self.buckets = fill_buckets(params, bucket_bytes)
        self.home = {param: bucket for bucket in self.buckets for param in bucket.params}
        self.number = {param: i for i, param in enumerate(params)}
        self.active, self.steps, self.warned = False, 0, False
        self.begin(None)
        self.hooks = [param.register_post_accumulate_grad_hook(self.gradient_is_complete) for param in params]

    def begin(self, outputs):
        """Prepare a backward pass from these outputs. Raises RuntimeError if the previous pass was not complete."""
        if self.active and self.seen and self.missing():
            raise RuntimeError(
                "Expected to have finished reduction in the prior iteration before starting a new one: "
                f"{', '.join(self.names[p] for p in self.missing()[:5])} had no gradient. Pass DistributedDataParallel "
                "find_unused_parameters=True, or use every parameter in the loss.")
        self.seen: set = set()
        self.unused = set() if outputs is None or not self.find_unused else self.unused_by(outputs)
        self.next = 0
        for bucket in self.buckets:
            bucket.reset()
        self.active = outputs is not None
        if self.active and self.unused:
            for param in self.unused:
                self.home[param].waiting -= 1

    def missing(self):
        return [param for param in self.names if param not in self.seen and param not in self.unused]

    def unused_by(self, outputs):
        """Return the parameters that the outputs do not depend on."""
        reached: set = set()
        for node in {x._node for x in tensors_in(outputs) if x._node is not None}:
            reached.update(backward_order.run(node))
        return {param for param in self.names if param._node not in reached}

    def gradient_is_complete(self, param):
        """Start every bucket that this gradient completes; after the last bucket, finish the reduction."""
        if not self.active or param in self.seen:
            return
        self.seen.add(param)
        self.home[param].waiting -= 1
        while self.next < len(self.buckets) and self.buckets[self.next].waiting == 0:
            self.buckets[self.next].start(self.group, not self.find_unused)
            self.next += 1
        if self.next < len(self.buckets):
            if self.next:
                self.buckets[self.next - 1].work.is_completed()          # this call lets MPI continue the transfer
            return
        self.finish()

    def finish(self):
        """Wait for all buckets. Parameters that no rank has used keep their old gradient, or None."""
        bad = not self.warned and not all(bucket.own_are_finite for bucket in self.buckets)
        flags = np.array([bad, *(param not in self.unused for param in self.names)], np.uint8)
        told = arrays.all_reduce(self.group, flags, ReduceOp.MAX, now=False)
        for bucket in self.buckets:
            bucket.work.wait()                           # wait now, so that a timeout names this bucket
        told.wait()
        used = {param for param, flag in zip(self.names, flags[1:].tolist()) if flag}
        for bucket in self.buckets:
            bucket.finish(used)
        self.steps += 1
        if flags[0]:
            self.warn(bad)
        self.seen, self.next = set(), 0                  # prepare a second backward pass through the same graph
        for bucket in self.buckets:
            bucket.waiting = sum(param not in self.unused for param in bucket.params)

    def warn(self, bad):
        """Warn once, on rank 0, and name the ranks whose gradients were not finite: the means are then not finite.

        bad   whether this rank's gradients were not finite
        """
        self.warned = True
        bad = gather_objects(bad, self.group)
        if self.group.rank() == 0 and any(bad):
            ranks = ", ".join(str(self.group.ranks[i]) for i, is_bad in enumerate(bad) if is_bad)
            print(f"DistributedDataParallel: in backward pass {self.steps} the gradients of rank {ranks} hold nan or "
                  "infinity, and so do their means on all ranks.", file=sys.stderr, flush=True)

    def remove(self):
        for hook in self.hooks:
            hook.remove()


def tensors_in(value):
    """Return every Tensor in nested tuples, lists, dicts and attributes of an output."""
    if type(value) in tensor_types:
        return [value]
    if isinstance(value, dict):
        value = value.values()
    elif hasattr(value, "__dataclass_fields__"):
        value = vars(value).values()
    elif not isinstance(value, list | tuple):
        return []
    return [x for part in value for x in tensors_in(part)]
