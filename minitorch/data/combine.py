"""Datasets made from a dataset: a subset of its samples, and a random split."""

from ..random import numpy_generator
from .dataset import Dataset, as_list, shortcut


class Subset(Dataset):
    """Some samples of a dataset: sample i is `dataset[indices[i]]`."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __len__(self):
        return len(self.indices)

    def __getitem__(self, index):
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __getitems__(self, indices):
        indices = [self.indices[i] for i in indices]
        many = shortcut(self.dataset, "__getitems__")
        return many(indices) if many is not None else [self.dataset[i] for i in indices]

    def __getbatch__(self, indices):
        """Return a finished batch, or None if the underlying dataset cannot give one."""
        batch = shortcut(self.dataset, "__getbatch__")
        return None if batch is None else batch([self.indices[i] for i in as_list(indices)])


def random_split(dataset, lengths, generator=None):
    """Split a dataset into disjoint random parts; return them as Subsets.

    lengths   sample counts that add up to len(dataset), or fractions that add up to 1

    >>> [len(part) for part in random_split(range(10), [0.75, 0.25])]
    [8, 2]

    Raises ValueError if the lengths do not add up.
    """
    total = len(dataset)
    if abs(sum(lengths) - 1) < 1e-9 and all(0 <= share <= 1 for share in lengths):
        counts = [int(total * share) for share in lengths]
        for number in range(total - sum(counts)):         # the first parts get the samples that remain after rounding
            counts[number % len(counts)] += 1
        lengths = counts
    if sum(lengths) != total:
        raise ValueError(f"Sum of input lengths does not equal the length of the input dataset: "
                         f"{' + '.join(map(str, lengths))} is {sum(lengths)}, and there are {total} samples.")
    order = numpy_generator(generator).permutation(total).tolist()
    parts, start = [], 0
    for length in lengths:
        parts.append(Subset(dataset, order[start:start + length]))
        start += length
    return parts
