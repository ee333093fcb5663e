"""Buckets: gradients laid end to end, so that one collective carries many of them."""

import numpy as np

from ... import backend
from ...comm import arrays
from ...comm.buffers import fits
from ...comm.reduce_op import ReduceOp

LARGE = 1 << 18                           # bytes: a gradient of as many is sent from where it lies, and not copied


class Bucket:
    """Parameters of one dtype whose gradients become their mean over the ranks together.

    flat      the array that travels: a copy of the gradients, or the one gradient's own memory; float16 travels as
              float32
    waiting   how many of the gradients are still to come in this backward pass
    """

    def __init__(self, params):
        self.params = params
        self.sizes = [param.numel() for param in params]
        kind = params[0].array.dtype
        self.kind = np.dtype(np.float32) if kind.char == "e" else kind
        self.flat = self.copy = None
        ends = np.cumsum(self.sizes).tolist()
        self.slices = [slice(end - size, end) for end, size in zip(ends, self.sizes)]
        self.reset()

    def reset(self):
        self.waiting, self.work = len(self.params), None

    def start(self, group, in_place):
        """Begin the reduction, of zeros for the gradients that there are none of.

        in_place   whether a gradient that travels alone may become the mean where it lies, before the pass has ended
        """
        self.flat = self.own_memory() if in_place else None
        if self.flat is None:
            self.flat = self.copy = np.empty(sum(self.sizes), self.kind) if self.copy is None else self.copy
            for param, part in zip(self.params, self.slices):
                self.flat[part] = 0 if param._grad is None else backend.move(param._grad.array, "cpu").reshape(-1)
        self.own_are_finite = np.isfinite(self.flat.sum())
        self.work = arrays.all_reduce(group, self.flat, ReduceOp.AVG, now=False)

    def own_memory(self):
        """The gradient's memory, flat, where the bucket has one gradient and MPI can take it as it lies; else None."""
        grad = self.params[0]._grad
        return grad.array.reshape(-1) if len(self.params) == 1 and grad is not None and fits(grad.array) else None

    def finish(self, used):
        """Write the means, once they are there, into the gradients of the parameters that some rank has used."""
        for param, part in zip(self.params, self.slices):
            if param in used and self.flat is self.copy:
                mean = self.flat[part].reshape(tuple(param.shape))
                if param._grad is None:
                    param.grad = param.detach().clone()
                own = param._grad.array
                own[...] = backend.move(mean.astype(own.dtype, copy=False), backend.device_of(own))
        self.reset()


def dealt(params, most):
    """Parameters in buckets of one dtype and at most so many bytes, last parameter first: so gradients arrive.

    A large parameter is a bucket of its own. Of the others the first bucket is a quarter as large: its reduction begins
    early in the backward pass. Buckets are in the order in which their last gradients arrive.
    """
    found: list[list] = []
    small, room = [], most / 4
    for param in reversed(params):
        bytes_ = param.numel() * param.array.dtype.itemsize
        if bytes_ >= LARGE:
            found.append([param])
            continue
        if small and (bytes_ > room or param.array.dtype != small[0].array.dtype):
            found.append(small)
            small, room = [], most
        small.append(param)
        room -= bytes_
    return [Bucket(params) for params in [*found, small] if params]
