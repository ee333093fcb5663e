"""Requests that come at one time are computed in one batch: the network runs once for many."""

import asyncio

import numpy as np

MOST_ROWS = 128                        # instances in one run
MOST_WAITING = 20_000                  # instances, before others are turned away
PATIENCE = 0.002                       # seconds that a first request waits for others


class Full(Exception):
    """Too many requests wait."""


class Batches:
    """Gathers instances, runs the network on them in a thread of its own, and gives each request its answers.

    run      a function of instances (N, …) that gives N answers
    counts   how many instances each run had, of the last runs
    """

    def __init__(self, run):
        self.run, self.waiting, self.rows, self.counts = run, asyncio.Queue(), 0, []
        self.task = None

    async def answer(self, rows):
        """The answers to some instances. Raises Full where too many wait."""
        if self.rows + len(rows) > MOST_WAITING and self.rows:
            raise Full
        if self.task is None:
            self.task = asyncio.create_task(self.work())
        self.rows += len(rows)
        found = asyncio.get_running_loop().create_future()
        self.waiting.put_nowait((rows, found))
        try:
            return await found
        finally:
            self.rows -= len(rows)

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
        """Compute one batch; where it fails, each request is computed alone, so that none fails by another."""
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
