"""A worker: a process that takes tasks from a pipe and sends batches back, until its loader is done or gone."""

import os

from .. import backend, random
from .fetch import Exhausted
from .shared_memory import Message

LOOK_UP = 5.0             # seconds between two looks whether the loader's process is still there
FORKED = ("Cannot re-initialize CUDA in forked subprocess: workers are such, and give batches of the CPU. Send each "
          "batch in the loop, as in x.to('cuda'), or use multiprocessing_context='spawn'")
info = None               # in a worker: who it is
left: list = []           # in a worker: what belongs to the GPUs of the process it was forked from


class WorkerInfo:
    """A worker: its number `id` of `num_workers`, its `seed` in this pass, and its copy of the `dataset`."""

    def __init__(self, id, num_workers, seed, dataset):
        self.id, self.num_workers, self.seed, self.dataset = id, num_workers, seed, dataset

    def __repr__(self):
        return f"WorkerInfo(id={self.id}, num_workers={self.num_workers}, seed={self.seed}, dataset={self.dataset!r})"


def get_worker_info():
    """Who this worker process is, as a WorkerInfo; None in the main process."""
    return info


class Failure:
    """An exception on its way from a worker to the loader."""

    def __init__(self, error, number):
        from traceback import format_exception
        self.kind = type(error)
        self.text = (f"Caught {self.kind.__name__} in DataLoader worker process {number}.\nOriginal "
                     + "".join(format_exception(error)))

    def rebuilt(self):
        """The same kind of exception, the worker's traceback its message."""
        if issubclass(self.kind, KeyError):
            return self.kind(Text(self.text))
        try:
            error = self.kind(self.text)
            return error if self.text in str(error) else RuntimeError(self.text)
        except Exception:                                # its class wants other arguments
            return RuntimeError(self.text)


class Text(str):
    """A message that KeyError shows with its lines, not with their backslashes."""

    __slots__ = ()

    def __repr__(self):
        return str(self)


def work(connection, others, job, number, count, loader):
    """Run a worker process.

    connection   to the loader: ("begin", pass, seed) and ("fetch", pass, index, task) come in; messages
                 labelled (pass, index, "batch" | "end" | "error") go out
    others       the loader's ends of all pipes, which a forked process has copies of
    job          (the Fetch, worker_init_fn or None); None: it is the first that comes by the connection
    loader       the loader's process id
    """
    for end in others:
        end.close()                                      # else no worker would notice that the loader is gone
    settle()
    if job is not None:
        leave_gpus()
    fetch, init = job or next_message(connection, loader) or (None, None)
    outbox = Outbox(connection)
    failure = None
    first = True
    while True:
        message = next_message(connection, loader)
        if message is None or outbox.broken:
            return
        if message[0] == "begin":
            failure = None
            try:
                seed_all(message[2] + number)
                introduce(number, count, message[2] + number, fetch.dataset)
                if first and init is not None:
                    init(number)
                first = False
                fetch.begin()
            except Exception as error:
                failure = Failure(error, number)
            continue
        _, turn, index, task = message
        outbox.put(answer(fetch, turn, index, task, failure, number))
        message = task = None


def answer(fetch, turn, index, task, failure, number):
    """The message for one task: a batch, the end of the stream, or what went wrong."""
    if failure is None:
        try:
            return Message((turn, index, "batch"), fetch(task))
        except Exhausted:
            return Message((turn, index, "end"), None)
        except Exception as error:
            failure = Failure(error, number)
    try:
        return Message((turn, index, "error"), failure)
    except Exception:                                    # an exception class that no one else can know
        failure.kind = RuntimeError
        return Message((turn, index, "error"), failure)


class Outbox:
    """Sends messages from a thread of its own, so that a loader that is busy keeps no worker from its next task."""

    def __init__(self, connection):
        from queue import SimpleQueue
        from threading import Thread
        self.connection, self.queue, self.broken = connection, SimpleQueue(), False
        self.put = self.queue.put
        Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            while True:
                self.queue.get().send(self.connection)
        except OSError:                                  # the loader has closed its end
            self.broken = True


def next_message(connection, loader):
    """Receive the loader's next message; None when it is gone."""
    try:
        while not connection.poll(LOOK_UP):
            if os.getppid() != loader:
                return None
        return connection.recv()
    except (EOFError, OSError):
        return None


def settle():
    """Set up the process: Ctrl-C is handled by the loader, and one core is enough."""
    import signal

    from ..threads import set_num_threads
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    set_num_threads(1)


def leave_gpus():
    """Let the GPUs of the process that this one was forked from be: CUDA does not survive that, and would say so."""
    import gc
    if backend.found is not None and backend.found[0] is not None:
        gc.freeze()                                      # what CUDA made is not taken down here
        left.append(random.default_generator.on_gpus)
        random.default_generator.on_gpus = {}
        backend.found = None, FORKED


def seed_all(seed):
    """Seed minitorch, NumPy and Python, each worker with a seed of its own."""
    import random as python_random

    import numpy as np
    random.manual_seed(seed)
    python_random.seed(seed)
    np.random.seed(np.random.SeedSequence(seed).generate_state(4))     # noqa: NPY002 (users draw from it)


def introduce(number, count, seed, dataset):
    global info
    info = WorkerInfo(number, count, seed, dataset)
