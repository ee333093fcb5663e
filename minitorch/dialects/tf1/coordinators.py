"""Threads that work beside a session, and stop together: tf.train.Coordinator."""

import threading
from contextlib import contextmanager

from ..core.errors import OutOfRangeError
from .collections import get_collection
from .current import current


class Coordinator:
    """Lets threads stop together: each asks should_stop() in turn, and any may request_stop().

    clean_stop_exception_types    kinds of errors that `join` does not raise; None: OutOfRangeError
    """

    def __init__(self, clean_stop_exception_types=None):
        self.clean = tuple(clean_stop_exception_types or (OutOfRangeError,))
        self.stop, self.error = threading.Event(), None

    def should_stop(self):
        """Return whether the threads are asked to stop."""
        return self.stop.is_set()

    def request_stop(self, ex=None):
        """Ask all threads to stop; ex: the error why, which `join` raises, unless it is a clean end."""
        if ex is not None and self.error is None and not self.stop.is_set() and not isinstance(ex, self.clean):
            self.error = ex
        self.stop.set()

    @contextmanager
    def stop_on_exception(self):
        """Return a with-block whose error is a request to stop."""
        try:
            yield
        except Exception as error:
            self.request_stop(error)

    def join(self, threads=None, stop_grace_period_secs=120, ignore_live_threads=False):
        """Wait for threads to end, and raise the error that stopped them.

        threads                   a list of them; None: there are none
        stop_grace_period_secs    how long each may take once they are asked to stop
        ignore_live_threads       whether it is no error that some do not end

        Raises RuntimeError where some do not end in time.
        """
        threads = list(threads or ())
        while any(t.is_alive() for t in threads) and not self.stop.wait(0.1):
            pass
        for thread in threads:
            thread.join(stop_grace_period_secs)
        if self.error is not None:
            raise self.error
        if not ignore_live_threads and (alive := [t.name for t in threads if t.is_alive()]):
            raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(alive)}")


def start_queue_runners(sess=None, coord=None, daemon=True, start=True, collection="queue_runners"):
    """Return the threads that fill queues: none, [], as no queue is here; programs that call it run.

    sess, coord, daemon, start    taken, without effect
    collection                    where queue runners would be

    Raises ValueError without a session, NotImplementedError where the collection has any.
    """
    current(sess)
    if get_collection(collection):
        raise NotImplementedError("queues are left out here: read by tf.data.Dataset.")
    return []
