"""Datasets that are streams of samples, and the batches of their samples."""

from itertools import islice

from ... import paths
from ...data.dataset import Dataset
from ...data.fetch import Exhausted, Fetch


class IterableDataset(Dataset):
    """A dataset that yields samples one after another, as a stream does: a subclass defines __iter__.

    With several workers each has a copy of the dataset and would read the whole stream:
    `get_worker_info()` returns a worker's number, with which it can select its share.

    >>> from minitorch.utils.data import DataLoader
    >>> class Squares(IterableDataset):
    ...     def __iter__(self):
    ...         return (i * i for i in range(5))
    >>> [batch.tolist() for batch in DataLoader(Squares(), batch_size=3)]
    [[0, 1, 4], [9, 16]]
    """

    _streams = True

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} needs an __iter__(self) that yields samples.")

    def __getitem__(self, index):
        raise TypeError(f"{type(self).__name__} is an IterableDataset: its samples come one after another, "
                        "and have no index. Use a loop: for sample in dataset.")

    def __add__(self, other):
        return paths.module("rare.data.dataset").ChainDataset([self, other])


class FetchNext(Fetch):
    """A function from a task, a number of samples, to the next batch of a stream of samples."""

    def __init__(self, dataset, collate_fn, batched, drop_last):
        super().__init__(dataset, collate_fn, batched)
        self.drop_last, self.stream = drop_last, None

    def begin(self):
        self.stream = iter(self.dataset)

    def __call__(self, task):
        samples = list(islice(self.stream, task if self.batched else 1))
        if not samples or self.drop_last and self.batched and len(samples) < task:
            raise Exhausted
        return self.finish(samples if self.batched else samples[0])
