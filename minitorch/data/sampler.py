"""Samplers: the order in which samples are visited, one by one or in batches."""

from itertools import islice

import numpy as np

from ..comm.group import get_rank, get_world_size, is_initialized
from ..engine import tensor_types
from ..piece import mounted, piece
from ..random import numpy_generator
from .dataset import as_list, shortcut


@piece
def shuffled(n, generator):
    """Every number below n once, in a random order; `generator` is NumPy's."""
    return generator.permutation(n).tolist()


own_shuffled = shuffled.run


@piece
def batches(indices, size, drop_last):
    """Indices as lists of `size`, one after another; a last short one unless drop_last. Of an array, arrays."""
    if type(indices) is np.ndarray:                      # the order is known: cutting it up is quicker
        for start in range(0, len(indices) - (size - 1 if drop_last else 0), size):
            yield indices[start:start + size]
        return
    indices = iter(indices)
    while batch := list(islice(indices, size)):
        if len(batch) == size or not drop_last:
            yield batch


class Sampler:
    """An order of visits: a subclass gives __iter__, and __len__ where it knows how many. data_source is not used."""

    def __init__(self, data_source=None):
        pass

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} needs an __iter__(self) that yields indices.")

    def __class_getitem__(cls, item):
        return cls                                       # Sampler[int], as annotations write it


class SequentialSampler(Sampler):
    """The indices of data_source, first to last."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def order(self):
        return np.arange(len(self.data_source))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """A new random order each time; seeded by `manual_seed`, or by a generator of its own.

    data_source   what is visited: its length counts
    replacement   draw each index anew from all, so that some come twice
    num_samples   how many to draw; default: as many as there are
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement = data_source, replacement
        self.number, self.generator = num_samples, generator
        check_replacement(replacement)
        check_count(len(self.data_source) if num_samples is None else num_samples, ": there is nothing to draw from.")

    @property
    def num_samples(self):
        return len(self.data_source) if self.number is None else self.number

    def __iter__(self):
        stream, total, wanted = numpy_generator(self.generator), len(self.data_source), self.num_samples
        while wanted > 0:
            some = min(wanted, 1024 if self.replacement else total)     # wanted may be more than memory holds
            yield from (stream.integers(total, size=some).tolist() if self.replacement else
                        shuffled(total, stream)[:some])
            wanted -= some

    def order(self):
        """All visits of a pass as an array; None where another `shuffled` runs, or where they come piece by piece."""
        total, wanted = len(self.data_source), self.num_samples
        if self.replacement or wanted > total or shuffled.run is not own_shuffled:
            return None
        return numpy_generator(self.generator).permutation(total)[:wanted]        # as `shuffled`, without a list

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """The given indices, in a new random order each time."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for number in numpy_generator(self.generator).permutation(len(self.indices)).tolist():
            yield self.indices[number]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Indices drawn in proportion to their weights, which need not add up to 1.

    weights       one number a sample, none negative
    num_samples   how many to draw
    replacement   an index may come again; without, it comes at most once

    Raises ValueError for weights that are negative or all 0, and for more draws than there are without replacement.

    >>> list(WeightedRandomSampler([0.0, 3.0, 0.0], 4))
    [1, 1, 1, 1]
    """

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        check_count(num_samples, ".")
        check_replacement(replacement)
        self.weights = np.asarray(weights.tolist() if type(weights) in tensor_types else weights, np.float64)
        if self.weights.ndim != 1:
            raise ValueError(f"weights should be a 1d sequence but given weights have shape {self.weights.shape}")
        if not (self.weights >= 0).all() or not 0 < self.weights.sum() < np.inf:
            raise ValueError("weights should be finite, none below 0, and not all 0.")
        drawable = np.count_nonzero(self.weights)
        if not replacement and drawable < num_samples:
            raise ValueError(f"cannot draw num_samples={num_samples} without replacement: only {drawable} samples "
                             "have a weight above 0.")
        self.num_samples, self.replacement, self.generator = num_samples, replacement, generator

    def __iter__(self):
        shares = self.weights / self.weights.sum()
        stream = numpy_generator(self.generator)
        yield from stream.choice(len(shares), self.num_samples, self.replacement, shares).tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """The visits of another sampler, as lists of batch_size; a last short one unless drop_last.

    Raises ValueError for a batch_size that is no positive whole number.
    """

    def __init__(self, sampler, batch_size, drop_last):
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        return iter(batches(as_list(self.sampler), self.batch_size, self.drop_last))

    def arrays(self):
        """The same batches as arrays; None where the sampler does not know its order ahead."""
        order = None if batches in mounted else shortcut(self.sampler, "order", "__iter__")
        order = None if order is None else order()
        return None if order is None else batches(order, self.batch_size, self.drop_last)

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)


class DistributedSampler(Sampler):
    """One process's share of a dataset that several processes go through together.

    num_replicas, rank   how many processes there are, and which of them this is; default: as the process group says,
                         and 1 and 0 where there is none
    shuffle              a new order for each epoch, the same in all processes: call set_epoch(epoch) before it
    seed                 the same in all processes
    drop_last            leave out what cannot be dealt out evenly; else some samples come twice

    Raises ValueError for a rank that is not one of num_replicas.

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
        """Choose the order of the next pass; without it every pass has the same."""
        self.epoch = epoch

    def __iter__(self):
        total = len(self.dataset)
        order = np.arange(total)
        if self.shuffle:
            order = np.random.default_rng([self.seed, self.epoch]).permutation(total)
        order = np.resize(order, self.total_size)        # again from the front where there are too few
        return iter(order[self.rank::self.num_replicas].tolist())

    def __len__(self):
        return self.num_samples


def check_count(count, reason):
    if isinstance(count, bool) or not isinstance(count, int) or count <= 0:
        raise ValueError(f"num_samples should be a positive integer value, but got num_samples={count}{reason}")


def check_replacement(replacement):
    if not isinstance(replacement, bool):
        raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
