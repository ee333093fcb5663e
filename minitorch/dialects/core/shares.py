"""Shares: batches of all ranks, of which each rank gets its part."""

import numpy as np

from ...comm.objects import scatter_objects
from ...rare.autograd.tree import leaves, rebuilt


class Shares:
    """The batches of a source, cut along their first dimension: a part for each rank, in the order of the samples.

    source   batches; it is the first rank's that is read, so all ranks see the same order
    group    the ranks
    made     what an array becomes: a tensor
    sized    whether each batch comes with its sizes: (part, samples in it, samples in all parts)

    A batch that does not divide makes parts that differ by one sample; of a small one some are empty.
    """

    def __init__(self, source, group, made, sized=False):
        self.source, self.group, self.made, self.sized = source, group, made, sized

    def __len__(self):
        return len(self.source)

    def __iter__(self):
        if self.group.rank() == 0:
            for batch in self.source:
                yield self.arrived(scatter_objects(cut(batch, self.group.size()), 0, self.group))
            scatter_objects([None] * self.group.size(), 0, self.group)
            return
        while (part := scatter_objects(None, 0, self.group)) is not None:
            yield self.arrived(part)

    def arrived(self, part):
        """Return what a rank gets of a message `part`: the batch as tensors, with its sizes where they are wanted."""
        batch, own, whole = part
        batch = rebuilt(batch, iter([x if x is None else self.made(x) for x in leaves(batch)]))
        return (batch, own, whole) if self.sized else batch

    def __getattr__(self, name):
        if name.startswith("__") or "source" not in vars(self):
            raise AttributeError(name)
        return getattr(self.source, name)


def cut(batch, n):
    """Return [(part, its samples, all samples)] of a batch for n ranks, as arrays; all get whole what has no axes."""
    parts = [x if x is None else np.asarray(x.numpy()) for x in leaves(batch)]
    size = next((len(x) for x in parts if x is not None and x.ndim), 1)
    ends = [rank * size // n for rank in range(n + 1)]
    return [(rebuilt(batch, iter([x if x is None or not x.ndim else np.ascontiguousarray(x[a:b]) for x in parts])),
             b - a, size) for a, b in zip(ends, ends[1:])]
