"""Batches loaded in advance, by a thread."""

from ...random import Generator, own_stream


class Prefetch:
    """The batches of a loader; a thread loads the next ones while you use one.

    loader   a DataLoader without workers
    ahead    how many loaded batches may wait

    The thread saves time if loading runs outside of Python: reading files, decoding images, large arrays. Python code
    runs in one thread at a time, and would delay the training; for such code use workers, `num_workers`.
    The order of samples is the loader's. The thread has its own random generator, seeded from the loader's seed, so
    random transforms give the same samples for the same seed, whatever other code draws.

    >>> from minitorch import arange
    >>> from minitorch.data import DataLoader
    >>> [batch.tolist() for batch in Prefetch(DataLoader(arange(5), batch_size=2))]
    [[0, 1], [2, 3], [4]]

    An error of the dataset is raised when you reach the batch that was being loaded.
    """

    def __init__(self, loader, ahead=2):
        if ahead < 1:
            raise ValueError(f"ahead should be 1 or more batches, but got {ahead}.")
        if loader.num_workers:
            raise ValueError(f"the loader has num_workers={loader.num_workers}: workers load ahead already, "
                             "prefetch_factor batches each. Use num_workers=0 with Prefetch.")
        self.loader, self.ahead = loader, ahead

    def __len__(self):
        return len(self.loader)

    def __iter__(self):
        from collections import deque
        from concurrent.futures import ThreadPoolExecutor

        from ...data.fetch import Exhausted
        stream, fetch, waiting = Generator().manual_seed(self.loader.seed()), self.loader.fetch(), deque()
        pool = ThreadPoolExecutor(1, "prefetch", own_stream.set, (stream,))
        try:
            fetch.begin()
            for task in self.loader.tasks():    # draw the order in this thread; the other thread loads the samples
                waiting.append(pool.submit(fetch, task))
                if len(waiting) > self.ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except Exhausted:
            return
        finally:
            pool.shutdown(cancel_futures=True)
