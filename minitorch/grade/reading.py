"""What was handed in is opened here: each file in a process of its own, with limits on its time and memory.

Whatever a file does to who reads it, it costs its owner only. One process that has loaded what is needed makes a copy
of itself for each file; what comes back is plain data, and never more than can be held.
"""

import atexit
import json
import os
import select
import signal
import socket
import struct
from contextlib import suppress
from time import monotonic, process_time

SECONDS = 15                             # of the processor, for one file
WAIT = 20 * SECONDS                      # on the clock, which goes on while other programs compute
MEMORY = 1 << 30                         # bytes
REPLY = 64 << 20                         # bytes that come back
STOPPED = "reading it took more than {} s or {} MB, or ended the process that read it: look at it by hand"
server = None                            # (process, socket to it) of this process; made when it is first needed


def ask(requests, jobs=None):
    """Yield (key, reply, seconds) for each (key, task, its settings), as they finish. A failure is a reply with
    trouble.

    jobs   how many at a time; default: one a core
    """
    if not hasattr(os, "fork"):                          # there, nothing that was handed in can be graded either
        for key, task, settings in requests:
            yield key, done(task, settings), 0.0
        return
    waiting, running = iter(requests), {}
    most = jobs or os.cpu_count() or 1
    try:
        while True:
            while len(running) < most and (request := next(waiting, None)) is not None:
                key, task, settings = request
                running[begun(task, settings)] = [key, bytearray(), monotonic()]
            if not running:
                return
            for line in select.select(list(running), [], [], 1.0)[0]:
                key, data, start = running[line]
                if not more(line, data):
                    del running[line]
                    line.close()
                    yield key, *reply(data, monotonic() - start)
            for line in [line for line, (_, _, start) in running.items() if monotonic() - start > WAIT + 10]:
                key, _, start = running.pop(line)
                line.close()
                yield key, *reply(b"", monotonic() - start)
    finally:
        for line in running:
            line.close()


def more(line, data):
    """Whether there is more to come on a line; what has come is added to `data`."""
    try:
        part = line.recv(1 << 20)
    except OSError:
        part = b""
    data += part
    return part and len(data) <= REPLY


def reply(data, seconds):
    """Return (what came back, the seconds it took)."""
    with suppress(ValueError):
        found = json.loads(data.decode("utf-8"))
        return found, found["seconds"]
    return {"trouble": STOPPED.format(SECONDS, MEMORY >> 20)}, seconds


def begun(task, settings):
    """Send one request; return the socket on which its reply comes."""
    global server
    request = json.dumps([task, settings]).encode()
    for _ in range(2):
        if server is None or server[0].poll() is not None:
            end()
            server = started()
        mine, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(server[1], [b"r"], [theirs.fileno()])
            except OSError:
                end()
                mine.close()
                continue
        with suppress(OSError):                          # it is seen when there is no reply
            mine.sendall(struct.pack("<Q", len(request)) + request)
        return mine
    raise RuntimeError("what was handed in cannot be read: the process that opens it does not start.")


def started():
    from . import processes
    mine, theirs = socket.socketpair()
    with theirs:
        process = processes.started("minitorch.grade.reading", str(theirs.fileno()), str(os.getpid()),
                                    sockets=[theirs])
    return process, mine


@atexit.register
def end():
    """End the process that reads."""
    global server
    if server is not None:
        server[1].close()
        server[0].kill()
        server[0].wait()
        server = None


def main(number, parent):
    """Run the process that reads: for each socket it receives, a copy of it does one task."""
    from . import processes, reading_tasks  # noqa: F401  (loaded once, for all copies)
    control = socket.socket(fileno=int(number))
    processes.follow(int(parent))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        asked, lines, _, _ = socket.recv_fds(control, 1, 1)
        if not asked:
            return
        if not os.fork():
            control.close()
            try:
                limited()
                line = socket.socket(fileno=lines[0])
                size, = struct.unpack("<Q", processes.exactly(line, 8))
                answer = done(*json.loads(processes.exactly(line, size)))
                answer["seconds"] = process_time()
                line.sendall(json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace"))
            finally:
                os._exit(0)
        for each in lines:
            os.close(each)


def limited():
    """Limit what reading one file may cost: beyond that, this process ends."""
    import resource
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, WAIT)
    for name, most in (("CPU", SECONDS), ("DATA", MEMORY), ("CORE", 0), ("FSIZE", 0)):
        kind = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):              # where a system has no such limit, the clock is one
            resource.setrlimit(kind, (most, most))


def done(task, settings):
    """Do one task and return its reply; an exception becomes a reply with trouble."""
    from . import reading_tasks
    try:
        return reading_tasks.TASKS[task](**settings)
    except MemoryError:
        return {"trouble": f"reading it took more than {MEMORY >> 20} MB"}
    except Exception as error:
        return {"trouble": " ".join(str(error).split())[:300] or type(error).__name__}
