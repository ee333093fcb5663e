"""Compute requests that arrive at the same time in one batch: the network runs once for all of them."""

import asyncio

import numpy as np

MOST_ROWS = 128                        # maximum number of instances in one run
MOST_WAITING = 20_000                  # maximum number of instances that may wait; the server refuses more
PATIENCE = 0.002                       # seconds for which the first request of a batch waits for others


class Full(Exception):
    """The error for a request when too many others wait."""


class Batches:
    """A queue of instances: the network runs on many of them in its own thread, and each request gets its answers.

    run      a function of instances (N, …) that returns N answers
    counts   how many instances each of the last runs had
    """

    def __init__(self, run):
        self.run, self.waiting, self.rows, self.counts = run, asyncio.Queue(), 0, []
        self.task = None

    async def answer(self, rows):
        """Return the answers to some instances, in runs of at most MOST_ROWS. Raises Full if too many wait."""
        if self.rows + len(rows) > MOST_WAITING and self.rows:
            raise Full
        if self.task is None:
            self.task = asyncio.create_task(self.work())
        self.rows += len(rows)
        try:
            return np.concatenate([await self.run_of(rows[n:n + MOST_ROWS]) for n in range(0, len(rows), MOST_ROWS)])
        finally:
            self.rows -= len(rows)

    async def run_of(self, rows):
        """Return the answers to `rows`; the network may compute them together with other requests."""
        found = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((rows, found))
        return await found

    async def work(self):
        """Run batch after batch."""
        left = None
        while True:
            batch, left = [left or await self.waiting.get()], None
            shape, count = batch[0][0].shape[1:], len(batch[0][0])
            if self.waiting.empty():
                await asyncio.sleep(PATIENCE)
            while count < MOST_ROWS and not self.waiting.empty():
                left = self.waiting.get_nowait()
                if left[0].shape[1:] != shape or count + len(left[0]) > MOST_ROWS:
                    break
                batch.append(left)
                count, left = count + len(left[0]), None
            await self.finish([pair for pair in batch if not pair[1].cancelled()])

    async def finish(self, batch):
        """Compute one batch; if it fails, compute each request by itself, so that only the bad request fails."""
        if not batch:
            return
        try:
            found = await asyncio.to_thread(self.run, np.concatenate([rows for rows, _ in batch]))
            self.counts = [*self.counts[-999:], len(found)]
        except Exception as error:
            if len(batch) > 1:
                for pair in batch:
                    await self.finish([pair])
            elif not batch[0][1].cancelled():
                batch[0][1].set_exception(error)
            return
        start = 0
        for rows, future in batch:
            if not future.cancelled():
                future.set_result(found[start:start + len(rows)])
            start += len(rows)
