"""Work that falls into parts, on as many processor cores as matrix products may use."""

from threading import Lock

from ... import threads

taken = Lock()                           # by the one who has lowered the number of threads, and will put it back


def at_once(works):
    """What each of several functions returns, in order; each runs in a thread of its own.

    Products of matrices are kept to one core each meanwhile: NumPy lets go of Python's lock
    while it computes, and the cores are taken already. Whoever comes meanwhile from another
    thread does one part after the other.
    """
    if len(works) < 2 or not taken.acquire(blocking=False):
        return [work() for work in works]
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context
    count = threads.get_num_threads()
    threads.set_num_threads(1)
    try:
        with ThreadPoolExecutor(len(works)) as pool:
            return [done.result() for done in [pool.submit(copy_context().run, work) for work in works]]
    finally:
        threads.set_num_threads(count)
        taken.release()


def shares(size, least=1):
    """`size` things in even slices, one a core, with at least `least` in each."""
    parts = max(1, min(threads.get_num_threads() if threads.blas()[0] else 1, size // max(least, 1)))
    return [slice(size * i // parts, size * (i + 1) // parts) for i in range(parts)]
