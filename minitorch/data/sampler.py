"""Samplers: the order in which samples are read, one by one or in batches."""

from itertools import islice

import numpy as np

from ..engine import tensor_types
from ..engine.piece import mounted, piece
from ..random import numpy_generator
from ..runtime.missing import moved_to
from .dataset import as_list, shortcut


@piece
def shuffled(n, generator):
    """Return every number below n once, in a random order; `generator` is NumPy's."""
    return generator.permutation(n).tolist()


own_shuffled = shuffled.run


@piece
def batches(indices, size, drop_last):
    """Yield lists of `size` indices, or arrays if `indices` is an array; the last may be shorter unless drop_last."""
    if type(indices) is np.ndarray:                      # slices of an array are faster than islice
        for start in range(0, len(indices) - (size - 1 if drop_last else 0), size):
            yield indices[start:start + size]
        return
    indices = iter(indices)
    while batch := list(islice(indices, size)):
        if len(batch) == size or not drop_last:
            yield batch


class Sampler:
    """The base of samplers: a subclass defines __iter__, and __len__ if it knows its length. data_source is unused."""

    def __init__(self, data_source=None):
        pass

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} needs an __iter__(self) that yields indices.")

    def __class_getitem__(cls, item):
        return cls                                       # annotations contain Sampler[int]


class SequentialSampler(Sampler):
    """The indices of data_source, from first to last."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def order(self):
        return np.arange(len(self.data_source))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """A sampler with a new random order in each pass, from `generator` or from the default generator.

    data_source   the dataset, of which only the length is used
    replacement   draw each index from all indices, so that some occur more than once
    num_samples   how many indices to draw; default: the dataset's length
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
            some = min(wanted, 1024 if self.replacement else total)     # all indices may not fit in memory
            yield from (stream.integers(total, size=some).tolist() if self.replacement else
                        shuffled(total, stream)[:some])
            wanted -= some

    def order(self):
        """Return all indices of a pass as an array; None if `shuffled` is replaced, or if they are drawn in parts."""
        total, wanted = len(self.data_source), self.num_samples
        if self.replacement or wanted > total or shuffled.run is not own_shuffled:
            return None
        return numpy_generator(self.generator).permutation(total)[:wanted]  # the order of `shuffled`, but as an array

    def __len__(self):
        return self.num_samples


class SubsetRandomSampler(Sampler):
    """A sampler that yields the given indices in a new random order in each pass."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for number in numpy_generator(self.generator).permutation(len(self.indices)).tolist():
            yield self.indices[number]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Indices drawn in proportion to their weights, which need not add up to 1.

    weights       one number for each sample, not negative
    num_samples   how many to draw
    replacement   True: an index may be drawn again; False: at most once

    Raises ValueError for weights that are negative or all 0, and for more draws than samples without replacement.

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
    """The indices of another sampler, as lists of batch_size; the last may be shorter unless drop_last.

    Raises ValueError for a batch_size that is not a positive whole number.
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
        """Return the batches of __iter__ as arrays; None if the sampler does not know its order in advance."""
        order = None if batches in mounted else shortcut(self.sampler, "order", "__iter__")
        order = None if order is None else order()
        return None if order is None else batches(order, self.batch_size, self.drop_last)

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)


def check_count(count, reason):
    if isinstance(count, bool) or not isinstance(count, int) or count <= 0:
        raise ValueError(f"num_samples should be a positive integer value, but got num_samples={count}{reason}")


def check_replacement(replacement):
    if not isinstance(replacement, bool):
        raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")


__getattr__ = moved_to("data.distributed_sampler")
