"""Copy batches to a GPU before they are used: while the GPU computes with one, a second stream copies the next."""

import sys
from collections import deque

import numpy as np

from .. import backend
from ..engine import tensor_types, wrap
from ..rare.autograd.tree import leaves, rebuilt
from .streams import Event, Stream, current_stream

FREE = 2                                 # sys.getrefcount of an unused buffer: the slot's reference and the argument


class Slot:
    """The memory of one batch: for each tensor, pinned memory on the CPU and an array on the GPU."""

    def __init__(self):
        self.pinned, self.arrays, self.copied, self.batch = [], [], None, None

    def room(self, number, like):
        """Return pinned memory and a GPU array for a tensor: those of an earlier batch if they fit and are unused."""
        import cupyx
        if number == len(self.pinned):
            self.pinned.append(None)
            self.arrays.append(None)
        if not has_same_form(self.pinned[number], like):
            self.pinned[number] = cupyx.empty_pinned(like.shape, like.dtype)
        if not has_same_form(self.arrays[number], like) or sys.getrefcount(self.arrays[number]) > FREE:
            self.arrays[number] = backend.cupy().empty(like.shape, like.dtype)
        return self.pinned[number], self.arrays[number]


def has_same_form(array, like):
    """Return True if there is an array of the same shape and dtype."""
    return array is not None and array.shape == like.shape and array.dtype == like.dtype


class Prefetcher:
    """The batches of a loader as tensors on a GPU, each copied there while the one before it is in use.

    loader   yields batches: tensors, or tuples, lists and dicts of tensors; other values are passed on
    device   a GPU; the current one by default
    ahead    how many batches are copied in advance; raises ValueError below 1

    A copy from ordinary memory blocks Python until it is done. From pinned memory the GPU copies by itself, on a second
    stream, while kernels run on the first; events keep both in order. CuPy may reuse freed memory that another stream
    still reads, so a batch's memory is never freed; it is used for a new batch once you have no reference to the old.

        for images, labels in cuda.Prefetcher(DataLoader(data, batch_size=64)):
            loss = cross_entropy(model(images), labels)
    """

    def __init__(self, loader, device=None, ahead=1):
        if ahead < 1:
            raise ValueError(f"ahead should be 1 or more batches, but got {ahead}.")
        self.loader, self.ahead, self.gpu = loader, ahead, backend.gpu(device)

    def __len__(self):
        return len(self.loader)

    def __iter__(self):
        side, slots, waiting = Stream(self.gpu.id), [Slot() for _ in range(self.ahead + 2)], deque()
        for number, batch in enumerate(self.loader):     # one slot is in use; the next copy goes to the other
            waiting.append(self.send(batch, slots[number % len(slots)], side))
            if len(waiting) > self.ahead:
                yield from self.hand_over(waiting.popleft())
        while waiting:
            yield from self.hand_over(waiting.popleft())

    def send(self, batch, slot, side):
        """Start the copy of a batch into a slot, and return the slot."""
        if slot.copied is not None:
            slot.copied.synchronize()                    # the GPU may still be reading the pinned memory
        values, number = [], 0
        with self.gpu:
            for leaf in leaves(batch):
                if type(leaf) not in tensor_types or type(leaf.array) is not np.ndarray:
                    values.append(leaf)
                    continue
                pinned, array = slot.room(number, leaf.array)
                number += 1
                np.copyto(pinned, leaf.array)
                values.append((pinned, array))
            side.wait_event(current_stream(self.gpu.id).record_event())      # wait until the old batch is read
            for value in values:
                if type(value) is tuple:
                    for watch in backend.transferring:
                        watch(self.gpu, value[0].nbytes, False)
                    value[1].set(value[0], stream=side.cupy)
            slot.copied = side.record_event(Event())
        slot.batch = rebuilt(batch, iter([wrap(value[1]) if type(value) is tuple else value for value in values]))
        return slot

    def hand_over(self, slot):
        """Yield a slot's batch; later launches wait for its copy."""
        current_stream(self.gpu.id).wait_event(slot.copied)
        batch, slot.batch = slot.batch, None
        yield batch
