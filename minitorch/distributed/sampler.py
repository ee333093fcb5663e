"""The sampler that gives each rank its own part of the samples."""

import numpy as np

from ..comm.group import get_rank, get_world_size, is_initialized
from ..data.sampler import Sampler


class DistributedSampler(Sampler):
    """A sampler of one process's share of a dataset that several processes read together.

    num_replicas, rank   the number of processes, and the number of this one; default: those of the process group, or
                         1 and 0 without a group
    shuffle              whether each epoch has a new order, the same in all processes: call set_epoch(epoch) before it
    seed                 the same in all processes
    drop_last            leave out samples that cannot be split evenly; else some samples are used twice

    Raises ValueError for a rank that is not below num_replicas.

    >>> [list(DistributedSampler(range(5), 2, rank, shuffle=False)) for rank in (0, 1)]
    [[0, 2, 4], [1, 3, 0]]
    """

    def __init__(self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False):
        self.dataset, self.shuffle, self.seed, self.drop_last = dataset, shuffle, seed, drop_last
        size, own = (get_world_size(), get_rank()) if is_initialized() else (1, 0)
        self.num_replicas = size if num_replicas is None else num_replicas
        self.rank = own if rank is None else rank
        self.epoch = 0
        if not 0 <= self.rank < self.num_replicas:
            raise ValueError(f"Invalid rank {self.rank}, rank should be in the interval [0, {self.num_replicas - 1}]")
        share, rest = divmod(len(dataset), self.num_replicas)
        self.num_samples = share + (rest > 0 and not drop_last)
        self.total_size = self.num_samples * self.num_replicas

    def set_epoch(self, epoch):
        """Set the order of the next pass; without this call every pass has the same order."""
        self.epoch = epoch

    def __iter__(self):
        total = len(self.dataset)
        order = np.arange(total)
        if self.shuffle:
            order = np.random.default_rng([self.seed, self.epoch]).permutation(total)
        order = np.resize(order, self.total_size)        # repeat samples from the start if there are too few
        return iter(order[self.rank::self.num_replicas].tolist())

    def __len__(self):
        return self.num_samples
