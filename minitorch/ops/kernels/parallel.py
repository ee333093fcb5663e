"""Parallel work: tasks on as many processor cores as matrix products may use."""

from threading import Lock

from ...backend import threads

lowered = Lock()                         # a thread has this lock while the number of BLAS threads is one


def run_parallel(tasks):
    """Run several functions, each in its own thread, and return their results in order.

    NumPy releases Python's lock while it computes. During this time each matrix product uses one core, because the
    other cores are busy; a call from another thread runs its tasks one after the other.
    """
    if len(tasks) < 2 or not lowered.acquire(blocking=False):
        return [task() for task in tasks]
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context
    count = threads.get_num_threads()
    threads.set_num_threads(1)
    try:
        with ThreadPoolExecutor(len(tasks)) as pool:
            return [done.result() for done in [pool.submit(copy_context().run, task) for task in tasks]]
    finally:
        threads.set_num_threads(count)
        lowered.release()


def split_evenly(size, least=1):
    """Return slices that cover `size` items evenly, one for each core, with at least `least` items in each."""
    parts = max(1, min(threads.get_num_threads() if threads.blas()[0] else 1, size // max(least, 1)))
    return [slice(size * i // parts, size * (i + 1) // parts) for i in range(parts)]
