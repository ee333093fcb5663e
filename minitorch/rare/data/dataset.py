"""Datasets made of other datasets: one after another, or joined sample by sample."""

from bisect import bisect_right
from itertools import accumulate

from ...data.dataset import Dataset, as_list, shortcut
from .iterable import IterableDataset


class ConcatDataset(Dataset):
    """Datasets one after the other: the second dataset's indices start after the first dataset's.

    datasets   a list of Datasets; ValueError if it is empty, TypeError for an IterableDataset

    >>> joined = ConcatDataset(["abc", "de"])
    >>> len(joined), joined[2], joined[3], joined[-1]
    (5, 'c', 'd', 'e')
    """

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise ValueError("datasets should not be an empty iterable: ConcatDataset needs at least one.")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise TypeError("ConcatDataset does not support IterableDataset, whose samples have no indices: "
                            "use ChainDataset.")
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def locate(self, index):
        """Return (index of the dataset, index of the sample in that dataset)."""
        total = len(self)
        if not -total <= index < total:
            raise IndexError(f"index {index} is out of range for a dataset of {total} samples.")
        index %= total
        part = bisect_right(self.cumulative_sizes, index)
        return part, index - (self.cumulative_sizes[part - 1] if part else 0)

    def __getitem__(self, index):
        part, index = self.locate(index)
        return self.datasets[part][index]

    def __getbatch__(self, indices):
        """Return a finished batch if all samples are in one dataset, which has __getbatch__; else None."""
        found = [self.locate(index) for index in as_list(indices)]
        part = found[0][0]
        batch = shortcut(self.datasets[part], "__getbatch__")
        if batch is None or any(other != part for other, _ in found):
            return None
        return batch([index for _, index in found])


class ChainDataset(IterableDataset):
    """Iterable datasets one after the other."""

    def __init__(self, datasets):
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise TypeError(f"ChainDataset only supports IterableDataset, not {type(dataset).__name__}: "
                                "use ConcatDataset.")
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)


class StackDataset(Dataset):
    """Datasets side by side: sample i is a tuple of the i-th sample of each dataset, or a dict if they have names.

    Raises ValueError if the datasets differ in size, and if some are passed by position and some by name.

    >>> StackDataset(image="ab", label=[0, 1])[1]
    {'image': 'b', 'label': 1}
    """

    def __init__(self, *datasets, **named):
        if bool(datasets) == bool(named):
            raise ValueError("StackDataset takes datasets either by position or by name, not both, and at least one.")
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
