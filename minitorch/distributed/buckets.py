"""Buckets: join many gradients in one array, so that one collective sends them all."""

import numpy as np

from .. import backend
from ..comm import arrays
from ..comm.buffers import is_buffer
from ..comm.reduce_op import ReduceOp

LARGE = 1 << 18                           # bytes; a larger gradient is sent from its own memory, without a copy


class Bucket:
    """Parameters of one dtype; their gradients are averaged over the ranks in one collective.

    flat      the array that is sent: a copy of the gradients, or the memory of a single gradient; float16 is sent as
              float32
    waiting   the number of gradients that this backward pass has not computed yet
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
        """Start the reduction; missing gradients are zeros.

        in_place   whether a single gradient may be replaced by the mean before the backward pass has ended
        """
        self.flat = self.own_memory() if in_place else None
        if self.flat is None:
            self.flat = self.copy = np.empty(sum(self.sizes), self.kind) if self.copy is None else self.copy
            for param, part in zip(self.params, self.slices):
                self.flat[part] = 0 if param._grad is None else backend.move(param._grad.array, "cpu").reshape(-1)
        self.own_are_finite = np.isfinite(self.flat.sum())
        self.work = arrays.all_reduce(group, self.flat, ReduceOp.AVG, now=False)

    def own_memory(self):
        """Return the gradient as a flat view, if the bucket has a single gradient that MPI can send; else None."""
        grad = self.params[0]._grad
        return grad.array.reshape(-1) if len(self.params) == 1 and grad is not None and is_buffer(grad.array) else None

    def finish(self, used):
        """Write the reduced means into the gradients of the parameters that at least one rank has used, `used`."""
        for param, part in zip(self.params, self.slices):
            if param in used and self.flat is self.copy:
                mean = self.flat[part].reshape(tuple(param.shape))
                if param._grad is None:
                    param.grad = param.detach().clone()
                own = param._grad.array
                own[...] = backend.move(mean.astype(own.dtype, copy=False), backend.device_of(own))
        self.reset()


def fill_buckets(params, most):
    """Put parameters into buckets of one dtype and at most `most` bytes, in the order of backward: the last ones first.

    A large parameter is a bucket of its own. The first of the other buckets has a quarter of the size, so that its
    reduction begins early in the backward pass. Buckets are in the order in which their last gradients are computed.
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
