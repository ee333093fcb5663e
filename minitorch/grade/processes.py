"""Processes of the grader itself: isolated from the folder they are started in, and gone when their parent is."""

import os
import pickle
import queue
import signal
import socket
import struct
import subprocess
import sys
import threading
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

START = Path(__file__).with_name("start.py")
PACKAGE = START.resolve().parents[1]


def trusted(entries, handed=()):
    """Return the folders to import from that nobody else can write into: no relative one, not the working folder.

    handed   what was handed in: nothing in it, and nothing around a single file of it, is imported
    """
    here, ours = Path.cwd(), {Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve()}
    barred = [path if path.is_dir() else path.parent for path in (Path(each).resolve() for each in handed)]
    out = []
    for entry in entries:
        path = Path(entry).resolve() if os.path.isabs(entry) else None
        if path is None or (path == here.resolve() and path != PACKAGE.parent):
            continue
        theirs = any(folder == path or folder in path.parents for folder in barred)
        if not theirs or path == PACKAGE.parent or ours & {path, *path.parents}:       # an environment in the course
            out.append(entry)
    return out


def isolate(handed=()):
    """Import nothing more in this process from the working folder, or from among what was handed in."""
    sys.path[:] = trusted(sys.path, handed)


def started(module, *words, sockets=(), **settings):
    """Start an isolated Python that runs main(*words) of a module of the library with these sockets open; return a
    Popen.

    It is isolated (-I): neither its folder, nor PYTHONPATH, nor a user's own files decide what is imported.
    """
    folders = os.pathsep.join(path for path in trusted(sys.path) if Path(path).resolve() != PACKAGE.parent)
    same = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1") | {"MINITORCH_C": "0"}
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.Popen([sys.executable, "-I", str(START), folders, module, *words], cwd=os.path.abspath(os.sep),
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env={**clean, **same},
                            pass_fds=[each.fileno() for each in sockets], start_new_session=True, **settings)


def follow(parent):
    """Die when the parent dies, kill -9 too; where there is no such thing, go on to the end of what was begun."""
    from .inside.__main__ import prctl
    prctl(1, signal.SIGKILL)                             # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        os._exit(1)


def send(line, value):
    """Send one value to the other end, which is this grader too."""
    data = pickle.dumps(value)
    line.sendall(struct.pack("<Q", len(data)) + data)


def received(line):
    """Receive one value from the other end.

    Raises EOFError when there is none any more.
    """
    size, = struct.unpack("<Q", exactly(line, 8))
    return pickle.loads(exactly(line, size))


def exactly(line, count):
    parts = []
    while count:
        part = line.recv(min(count, 1 << 20))
        if not part:
            raise EOFError("the other end is gone")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


class Pool(Executor):
    """Checkers in processes of their own, started isolated; as concurrent.futures has executors.

    A process that dies breaks the future of what it was at; the next task gets a new one.
    """

    def __init__(self, jobs, settings):
        self.settings, self.tasks, self.closed = settings, queue.SimpleQueue(), False
        self.processes: dict = {}
        self.threads = [threading.Thread(target=self.work, daemon=True) for _ in range(jobs)]
        for thread in self.threads:
            thread.start()

    def submit(self, function, *inputs):
        future: Future = Future()
        self.tasks.put((future, function, inputs))
        return future

    def work(self):
        """Run one thread, which gives tasks to one process."""
        process = line = None
        while (task := self.tasks.get()) is not None:
            future, function, inputs = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if process is None:
                    process, line = self.begin()
                send(line, (function, inputs))
                error, value = received(line)
            except (OSError, EOFError, struct.error):
                process = line = end(process, line)
                future.set_exception(BrokenProcessPool("its process ended"))
            except Exception as reason:
                future.set_exception(reason)
            else:
                future.set_exception(RuntimeError(error)) if error else future.set_result(value)
        end(process, line)

    def begin(self):
        mine, theirs = socket.socketpair()
        with theirs:
            process = started("minitorch.grade.checker_process", str(theirs.fileno()), str(os.getpid()),
                              sockets=[theirs])
        self.processes[process.pid] = process
        try:
            send(mine, self.settings)
        except OSError:
            pass                                         # it is seen when it is asked
        return process, mine

    def shutdown(self, wait=True, *, cancel_futures=False):
        self.closed = True
        while cancel_futures:
            try:
                task = self.tasks.get_nowait()
            except queue.Empty:
                break
            if task is not None:
                task[0].cancel()
        for _ in self.threads:
            self.tasks.put(None)
        for thread in self.threads if wait else ():
            thread.join()

    def kill(self):
        """End it now, with its processes."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in list(self.processes.values()):
            process.kill()


def end(process, line):
    """End a process and its line."""
    if line is not None:
        line.close()
    if process is not None:
        process.kill()
        process.wait()
