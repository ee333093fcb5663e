"""Buckets: gradients laid end to end, so that one collective carries many of them."""

import numpy as np

from ... import backend
from ...comm import arrays
from ...comm.reduce_op import ReduceOp


class Bucket:
    """Parameters of one dtype whose gradients become their mean over the ranks together.

    flat      the array that travels; float16 travels as float32
    waiting   how many of the gradients are still to come in this backward pass
    """

    def __init__(self, params):
        self.params = params
        self.sizes = [param.numel() for param in params]
        kind = params[0].array.dtype
        self.flat = np.empty(sum(self.sizes), np.float32 if kind.char == "e" else kind)
        ends = np.cumsum(self.sizes).tolist()
        self.slices = [slice(end - size, end) for end, size in zip(ends, self.sizes)]
        self.reset()

    def reset(self):
        self.waiting, self.work = len(self.params), None

    def start(self, group):
        """Copy the gradients in, zeros for those that there are none of, and begin the reduction."""
        for param, part in zip(self.params, self.slices):
            self.flat[part] = 0 if param._grad is None else backend.move(param._grad.array, "cpu").reshape(-1)
        self.own_are_finite = np.isfinite(self.flat.sum())
        self.work = arrays.all_reduce(group, self.flat, ReduceOp.AVG, now=False)

    def finish(self, used):
        """Wait for the means, and write them into the gradients of the parameters that some rank has used."""
        self.work.wait()
        for param, part in zip(self.params, self.slices):
            if param in used:
                mean = self.flat[part].reshape(tuple(param.shape))
                if param._grad is None:
                    param.grad = param.detach().clone()
                own = param._grad.array
                own[...] = backend.move(mean.astype(own.dtype, copy=False), backend.device_of(own))
        self.reset()


def dealt(params, most):
    """Parameters in buckets of one dtype and at most so many bytes, last parameter first: so gradients arrive.

    The first bucket is a quarter as large: its reduction begins early in the backward pass.
    """
    found: list[list] = []
    room, kind = 0, None
    for param in reversed(params):
        bytes_ = param.numel() * param.array.dtype.itemsize
        if bytes_ > room or param.array.dtype != kind:
            room, kind = most / 4 if not found else most, param.array.dtype
            found.append([])
        found[-1].append(param)
        room -= bytes_
    return [Bucket(params) for params in found]
