"""Python's multiprocessing, by PyTorch's path, and `spawn`. Tensors go to other processes as copies."""

from multiprocessing import *  # noqa: F403 - all of Python's own names
from multiprocessing import get_context as _get_context

from . import missing as _missing


class ProcessRaisedException(Exception):
    """A process that `spawn` started raised an exception; the message has its traceback."""


class ProcessExitedException(Exception):
    """A process that `spawn` started ended by itself or by a signal, with an exit code that is not 0."""


def _run(function, number, args, failures):
    """What a process runs: its traceback goes back as text."""
    try:
        function(number, *args)
    except Exception:
        from traceback import format_exc
        failures.put(format_exc())
        raise SystemExit(1) from None


class ProcessContext:
    """The processes that `spawn` started: `.join()` waits for them and raises what one of them raised."""

    def __init__(self, processes, failures):
        self.processes, self.failures = processes, failures

    def join(self, timeout=None):
        """True once all have ended. Raises ProcessRaisedException or ProcessExitedException; the others are ended."""
        for number, process in enumerate(self.processes):
            process.join(timeout)
            if process.exitcode:
                for other in self.processes:
                    other.terminate()
                if not self.failures.empty():
                    raise ProcessRaisedException(f"\n\n-- Process {number} terminated with the following error:\n"
                                                 + self.failures.get())
                raise ProcessExitedException(f"process {number} terminated with exit code {process.exitcode}")
        return all(process.exitcode == 0 for process in self.processes)

    def pids(self):
        return [process.pid for process in self.processes]


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Run fn(i, *args) in `nprocs` fresh processes, i from 0.

    fn        a function at the top of a file, which other processes import
    returns   None after all have ended; with join=False a ProcessContext at once
    """
    context = _get_context(start_method)
    failures = context.SimpleQueue()
    processes = [context.Process(target=_run, args=(fn, number, args, failures), daemon=daemon)
                 for number in range(nprocs)]
    for process in processes:
        process.start()
    running = ProcessContext(processes, failures)
    if not join:
        return running
    running.join()
    return None


def get_sharing_strategy():
    """"file_system": tensors are not shared, but sent."""
    return "file_system"


def set_sharing_strategy(new_strategy):
    """Do nothing: tensors are not shared, but sent."""


_missing.speak_for(globals())
