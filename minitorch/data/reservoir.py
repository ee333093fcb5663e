"""A small memory of a long stream, in which rare classes are not drowned by common ones."""

from ..random import numpy_generator
from .sampler import Sampler


class ClassBalancingReservoirSampler(Sampler):
    """Indices of `size` samples of a stream that is read once, with classes as even as the stream allows.

    labels      the class of each sample, in the order of the stream; None: `offer` them as they come
    size        how many samples the memory holds
    generator   where its chances come from; None: the default one

    Within a class each sample that passed is equally likely to be kept.
    Source: Chrysakis and Moens, Online Continual Learning from Imbalanced Data (2020), algorithm 1.

    >>> sampler = ClassBalancingReservoirSampler([0] * 1000 + [1] * 5, size=10)
    >>> kept = list(sampler)
    >>> sum(index >= 1000 for index in kept)
    5
    """

    def __init__(self, labels=None, size=1000, generator=None):
        if size < 1:
            raise ValueError(f"ClassBalancingReservoirSampler: size={size}; it must hold one sample at least.")
        self.labels, self.size, self.generator = labels, size, generator
        self.clear()

    def clear(self):
        """Forget everything."""
        self.memory: list = []                           # indices of the samples that are kept
        self.kept: dict = {}                             # of each class, where its samples stand in `memory`
        self.seen: dict = {}                             # how many of each class have passed
        self.full: set = set()                           # classes that are the largest, or were

    def offer(self, index, label):
        """Read one sample of the stream. Returns the place in the memory where it is kept, or None."""
        draw = numpy_generator(self.generator)
        self.seen[label] = self.seen.get(label, 0) + 1
        own = self.kept.setdefault(label, [])
        if len(self.memory) < self.size:
            place = len(self.memory)
            self.memory.append(index)
            own.append(place)
        elif label not in self.full:                     # a small class takes the place of the largest's
            largest = max(self.kept, key=lambda one: len(self.kept[one]))
            theirs = self.kept[largest]
            place = theirs.pop(int(draw.integers(len(theirs))))
            own.append(place)
        elif draw.random() <= len(own) / self.seen[label]:             # a reservoir within the class
            place = own[int(draw.integers(len(own)))]
        else:
            return None
        self.memory[place] = index
        if len(self.memory) == self.size:
            most = max(map(len, self.kept.values()))
            self.full.update(one for one, places in self.kept.items() if len(places) == most)
        return place

    def __iter__(self):
        if self.labels is not None:
            self.clear()
            for index, label in enumerate(self.labels):
                self.offer(index, label.item() if hasattr(label, "item") else label)
        return iter(list(self.memory))

    def __len__(self):
        return len(self.memory) if self.labels is None else min(self.size, len(self.labels))
