"""Batches made ahead, in a thread: the next one is loaded while this one is used."""

from ..random import Generator, own_stream


class Prefetch:
    """The batches of a loader, of which a thread makes the next ones while you use one.

    loader   a DataLoader without workers
    ahead    how many batches may wait

    It pays where making a batch leaves Python: reading files, decoding pictures, large arrays. What runs
    in Python shares one interpreter with the training; for that there are workers, `num_workers`.
    The order is the loader's own. Random samples draw from a stream of the thread's, seeded from the
    stream that shuffles: they are the same each time, whatever is drawn meanwhile.

    >>> from minitorch import arange
    >>> from minitorch.data import DataLoader
    >>> [batch.tolist() for batch in Prefetch(DataLoader(arange(5), batch_size=2))]
    [[0, 1], [2, 3], [4]]

    Raises what the dataset raised, at the batch that it befell.
    """

    def __init__(self, loader, ahead=2):
        if ahead < 1:
            raise ValueError(f"ahead should be 1 or more batches, but got {ahead}.")
        if loader.num_workers:
            raise ValueError(f"the loader has num_workers={loader.num_workers}: workers load ahead already, "
                             "prefetch_factor batches each.")
        self.loader, self.ahead = loader, ahead

    def __len__(self):
        return len(self.loader)

    def __iter__(self):
        from collections import deque
        from concurrent.futures import ThreadPoolExecutor

        from .fetch import Exhausted
        stream, fetch, waiting = Generator().manual_seed(self.loader.seed()), self.loader.fetch(), deque()
        pool = ThreadPoolExecutor(1, "prefetch", own_stream.set, (stream,))
        try:
            fetch.begin()
            for task in self.loader.tasks():             # the order is drawn here, the samples there
                waiting.append(pool.submit(fetch, task))
                if len(waiting) > self.ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except Exhausted:
            return
        finally:
            pool.shutdown(cancel_futures=True)
