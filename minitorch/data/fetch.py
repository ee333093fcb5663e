"""Fetch a batch by its indices, in the loader's process or in a worker's."""

from itertools import islice

from ..engine.piece import mounted
from .collate import default_collate, default_convert, mismatch
from .dataset import as_list, shortcut


class Exhausted(Exception):
    """The error for a stream of samples that has ended."""


class Fetch:
    """A function from a task, the indices of a batch, to the batch, for a dataset whose samples have indices.

    collate_fn   joins a list of samples; None: `default_collate`, or for single samples `default_convert`
    batched      whether a task is a list or an array of indices; else it is one index
    """

    def __init__(self, dataset, collate_fn, batched):
        self.dataset, self.collate_fn, self.batched = dataset, collate_fn, batched
        self.whole = None

    @property
    def batch_method(self):
        """The dataset's __getbatch__, which also accepts an array of indices; None if the dataset has none."""
        return shortcut(self.dataset, "__getbatch__") if self.batched and self.collate_fn is None else None

    def begin(self):
        """Prepare for a pass over the dataset."""
        self.whole = self.batch_method

    def __call__(self, task):
        """Return one batch: from the dataset's __getbatch__ if it has one, else from single samples."""
        if not self.batched:
            return self.finish(self.dataset[task])
        if self.whole is not None and default_collate not in mounted:
            batch = self.whole(task)
            if batch is not None:
                return batch
        task = as_list(task)
        many = shortcut(self.dataset, "__getitems__")
        samples = many(task) if many is not None else [self.dataset[index] for index in task]
        try:
            return self.finish(samples)
        except RuntimeError as error:
            if (found := mismatch(error)) and len(samples) == len(task):
                found.indices = f" In the dataset they are {' and '.join(str(task[i]) for i in found.samples)}."
            raise

    def finish(self, samples):
        if self.collate_fn is not None:
            return self.collate_fn(samples)
        return (default_collate if self.batched else default_convert)(samples)


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
