"""Keep a small memory of samples from a long stream, with as equal a number of each class as possible."""

from ...data.sampler import Sampler
from ...random import numpy_generator


class ClassBalancingReservoirSampler(Sampler):
    """A sampler that reads a stream once and keeps `size` samples, as equally many of each class as possible.

    labels      the class of each sample, in the order of the stream; None: call `offer` for each sample
    size        how many samples the memory stores
    generator   the generator of its random choices; None: the default one

    Within a class, each sample of the stream remains in the memory with equal probability.
    Source: Chrysakis and Moens, Online Continual Learning from Imbalanced Data (2020), algorithm 1.

    >>> sampler = ClassBalancingReservoirSampler([0] * 1000 + [1] * 5, size=10)
    >>> kept = list(sampler)
    >>> sum(index >= 1000 for index in kept)
    5
    """

    def __init__(self, labels=None, size=1000, generator=None):
        if size < 1:
            raise ValueError(f"ClassBalancingReservoirSampler: size={size}, but size must be at least 1.")
        self.labels, self.size, self.generator = labels, size, generator
        self.clear()

    def clear(self):
        """Forget all samples."""
        self.memory: list = []                           # indices of the samples that are kept
        self.kept: dict = {}                             # {class: positions of its samples in `memory`}
        self.seen: dict = {}                             # {class: how many samples of it were offered}
        self.full: set = set()                           # classes that are or once were the largest

    def offer(self, index, label):
        """Offer the memory the next sample; return its position there, or None if the sample is not stored."""
        draw = numpy_generator(self.generator)
        self.seen[label] = self.seen.get(label, 0) + 1
        own = self.kept.setdefault(label, [])
        if len(self.memory) < self.size:
            place = len(self.memory)
            self.memory.append(index)
            own.append(place)
        elif label not in self.full:                     # the sample of a small class replaces one of a largest class
            largest = max(self.kept, key=lambda one: len(self.kept[one]))
            theirs = self.kept[largest]
            place = theirs.pop(int(draw.integers(len(theirs))))
            own.append(place)
        elif draw.random() <= len(own) / self.seen[label]:           # use reservoir sampling within a full class
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
