"""The first process of a sandbox: it loads the library once, and makes a fresh copy of itself for each exercise."""

import ctypes
import gc
import os
import signal
import socket
import sys

BOX = "minitorch-grade-"                 # how the folders begin in which answers run without a sandbox
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36


def prctl(what, value):
    """Linux's; elsewhere nothing."""
    try:
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def pid_namespace():
    """The PID namespace that this process lives in; "" where it cannot be read."""
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""


def descendants(pid):
    """All processes that came from one, the children's children too."""
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


def end(alone, pid):
    """Nothing of the last exercise goes on: every other process in this sandbox dies."""
    for _ in range(100):
        try:
            if alone:
                os.kill(-1, signal.SIGKILL)
            else:
                for child in descendants(os.getpid()):
                    os.kill(child, signal.SIGKILL)
                if pid:
                    os.killpg(pid, signal.SIGKILL)
        except OSError:
            pass
        try:
            while os.waitpid(-1, 0)[0]:
                pass
        except OSError:
            pass
        if not descendants(os.getpid()):
            break


def cleared(*folders):
    """What an exercise has written is gone too: the next begins with an empty folder."""
    from shutil import rmtree
    for folder in folders:
        try:
            entries = list(os.scandir(folder))
        except OSError:
            entries = []
        for entry in entries:
            try:
                if entry.is_dir(follow_symlinks=False):
                    rmtree(entry.path, ignore_errors=True)
                else:
                    os.unlink(entry.path)
            except (OSError, RecursionError):
                pass


def main(number, outside, uid):
    """Serve the runner over an inherited socket.

    number    its file descriptor
    outside   the PID namespace of the runner: where this one's differs, it is alone in it
    uid       the user to become, "" for none
    """
    control = socket.socket(fileno=int(number))
    if uid:
        os.setgroups([])
        os.setresgid(int(uid), int(uid), int(uid))
        os.setresuid(int(uid), int(uid), int(uid))
    alone = bool(outside and pid_namespace() and pid_namespace() != outside and os.getppid() == 1)
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_DUMPABLE, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from .child import main as child
    gc.collect()
    gc.freeze()
    control.sendall(b"r")
    pid = 0
    while True:
        asked, fds, _, _ = socket.recv_fds(control, 1, 1)
        if asked == b"f":
            pid = os.fork()
            if not pid:
                control.close()
                signal.signal(signal.SIGINT, signal.default_int_handler)
                try:
                    child(socket.socket(fileno=fds[0]))
                finally:
                    os._exit(1)
            for fd in fds:
                os.close(fd)
        elif asked == b"e":
            end(alone, pid)
            cleared(*(["/box", "/dev/shm"] if alone else [os.getcwd()] if BOX in os.getcwd() else []))
            pid = 0
        else:
            return
        control.sendall(b"k")


if __name__ == "__main__":
    main(*sys.argv[1:4])
