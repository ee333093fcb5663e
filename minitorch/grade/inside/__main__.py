"""The first process of a sandbox: it loads the library once, and makes a fresh copy of itself for each submission.

That one, in namespaces of its own where there can be any, makes one for each exercise.
"""

import ctypes
import gc
import os
import signal
import socket
import sys
from contextlib import suppress
from time import sleep

from . import namespaces

BOX = "/box"                             # home and working folder inside
LIBRARY, COPIES = "/course/minitorch", "/copies"      # the library inside, and what is laid over it, by exercise
TEMPORARY = 32 << 20                     # bytes that all files in it may have together
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36
SELDOM = 20_000                          # objects made between two looks for unused ones
ANOTHER = 3                              # exit status of a submission's process that another is to follow


def prctl(what, value):
    """Call Linux's prctl; do nothing on other systems."""
    try:
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def descendants(pid):
    """Return all processes that a process started, directly or not."""
    found, todo = [], [pid]
    while todo:
        parent = todo.pop()
        try:
            with open(f"/proc/{parent}/task/{parent}/children") as file:
                children = [int(child) for child in file.read().split()]
        except OSError:
            children = []
        found += children
        todo += children
    return found


def ended():
    """Return how a process of the last exercise ended, as os.waitstatus_to_exitcode says; None if none did."""
    for _ in range(50):
        with suppress(ChildProcessError):
            found, status = os.waitpid(-1, os.WNOHANG)
            if found:
                return os.waitstatus_to_exitcode(status)
        sleep(0.01)
    return None


def end(pid):
    """End all processes of the last exercise; without a process namespace of its own, all that it started."""
    for _ in range(100):
        for each in descendants(os.getpid()):
            with suppress(OSError):
                os.kill(each, signal.SIGKILL)
        with suppress(OSError):
            if pid:
                os.killpg(pid, signal.SIGKILL)
        with suppress(OSError):
            while os.waitpid(-1, 0)[0]:
                pass
        if not descendants(os.getpid()):
            break


def cleared(folder):
    """Delete everything that an exercise has written, so that the next begins with an empty folder."""
    from shutil import rmtree
    for entry in os.scandir(folder):
        with suppress(OSError, RecursionError):
            if entry.is_dir(follow_symlinks=False):
                rmtree(entry.path, ignore_errors=True)
            else:
                os.unlink(entry.path)


def begin(control, line, name, apart, uid):
    """Start one exercise in a new process, with its own copies of the library's files."""
    from .child import main as child
    read, write = os.pipe()
    pid = namespaces.fork() if apart else os.fork()
    if not pid:
        try:
            os.close(read)
            control.close()
            if apart:
                namespaces.settle((BOX, "/dev/shm"), TEMPORARY)
                namespaces.cover(LIBRARY, COPIES, name)
            namespaces.become(uid)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.write(write, b"k")
            os.close(write)
            child(line)
        finally:
            os._exit(1)
    os.close(write)
    with open(read, "rb") as pipe:
        good = pipe.read(1) == b"k"
    return pid, good


def serve(control, apart, uid):
    """Do what is asked for one submission; returns ANOTHER when one is to follow, 0 at the end."""
    control.sendall(b"r")
    pid = 0
    while True:
        asked, fds, _, _ = socket.recv_fds(control, 100, 1)
        good = True
        if asked[:1] == b"f":
            with socket.socket(fileno=fds[0]) as line:
                pid, good = begin(control, line, asked[1:].decode(), apart, uid)
        elif asked == b"w":
            code = ended()
            control.sendall(b"k" + ("" if code is None else str(code)).encode())
            continue
        elif asked == b"e":
            end(pid)
            if not apart:
                cleared(os.getcwd())
            pid = 0
        else:
            return ANOTHER if asked == b"n" else 0
        control.sendall(b"k" if good else b"x")


def room(control, uid):
    """Serve one submission in namespaces of its own; when this returns, nothing of it is there any more."""
    pid = namespaces.fork()
    if not pid:
        code = 1
        try:
            namespaces.settle()
            code = serve(control, "bwrap", uid)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def main(number, apart, uid):
    """Serve the runner over an inherited socket.

    number    its file descriptor
    apart     "bwrap" where each submission, and each exercise, gets namespaces of its own, "" where there can be none
    uid       the user to become, "" for none
    """
    control = socket.socket(fileno=int(number))
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from ... import paths
    from ...codegen import source  # noqa: F401  (it waits for the first op; its file may be hidden by then)
    from ...course import watch  # noqa: F401  (most checks need it)
    from . import child, trap  # noqa: F401  (they load the library)
    paths.read_everything()              # now: a file may be covered by the time that an answer asks for its names
    trap.ops(trap.modules())             # found once, for all copies
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM)
    if not apart:
        serve(control, apart, uid)
    while apart and room(control, uid) == ANOTHER:
        pass


if __name__ == "__main__":
    main(*sys.argv[1:4])
