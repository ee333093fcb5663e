"""The pool of worker processes: it sends them tasks, and returns their batches in order.

Each worker has its own pipe, and no lock is shared. So a worker that is killed does not block
the others: its pipe closes, and the loader detects that.
"""

import os
import pickle
import sys
from time import monotonic
from weakref import WeakSet, finalize

from .shared_memory import receive
from .worker import work

PATIENCE = 1.0            # seconds in which workers can finish their task before they are stopped
ENDING = 20.0          # maximum seconds from the kill of a process, or from its closed pipe, until it has ended
ends: WeakSet = WeakSet()        # this process's ends of the pipes to all workers


GUARD = 'in a script, the lines that start the work belong under `if __name__ == "__main__":`.'


class Worker:
    """The loader's object for one worker process, with its pipe."""

    def __init__(self, context, number, count, job):
        self.connection, theirs = context.Pipe()
        ends.add(self.connection)
        others = list(ends) if job is not None else []   # a forked process inherits these ends, and must close them
        self.process = context.Process(target=work, name=f"minitorch-worker-{number}", daemon=True,
                                       args=(theirs, others, job, number, count, os.getpid()))
        try:
            self.process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()
        self.has_sent = False                            # whether the worker has sent a message

    def send(self, *message):
        self.send_bytes(pickle.dumps(message, 5))

    def send_bytes(self, data):
        try:
            self.connection.send_bytes(data)
        except OSError:
            raise self.exit_error() from None

    def receive(self):
        """Return ((pass, number, kind), content) of the worker's next message."""
        try:
            message = receive(self.connection)
        except (EOFError, OSError):
            raise self.exit_error() from None
        self.has_sent = True
        return message

    def exit_error(self):
        """Return the error that describes the end of this worker."""
        self.process.join(ENDING)
        pid, code = self.process.pid, self.process.exitcode
        if code is not None and code < 0:
            from signal import strsignal
            text = (f"DataLoader worker (pid {pid}) is killed by signal: {strsignal(-code) or -code}. Most often the "
                    "system is out of memory: try a smaller batch_size or fewer workers.")
        else:
            text = (f"DataLoader worker (pid {pid}) exited unexpectedly"
                    f"{'' if code is None else f' with exit code {code}'}. Use num_workers=0 to see the reason "
                    "in this process.")
            if not self.has_sent and code == 1:
                text += f" It ended before it loaded a sample: {GUARD}"
        return RuntimeError(text)


class Pool:
    """A group of workers that make passes over a dataset."""

    def __init__(self, fetch, count, context, init, prefetch, timeout, in_order):
        import multiprocessing
        if getattr(multiprocessing.current_process(), "_inheriting", False):
            raise RuntimeError(f"a worker process has run this line again while it imported the program: {GUARD}")
        if multiprocessing.current_process().daemon:
            raise RuntimeError("a worker process cannot have workers of its own: give this DataLoader num_workers=0.")
        context = choose_context(multiprocessing, context)
        forked = context.get_start_method() == "fork"
        self.prefetch, self.timeout, self.in_order = prefetch, timeout, in_order
        self.turn = 0                                # number of the current pass; answers to earlier passes are ignored
        self.workers = []
        self.close = finalize(self, stop, self.workers, os.getpid())
        try:
            job = None if forked else pickle_job((fetch, init), context)
            for number in range(count):
                self.workers.append(Worker(context, number, count, (fetch, init) if forked else None))
            if not forked:
                for worker in self.workers:           # if a worker dies before it reads, writing raises BrokenPipeError
                    worker.send_bytes(job)
        except BaseException:
            self.close()
            raise

    @property
    def closed(self):
        return not self.close.alive

    def run(self, tasks, seed):
        """Yield the batches of one pass; each worker in turn gets the next of the `tasks`."""
        try:
            yield from self.batches(tasks, seed)
        except BaseException:
            if any(not worker.process.is_alive() for worker in self.workers):
                self.close()
            raise

    def batches(self, tasks, seed):
        self.turn = turn = self.turn + 1
        for worker in self.workers:
            worker.send("begin", turn, seed)
        active = list(self.workers)
        tasks = enumerate(tasks)
        pending, received = {}, {}                        # {number of a task: its worker}; {number: answer}

        def give(worker):
            for number, task in tasks:
                pending[number] = worker
                worker.send("fetch", turn, number, task)
                return

        for _ in range(self.prefetch):
            for worker in active:
                give(worker)
        while pending:
            if self.turn != turn:
                raise RuntimeError("another pass over this DataLoader has begun, and took its persistent workers: "
                                   "finish one pass before the next, or leave persistent_workers out.")
            number = next(iter(pending)) if self.in_order else next(iter(received), None)
            if number not in received:
                self.listen(turn, received)
                continue
            kind, content = received.pop(number)
            worker = pending.pop(number)
            if kind == "end" and worker in active:
                active.remove(worker)
            if active:
                give(worker if worker in active else active[number % len(active)])
            if kind == "error":
                raise content().rebuilt()
            if kind == "batch":
                yield content()

    def listen(self, turn, received):
        """Wait until a worker sends an answer, and store the answer in `received`."""
        from multiprocessing.connection import wait
        by_pipe = {worker.connection: worker for worker in self.workers}
        by_end = {worker.process.sentinel: worker for worker in self.workers}
        ready = wait([*by_pipe, *by_end], self.timeout or None)
        if not ready:
            raise RuntimeError(f"DataLoader timed out after {self.timeout} seconds: no worker sent a batch.")
        senders = [by_pipe[pipe] for pipe in ready if pipe in by_pipe]
        for worker in senders:
            (pass_, number, kind), content = worker.receive()
            if pass_ == turn:
                received[number] = kind, content
        if not senders:
            raise by_end[ready[0]].exit_error()


def choose_context(multiprocessing, given):
    """Return the multiprocessing context; default: on Linux fork, which is quick and pickles nothing; else spawn."""
    if given is None:
        given = "fork" if sys.platform == "linux" else "spawn"
    return multiprocessing.get_context(given) if isinstance(given, str) else given


def pickle_job(job, context):
    """Pickle the job for a worker that is not forked."""
    try:
        return pickle.dumps(job, 5)
    except Exception as error:
        raise RuntimeError(f"workers started by {context.get_start_method()!r} get the dataset, transforms and "
                           f"collate_fn by pickle, and that failed: {error}. Write functions and classes at the top "
                           "level of a module instead of lambdas and local ones, or use num_workers=0.") from error


def stop(workers, owner):
    """End all workers: close their pipes, wait a moment, then terminate or kill them."""
    if os.getpid() != owner:
        return                                           # the workers belong to the parent of a forked process
    for worker in workers:
        worker.connection.close()
    until = monotonic() + PATIENCE
    for worker in workers:
        worker.process.join(max(0.0, until - monotonic()))
    for end in ("terminate", "kill"):
        alive = [worker.process for worker in workers if worker.process.is_alive()]
        for process in alive:
            getattr(process, end)()
        for process in alive:
            process.join(PATIENCE if end == "terminate" else ENDING)
    workers.clear()
