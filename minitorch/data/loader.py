"""The loader: it turns samples into batches, in this process or in worker processes."""

from itertools import repeat

from ..random import numpy_generator
from .collate import default_collate, default_convert
from .dataset import IterableDataset, shortcut
from .fetch import Exhausted, Fetch, FetchNext
from .sampler import BatchSampler, RandomSampler, SequentialSampler, SubsetRandomSampler, WeightedRandomSampler

PREFETCH = 2
SHUFFLING = (RandomSampler, SubsetRandomSampler, WeightedRandomSampler)  # samplers that use a generator in each pass


def check_order(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last):
    """Raise ValueError if two of a DataLoader's options both set the order of samples, or their batches."""
    if isinstance(dataset, IterableDataset):
        for name, value in ("shuffle", shuffle), ("sampler", sampler), ("batch_sampler", batch_sampler):
            if value is not None and value is not False:
                raise ValueError(f"DataLoader with IterableDataset: expected unspecified {name} option, but got "
                                 f"{name}={value}: its samples come in its own order.")
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle: both set the order.")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
        raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and "
                         "drop_last: it decides all four.")
    if batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last.")


class DataLoader:
    """A loader that yields batches of a dataset, in order or newly shuffled for each pass.

    dataset         has __len__ and __getitem__, or is an IterableDataset
    batch_size      samples in a batch; None: yield single samples
    shuffle         whether each pass has a new random order, from `generator` or from the default generator
    sampler         yields the indices in the order in which samples are read, instead of shuffle
    batch_sampler   yields lists of indices, instead of batch_size, shuffle, sampler and drop_last
    collate_fn      joins a list of samples; default: `default_collate`
    drop_last       leave out the last batch if it is shorter
    num_workers     processes that load batches before they are needed; 0: each is loaded in this process when needed.
                    Batches and their order do not depend on this number, unless samples are random
    timeout         seconds to wait for a worker's batch; 0: no limit
    worker_init_fn  called in each worker, once, with its number
    prefetch_factor      batches a worker loads ahead; default 2
    persistent_workers   keep the processes for the next pass; each pass still has a new seed
    in_order        False: yield batches as they arrive from the workers
    multiprocessing_context   "fork", "spawn" or "forkserver"; default: fork on Linux. Forked workers have no GPU
    pin_memory, pin_memory_device   accepted, without effect

    A worker's random numbers (minitorch's, NumPy's and Python's) are seeded from the generator that shuffles.
    Raises ValueError for options that exclude each other; a worker's exception, with its traceback; RuntimeError if
    a worker dies or is too late.

    >>> from minitorch import arange
    >>> [batch.tolist() for batch in DataLoader(arange(5), batch_size=2)]
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0,
                 collate_fn=None, pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None,
                 multiprocessing_context=None, generator=None, *, prefetch_factor=None,
                 persistent_workers=False, pin_memory_device="", in_order=True):
        check_workers(num_workers, timeout, prefetch_factor, persistent_workers, multiprocessing_context)
        check_order(dataset, batch_size, shuffle, sampler, batch_sampler, drop_last)
        if batch_sampler is not None:
            batch_size = None
        if sampler is None:
            sampler = (Endless() if isinstance(dataset, IterableDataset)
                       else RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset))
        if batch_sampler is None and batch_size is not None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.dataset, self.sampler, self.batch_sampler = dataset, sampler, batch_sampler
        self.batch_size, self.drop_last, self.generator = batch_size, drop_last, generator
        self.collate_fn = collate_fn or (default_collate if batch_sampler is not None else default_convert)
        self.num_workers, self.timeout, self.worker_init_fn = num_workers, timeout, worker_init_fn
        self.prefetch_factor = PREFETCH if num_workers and prefetch_factor is None else prefetch_factor
        self.persistent_workers, self.in_order = persistent_workers, in_order
        self.multiprocessing_context = multiprocessing_context
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.pool = None

    def __class_getitem__(cls, item):
        return cls                                       # annotations contain DataLoader[Tensor]

    def __len__(self):
        if not isinstance(self.dataset, IterableDataset):
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)
        total = len(self.dataset)
        if self.batch_size is None:
            return total
        return total // self.batch_size if self.drop_last else -(-total // self.batch_size)

    def __iter__(self):
        return self.with_workers() if self.num_workers else self.in_process()

    def in_process(self):
        """Yield the batches of a pass, loaded in this process."""
        fetch = self.fetch()
        fetch.begin()
        for task in self.tasks():
            try:
                batch = fetch(task)
            except Exhausted:
                return
            yield batch

    def with_workers(self):
        """Yield the batches of a pass, loaded by workers; the workers end with the pass, unless they are persistent."""
        from .pool import Pool
        seed = self.seed()
        pool = self.pool
        if pool is None or pool.closed:
            pool = Pool(self.fetch(), self.num_workers, self.multiprocessing_context, self.worker_init_fn,
                        self.prefetch_factor, self.timeout, self.in_order)
        if self.persistent_workers:
            self.pool = pool
        try:
            yield from pool.run(self.tasks(), seed)
        finally:
            if not self.persistent_workers:
                pool.close()

    def fetch(self):
        collate = None if self.collate_fn in (default_collate, default_convert) else self.collate_fn
        if isinstance(self.dataset, IterableDataset):
            return FetchNext(self.dataset, collate, self.batch_size is not None, self.drop_last)
        return Fetch(self.dataset, collate, self.batch_sampler is not None)

    def tasks(self):
        """Return the tasks, one for each batch: lists of indices, single indices, or numbers of samples to take."""
        if isinstance(self.dataset, IterableDataset):
            return repeat(self.batch_size)
        if self.batch_sampler is None:
            return iter(self.sampler)
        arrays = shortcut(self.batch_sampler, "arrays", "__iter__") if self.fetch().batch_method else None
        known = arrays() if arrays else None
        return iter(self.batch_sampler) if known is None else known

    def seed(self):
        """Draw the seed of the workers for this pass over the data, from the generator that also shuffles.

        If a shuffle draws from the generator next, the seed is drawn from a copy, so that the order and all later
        draws are the same with and without workers. Otherwise the seed is drawn from the generator itself.
        """
        from copy import deepcopy
        stream = numpy_generator(self.generator)
        shuffled = isinstance(self.sampler, SHUFFLING) and numpy_generator(self.sampler.generator) is stream
        return int((deepcopy(stream) if shuffled else stream).integers(2**62))


class Endless:
    """The sampler of a stream: it yields tasks without indices, and never ends."""

    def __iter__(self):
        return repeat(None)


def check_workers(num_workers, timeout, prefetch_factor, persistent_workers, context):
    for name, value, least, unit in (("num_workers", num_workers, 0, ""), ("timeout", timeout, 0, " seconds"),
                                     ("prefetch_factor", prefetch_factor, 1, "")):
        if value is not None and value < least:
            raise ValueError(f"{name} should be at least {least}{unit}, but got {value}.")
    if num_workers == 0:
        for name, value in (("prefetch_factor", prefetch_factor), ("persistent_workers", persistent_workers),
                            ("multiprocessing_context", context)):
            if value:
                raise ValueError(f"{name} option needs num_workers > 0: without workers, samples are loaded in "
                                 "this process.")
