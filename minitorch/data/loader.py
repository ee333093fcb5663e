"""The loader: samples in, batches out."""

import numpy as np

from .. import dtypes
from ..graph import functions, registry, tensor_types
from ..piece import mounted, piece
from ..tensors import as_tensor, tensor
from .sampler import BatchSampler, RandomSampler, SequentialSampler

stack = functions.get("stack") or registry["stack"].function


@piece
def default_collate(batch):
    """Join samples: the first dimension of each tensor counts them.

    batch     list of samples: tensors, arrays or numbers, or dicts, tuples and lists of them
    returns   the same structure with tensors in it; strings stay a list

    Raises RuntimeError when samples differ in shape or length, TypeError for other types.
    """
    first = batch[0]
    if type(first) in tensor_types:
        shapes = {tuple(x.shape) for x in batch}
        if len(shapes) > 1:
            raise RuntimeError(f"stack expects each tensor to be equal size, but samples have shapes "
                               f"{' and '.join(map(str, sorted(shapes)))}. Resize or pad them in the dataset, "
                               "or give the DataLoader a collate_fn.")
        return stack(batch, 0)
    if isinstance(first, np.ndarray):
        return default_collate([as_tensor(x) for x in batch])
    if isinstance(first, np.generic):
        return as_tensor(np.array(batch))
    if isinstance(first, float):
        return tensor(batch, dtype=dtypes.float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, str | bytes):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([sample[key] for sample in batch]) for key in first}
    if isinstance(first, tuple | list):
        if len({len(sample) for sample in batch}) > 1:
            raise RuntimeError("each element in list of batch should be of equal size: samples have "
                               f"{' and '.join(map(str, sorted({len(s) for s in batch})))} parts.")
        parts = [default_collate(part) for part in zip(*batch)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    raise TypeError("default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
                    f"found {type(first).__name__}. Convert it in the dataset, or pass a collate_fn.")


class DataLoader:
    """Batches of a dataset, in order or shuffled anew for each pass.

    dataset         has __len__ and __getitem__
    batch_size      samples a batch; None passes single samples on
    shuffle         new random order each pass, seeded by `manual_seed` or `generator`
    sampler         an order of indices instead of shuffle
    batch_sampler   an order of index lists instead of batch_size, shuffle, sampler and drop_last
    collate_fn      joins a list of samples; default: `default_collate`
    drop_last       leave out a last short batch

    Samples are loaded in this process whatever `num_workers` says.

    >>> from minitorch import arange
    >>> [batch.tolist() for batch in DataLoader(arange(5), batch_size=2)]
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=None,
                 persistent_workers=False, pin_memory_device="", in_order=True):
        if num_workers < 0:
            raise ValueError(f"num_workers should be 0 or more, but got {num_workers}.")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle: both set the order.")
        if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
            raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                             "drop_last: it decides all four.")
        if batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with "
                             "drop_last.")
        self.dataset, self.num_workers, self.generator = dataset, num_workers, generator
        if batch_sampler is not None:
            batch_size = None
        if sampler is None:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_sampler is None and batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.sampler, self.batch_sampler = sampler, batch_sampler
        self.batch_size, self.drop_last = batch_size, drop_last
        self.collate_fn = collate_fn or (default_collate if batch_sampler is not None else convert)

    def __len__(self):
        return len(self.sampler if self.batch_sampler is None else self.batch_sampler)

    def __iter__(self):
        if self.batch_sampler is None:
            for index in self.sampler:
                yield self.collate_fn(self.dataset[index])
            return
        for indices in self.batch_sampler:
            yield self.load(indices)

    def load(self, indices):
        """One batch: from the dataset's own short cut if there is one, else sample by sample."""
        if self.collate_fn is default_collate and default_collate not in mounted:
            whole = getattr(self.dataset, "__getbatch__", None)
            batch = whole(indices) if callable(whole) else None
            if batch is not None:
                return batch
        many = getattr(self.dataset, "__getitems__", None)
        return self.collate_fn(many(indices) if many else [self.dataset[index] for index in indices])


def convert(sample):
    """A single sample, not batched: arrays become tensors, all else stays."""
    return as_tensor(sample) if isinstance(sample, np.ndarray) else sample
