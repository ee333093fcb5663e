"""Python's multiprocessing under PyTorch's path, and `spawn`. Tensors are sent to other processes in shared memory.

After `.share_memory_()`, all processes use the same tensor, and see every write to it. Other tensors are copied for the
receiver. A killed process leaves no memory behind: the memory has no name, and the system frees it when the last
process that uses it ends.
"""

from multiprocessing import *  # noqa: F403 - all of Python's own names
from multiprocessing import get_context as _get_context
from multiprocessing.connection import wait as _wait
from multiprocessing.context import get_spawning_popen as _get_spawning_popen
from multiprocessing.reduction import DupFd as _DupFd, ForkingPickler as _ForkingPickler
from multiprocessing.util import get_temp_dir as _get_temp_dir
from time import monotonic as _monotonic

from ..nn import Buffer as _Buffer, Parameter as _Parameter
from ..rare.tensors import shared as _shared
from ..runtime import missing as _missing
from ..tensors import Tensor as _Tensor
from ..tensors.tensor import rebuild as _rebuild


def _reduce(tensor):
    """Return (function, arguments) that rebuild a tensor in another process; copy it to shared memory if needed.

    Raises RuntimeError for a tensor with a graph, because other processes cannot use the graph.
    """
    if tensor.requires_grad and not tensor.is_leaf:
        raise RuntimeError("a tensor that was computed from others, and requires grad, cannot go to another "
                           "process: its graph stays here. Send x.detach().")
    array, memory = tensor.array, _shared.memory_of(tensor.array)
    if tensor.is_cuda or memory is None and _get_spawning_popen() is not None:
        return tensor.__reduce_ex__(2)                   # as bytes: the file of a copy would be closed too early
    if memory is None:
        memory = _shared.memory_of(array := _shared.copy_to_shared(array))
    return _rebuilt, (_DupFd(memory.file), _shared.place_in(memory, array), tensor.requires_grad, type(tensor))


def _rebuilt(file, place, requires_grad, kind):
    """Return the tensor that another process sent, in the same memory."""
    return _rebuild(_shared.array_at(file.detach(), *place), requires_grad, kind)


for _kind in (_Tensor, _Parameter, _Buffer):
    _ForkingPickler.register(_kind, _reduce)


class ProcessRaisedException(Exception):
    """A process that `spawn` started raised an exception; the message has its traceback."""


class ProcessExitedException(Exception):
    """A process that `spawn` started ended by itself or by a signal, with an exit code that is not 0."""


def _run(function, number, args, failure):
    """Run a process's function, and send a traceback back as text."""
    try:
        function(number, *args)
    except Exception:
        from traceback import format_exc
        failure.send(format_exc())
        raise SystemExit(1) from None


class ProcessContext:
    """The processes that `spawn` started: `.join()` waits for them, and raises the first failure.

    failures   ends of pipes that receive the processes' tracebacks
    """

    def __init__(self, processes, failures):
        self.processes, self.failures = processes, failures

    def join(self, timeout=None):
        """Return True after all have ended, or False if that takes more than `timeout` seconds.

        Raises ProcessRaisedException or ProcessExitedException once a process has failed, and ends the others.
        """
        end = None if timeout is None else _monotonic() + timeout
        running = dict(enumerate(zip(self.processes, self.failures)))
        while running:
            by_end = {each: number for number, (process, failure) in running.items()
                      for each in (process.sentinel, failure)}
            ready = _wait(by_end, None if end is None else max(0.0, end - _monotonic()))
            if not ready:
                return False
            number = by_end[max(ready, key=lambda end: end in self.failures and end.poll())]    # prefer a traceback
            process, failure = running.pop(number)
            try:
                text = failure.recv() if failure.poll() else ""  # read it before join(): a long text blocks the process
            except EOFError:
                text = ""
            process.join()
            if process.exitcode:
                for other, _ in running.values():
                    other.terminate()
                if text:
                    raise ProcessRaisedException(f"\n\n-- Process {number} terminated with the following error:\n"
                                                 + text)
                raise ProcessExitedException(f"process {number} terminated with exit code {process.exitcode}")
        return True

    def pids(self):
        return [process.pid for process in self.processes]


def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
    """Run fn(i, *args) in `nprocs` fresh processes, i from 0.

    fn             a function at the top level of a file, which other processes import
    daemon         whether the processes end with this process
    start_method   "spawn": fresh processes; or "fork" or "forkserver", as in Python
    returns        None after all have ended; with join=False a ProcessContext at once
    """
    context = _get_context(start_method)
    _get_temp_dir()                                 # all processes have sockets in this folder; this process deletes it
    processes, failures = [], []
    for number in range(nprocs):
        failure, theirs = context.Pipe(duplex=False)
        processes.append(context.Process(target=_run, args=(fn, number, args, theirs), daemon=daemon))
        failures.append(failure)
        processes[-1].start()
        theirs.close()
    running = ProcessContext(processes, failures)
    if not join:
        return running
    running.join()
    return None


def get_sharing_strategy():
    """Return "file_descriptor": shared memory has no name, and its descriptor is sent."""
    return "file_descriptor"


def set_sharing_strategy(new_strategy):
    """Do nothing for new_strategy "file_descriptor". RuntimeError for others: named memory would outlive processes."""
    if new_strategy != "file_descriptor":
        raise RuntimeError(f"sharing strategy {new_strategy!r}: only 'file_descriptor' is supported.")


_missing.speak_for(globals())
