"""Datasets: samples by number, or one after another. Anything with a length and [index] is one of the first kind."""

from bisect import bisect_right
from itertools import accumulate

import numpy as np

from ..engine import registry, wrap
from ..piece import mounted


class Dataset:
    """Samples by number: a subclass gives __getitem__(index), and __len__ where it knows how many.

    Two methods are optional, and faster. `__getitems__(indices)` returns a list of samples.
    `__getbatch__(indices)` returns a finished batch, and is asked when the loader's collate_fn is
    the default one; its indices are a list, or an array where the library's own samplers choose them;
    None means that there is no such short cut today. Neither is asked where a subclass has changed
    __getitem__ since.
    """

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} needs a __getitem__(self, index) that returns one sample.")

    def __add__(self, other):
        """One dataset after the other, as a ConcatDataset."""
        return ConcatDataset([self, other])

    def __class_getitem__(cls, item):
        return cls                                       # Dataset[Tensor], as annotations write it


class IterableDataset(Dataset):
    """Samples one after another, as from a stream: a subclass gives __iter__.

    With several workers each has a copy of the dataset and would read the whole stream:
    `get_worker_info()` tells a worker its number, by which to pick its share.

    >>> from minitorch.utils.data import DataLoader
    >>> class Squares(IterableDataset):
    ...     def __iter__(self):
    ...         return (i * i for i in range(5))
    >>> [batch.tolist() for batch in DataLoader(Squares(), batch_size=3)]
    [[0, 1, 4], [9, 16]]
    """

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} needs an __iter__(self) that yields samples.")

    def __getitem__(self, index):
        raise TypeError(f"{type(self).__name__} is an IterableDataset: its samples come one after another, "
                        "and have no numbers.")

    def __add__(self, other):
        return ChainDataset([self, other])


class ConcatDataset(Dataset):
    """Datasets one after the other: the second's numbers go on where the first's end.

    datasets   a list of them; ValueError for none, TypeError for an IterableDataset

    >>> joined = ConcatDataset(["abc", "de"])
    >>> len(joined), joined[2], joined[3], joined[-1]
    (5, 'c', 'd', 'e')
    """

    def __init__(self, datasets):
        self.datasets = list(datasets)
        if not self.datasets:
            raise ValueError("datasets should not be an empty iterable: ConcatDataset needs at least one.")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise TypeError("ConcatDataset does not support IterableDataset, whose samples have no numbers: "
                            "use ChainDataset.")
        self.cumulative_sizes = list(accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def locate(self, index):
        """Return which dataset, and which of its samples."""
        total = len(self)
        if not -total <= index < total:
            raise IndexError(f"sample {index} of a dataset of {total}.")
        index %= total
        part = bisect_right(self.cumulative_sizes, index)
        return part, index - (self.cumulative_sizes[part - 1] if part else 0)

    def __getitem__(self, index):
        part, index = self.locate(index)
        return self.datasets[part][index]

    def __getbatch__(self, indices):
        """A finished batch, if all of it is of one dataset that can give one."""
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


class TensorDataset(Dataset):
    """Tensors side by side: sample i is the i-th row of each.

    >>> from minitorch import tensor
    >>> TensorDataset(tensor([[1.0], [2.0]]), tensor([0, 1]))[1]
    (tensor([2.]), tensor(1))

    Raises AssertionError when the first sizes differ.
    """

    def __init__(self, *tensors):
        if not tensors:
            raise ValueError("TensorDataset needs at least one tensor.")
        sizes = [len(tensor) for tensor in tensors]
        if len(set(sizes)) > 1:
            raise AssertionError(f"Size mismatch between tensors: they hold {', '.join(map(str, sizes))} samples; "
                             "the first sizes must be equal.")
        self.tensors = tensors

    def __len__(self):
        return len(self.tensors[0])

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __getbatch__(self, indices):
        """Many samples by one indexing of each tensor: what collating them one by one would give."""
        if type(indices) is not np.ndarray:
            if set(map(type, indices)) != {int}:
                return None
            indices = np.asarray(indices)
        return [rows(tensor, indices) for tensor in self.tensors]


def rows(tensor, indices):
    """tensor[indices]; where no gradient is to pass, without asking the graph."""
    if tensor._view is not None:
        tensor.refresh()
    array = tensor.array
    if type(array) is not np.ndarray or tensor._node is not None or mounted and registry["getitem"] in mounted:
        return tensor[indices]
    return wrap(array.take(indices, 0))


def as_list(indices):
    """Indices as Python's own numbers, which a dataset's __getitem__ is given."""
    return indices.tolist() if type(indices) is np.ndarray else indices


def shortcut(owner, name, base="__getitem__"):
    """A dataset's __getbatch__ or __getitems__; None if it has none, or one that knows nothing of its __getitem__.

    owner   may be a sampler too, which has `order` with its __iter__
    """
    for kind in type(owner).__mro__:
        if name in vars(kind):
            break
        if base in vars(kind):
            return None
    method = getattr(owner, name, None)
    return method if callable(method) else None
