"""Samplers: the order in which samples are visited, one by one or in batches."""

from ..random import numpy_generator


class Sampler:
    """An order of visits: a subclass gives __iter__, and __len__ where it knows how many."""

    def __init__(self, data_source=None):
        pass

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} needs an __iter__(self) that yields indices.")


class SequentialSampler(Sampler):
    """First to last."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


class RandomSampler(Sampler):
    """A new random order each time; seeded by `manual_seed`, or by a generator of its own.

    replacement   draw each index anew from all, so that some come twice
    num_samples   how many to draw; default: as many as there are
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement = data_source, replacement
        self.number, self.generator = num_samples, generator
        if len(self) <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={len(self)}: "
                             "there is nothing to draw from.")

    @property
    def num_samples(self):
        return len(self.data_source) if self.number is None else self.number

    def __iter__(self):
        stream, total, wanted = numpy_generator(self.generator), len(self.data_source), self.num_samples
        if self.replacement:
            yield from stream.integers(total, size=wanted).tolist()
            return
        while wanted > 0:
            yield from stream.permutation(total)[:wanted].tolist()
            wanted -= total

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """The visits of another sampler, as lists of batch_size; a last short one unless drop_last."""

    def __init__(self, sampler, batch_size, drop_last):
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        batch = []
        for index in self.sampler:
            batch.append(index)
            if len(batch) == self.batch_size:
                yield batch
                batch = []
        if batch and not self.drop_last:
            yield batch

    def __len__(self):
        whole, rest = divmod(len(self.sampler), self.batch_size)
        return whole + (rest > 0 and not self.drop_last)
