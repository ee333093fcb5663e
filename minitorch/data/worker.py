"""A worker: a process that reads tasks from a pipe and sends batches back, until its loader closes the pipe or ends."""

import os

from .. import backend, random
from .fetch import Exhausted
from .shared_memory import Message

LOOK_UP = 5.0             # seconds between two checks whether the loader's process still exists
FORKED = ("Cannot re-initialize CUDA in forked subprocess: workers are forked, so they load on the CPU. Move each "
          "batch to the GPU in the loop, as in x.to('cuda'), or use multiprocessing_context='spawn'")
info = None               # the WorkerInfo of this process, if it is a worker
left: list = []           # objects on the GPU that a forked worker inherited from its parent, and must never free


class WorkerInfo:
    """A worker process: its number `id` of `num_workers`, its `seed` in this pass, and its copy of the `dataset`."""

    def __init__(self, id, num_workers, seed, dataset):
        self.id, self.num_workers, self.seed, self.dataset = id, num_workers, seed, dataset

    def __repr__(self):
        return f"WorkerInfo(id={self.id}, num_workers={self.num_workers}, seed={self.seed}, dataset={self.dataset!r})"


def get_worker_info():
    """Return this worker process's WorkerInfo; None in the main process."""
    return info


class Failure:
    """A worker's exception, in a form that can be sent to the loader."""

    def __init__(self, error, number):
        from traceback import format_exception
        self.kind = type(error)
        self.text = (f"Caught {self.kind.__name__} in DataLoader worker process {number}.\nOriginal "
                     + "".join(format_exception(error)))

    def rebuilt(self):
        """Return an exception of the same type, with the worker's traceback as its message."""
        if issubclass(self.kind, KeyError):
            return self.kind(Text(self.text))
        try:
            error = self.kind(self.text)
            return error if self.text in str(error) else RuntimeError(self.text)
        except Exception:                                # the error's class needs other arguments than a text
            return RuntimeError(self.text)


class Text(str):
    """A message that KeyError prints with line breaks, not as one line with \\n."""

    __slots__ = ()

    def __repr__(self):
        return str(self)


def work(connection, others, job, number, count, loader):
    """Run a worker process.

    connection   to the loader: ("begin", pass, seed) and ("fetch", pass, index, task) come in; messages
                 labelled (pass, index, "batch" | "end" | "error") go out
    others       the loader's ends of all pipes, of which a forked process has copies
    job          (the Fetch, worker_init_fn or None); None: the first message of the connection is the job
    loader       the loader's process id
    """
    for end in others:
        end.close()                              # otherwise this worker would not see the end of the loader's process
    set_up_process()
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
                set_info(number, count, message[2] + number, fetch.dataset)
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
    """Return the message for one task: a batch, the end of the stream, or an error."""
    if failure is None:
        try:
            return Message((turn, index, "batch"), fetch(task))
        except Exhausted:
            return Message((turn, index, "end"), None)
        except Exception as error:
            failure = Failure(error, number)
    try:
        return Message((turn, index, "error"), failure)
    except Exception:                                    # pickle cannot write the exception
        failure.kind = RuntimeError
        return Message((turn, index, "error"), failure)


class Outbox:
    """Messages sent by a separate thread, so that a worker can start its next task while the loader is busy."""

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
        except OSError:                                  # the loader has closed its end of the pipe
            self.broken = True


def next_message(connection, loader):
    """Return the loader's next message; None if the loader has ended."""
    try:
        while not connection.poll(LOOK_UP):
            if os.getppid() != loader:
                return None
        return connection.recv()
    except (EOFError, OSError):
        return None


def set_up_process():
    """Set up a worker process: it ignores Ctrl-C, which the loader handles, and uses one core."""
    import signal

    from ..backend.threads import set_num_threads
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    set_num_threads(1)


def leave_gpus():
    """Forget the GPUs of the parent process, because CUDA does not work in a forked process."""
    import gc
    if backend.found is not None and backend.found[0] is not None:
        gc.freeze()                                      # a worker must not free CUDA objects of its parent
        left.append(random.default_generator.on_gpus)
        random.default_generator.on_gpus = {}
        backend.found = None, FORKED


def seed_all(seed):
    """Seed minitorch, NumPy and Python, with a different seed in each worker."""
    import random as python_random

    import numpy as np
    random.manual_seed(seed)
    python_random.seed(seed)
    np.random.seed(np.random.SeedSequence(seed).generate_state(4))     # noqa: NPY002 (users draw from it)


def set_info(number, count, seed, dataset):
    global info
    info = WorkerInfo(number, count, seed, dataset)
