"""Datasets made of datasets: a part of one, several side by side, random parts."""

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
        """A finished batch, if the dataset below can give one."""
        batch = shortcut(self.dataset, "__getbatch__")
        return None if batch is None else batch([self.indices[i] for i in as_list(indices)])


class StackDataset(Dataset):
    """Datasets side by side: sample i holds the i-th of each, as a tuple, or by name as a dict.

    Raises ValueError for datasets of different sizes, and for some by position and some by name.

    >>> StackDataset(image="ab", label=[0, 1])[1]
    {'image': 'b', 'label': 1}
    """

    def __init__(self, *datasets, **named):
        if bool(datasets) == bool(named):
            raise ValueError("StackDataset takes datasets by position or by name, one of the two.")
        self.datasets = named or datasets
        sizes = {len(dataset) for dataset in (named.values() if named else datasets)}
        if len(sizes) > 1:
            raise ValueError(f"Size mismatch between datasets: they hold {', '.join(map(str, sorted(sizes)))} samples.")
        self.size = sizes.pop()

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)


def random_split(dataset, lengths, generator=None):
    """Disjoint random parts of a dataset, as Subsets.

    lengths   sample counts that add up to len(dataset), or shares that add up to 1

    >>> [len(part) for part in random_split(range(10), [0.75, 0.25])]
    [8, 2]

    Raises ValueError when the lengths do not add up.
    """
    total = len(dataset)
    if abs(sum(lengths) - 1) < 1e-9 and all(0 <= share <= 1 for share in lengths):
        counts = [int(total * share) for share in lengths]
        for number in range(total - sum(counts)):         # what rounding left goes to the first parts
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
