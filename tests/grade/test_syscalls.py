"""Each way out by a system call works in a process without the list, and is refused in one with it.

Those that work here change nothing of the machine: they set what is set already, or take back what they make.
"""

import ctypes
import fcntl
import json
import mmap
import os
import platform
import socket
import sys
import threading

import numpy as np
import pytest

from minitorch.grade.inside import syscalls

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux") or platform.machine() != "x86_64",
                                reason="the numbers below are those of Linux on x86_64")
LIBC = ctypes.CDLL(None, use_errno=True) if sys.platform.startswith("linux") else None
PARENT = os.getpid()
HOST, QUEUE = os.uname().nodename.encode(), f"minitorch-{PARENT}".encode()
ROOM = ctypes.create_string_buffer(4096)
IOV = ctypes.create_string_buffer(np.array([ctypes.addressof(ROOM), 8], np.uint64).tobytes())


def number(*words):
    """A call by its number; OSError where it is refused."""
    found = LIBC.syscall(*[ctypes.c_long(word) if isinstance(word, int) else word for word in words])
    if found < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


def locked(lock, kind):
    with open(__file__) as file:
        lock(file, kind)


CALLS = {
    "a user namespace": lambda: number(272, 0x10000000), "a namespace of mounts": lambda: number(272, 0x20000),
    "a child in a user namespace": lambda: os._exit(0) if number(56, 0x10000000 | 17, 0, 0, 0, 0) == 0 else None,
    "clone3": lambda: os._exit(0) if number(435, ctypes.create_string_buffer(88), 88) == 0 else None,
    "setns": lambda: number(308, os.open("/proc/self/ns/mnt", os.O_RDONLY), 0),
    "a socket to the network": lambda: socket.socket(socket.AF_INET), "a local socket": lambda: socket.socket(
        socket.AF_UNIX), "vsock": lambda: socket.socket(40, socket.SOCK_STREAM), "netlink": lambda: socket.socket(
        16, socket.SOCK_RAW, 0), "a raw packet": lambda: socket.socket(17, socket.SOCK_RAW, 0),
    "larger buffers of a socket": lambda: socket.socketpair()[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536),
    "a lock on a file": lambda: locked(fcntl.flock, fcntl.LOCK_SH),
    "a lock on a part of a file": lambda: locked(fcntl.lockf, fcntl.LOCK_SH),
    "a larger pipe": lambda: fcntl.fcntl(os.pipe()[0], 1031, 2**17),
    "a socket pair of the network": lambda: number(53, 2, 1, 0, ROOM),
    "ptrace": lambda: number(101, 0, 0, 0, 0), "attach to the parent": lambda: number(101, 0x4206, PARENT, 0, 0),
    "prlimit on the parent": lambda: number(302, PARENT, 7, 0, ROOM),
    "the parent's memory": lambda: number(310, PARENT, IOV, 1, IOV, 1, 0),
    "pidfd_open": lambda: number(434, PARENT, 0), "kcmp": lambda: number(312, PARENT, PARENT, 0, 0, 0),
    "SysV shared memory": lambda: number(31, number(29, 0, 4096, 0o1600), 0, 0),
    "SysV messages": lambda: number(71, number(68, 0, 0o1600), 0, 0),
    "SysV semaphores": lambda: number(66, number(64, 0, 1, 0o1600), 0, 0),
    "a POSIX queue": lambda: (number(240, QUEUE, 0o102, 0o600, 0), number(241, QUEUE)),
    "memory that is shared": lambda: mmap.mmap(-1, 4096), "a file in memory": lambda: number(319, b"x", 0),
    "secret memory": lambda: number(447, 0), "a key that stays": lambda: number(
        248, b"user", b"minitorch", b"x", 1, -1), "what keys there are": lambda: number(250, 0, -3, 0),
    "a program": lambda: os.execv("/bin/true", ["true"]),
    "a mount": lambda: number(165, b"none", b"/nowhere-at-all", b"tmpfs", 0, 0), "chroot": lambda: number(161, b"/"),
    "a file by its handle": lambda: number(303, -100, b"/", b"\x80" + bytes(200), ROOM, 0),
    "io_uring": lambda: number(425, 1, ctypes.create_string_buffer(256)),
    "userfaultfd": lambda: number(323, 1), "bpf": lambda: number(321, 0, ROOM, 128),
    "perf events": lambda: number(298, ctypes.create_string_buffer(128), 0, -1, -1, 0),
    "another personality": lambda: number(135, 0x40000), "readable by others again": lambda: number(157, 4, 1, 0, 0, 0),
    "a name for another thread's owner": lambda: number(157, 0x59616D61, PARENT, 0, 0, 0),
    "the clock": lambda: number(305, 0, ROOM),
    "priority": lambda: number(141, 0, PARENT, os.getpriority(os.PRIO_PROCESS, PARENT)),
    "processors of the parent": lambda: os.sched_setaffinity(PARENT, os.sched_getaffinity(PARENT)),
    "watching files": lambda: number(253), "an input to a terminal": lambda: number(16, 0, 0x5412, ROOM),
    "a limit on its owner": lambda: os.chown(__file__, os.getuid(), -1), "the host's name": lambda: number(
        170, HOST, len(HOST)), "a log of the kernel": lambda: number(103, 10, 0, 0),
    "swap": lambda: number(167, ROOM, 0),
}


def worked(limited):
    """Names of the calls that do what they are to do, in a copy of this process each."""
    found = []
    for name, call in CALLS.items():
        pid = os.fork()
        if not pid:
            try:
                if limited:
                    syscalls.allow_list()
                call()
                os._exit(0)
            except (OSError, ValueError):
                os._exit(1)
        if os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0:
            found.append(name)
    return found


def of_the_machine():
    """What the calls above could change for others: the machine's name, this process's priority and processors."""
    return os.uname().nodename, os.getpriority(os.PRIO_PROCESS, PARENT), os.sched_getaffinity(PARENT)


def test_the_bank_is_large():
    assert len(CALLS) >= 40


def test_what_works_without_the_list_is_refused_with_it():
    before = of_the_machine()
    free = worked(False)
    assert of_the_machine() == before
    assert {"SysV shared memory", "memory that is shared", "prlimit on the parent", "a local socket", "a program",
            "a file in memory", "another personality", "readable by others again"} <= set(free), free
    assert worked(True) == []


def test_what_python_needs_goes_on_as_before():
    (read, write), pair = os.pipe(), socket.socketpair()
    pid = os.fork()
    if not pid:
        syscalls.allow_list()
        done = []
        thread = threading.Thread(target=lambda: done.append((np.ones((50, 50)) @ np.ones((50, 50))).sum()))
        thread.start()
        thread.join()
        pair[0].sendall(b"x")
        child = os.fork()
        if not child:
            os._exit(7)
        os.write(write, json.dumps([done, pair[1].recv(1).decode(), os.waitpid(child, 0)[1] >> 8,
                                    len(os.listdir("/")) > 0, os.urandom(2) != b""]).encode())
        os._exit(0)
    os.waitpid(pid, 0)
    assert json.loads(os.read(read, 1000)) == [[125000.0], "x", 7, True, True]


def test_both_machines_have_a_whole_list():
    for machine in syscalls.MACHINES:
        steps = syscalls.program(machine)
        assert len(steps) < 4096 and all(0 <= jump < 256 and place + jump < len(steps)
                                         for place, step in enumerate(steps) for jump in step[1:3])


def numbers(machine):
    """All numbers that are allowed on a machine, limited or not."""
    order = list(syscalls.MACHINES).index(machine)
    for text in syscalls.ALLOWED.values():
        for each in text[order].split():
            first, _, last = each.partition("-")
            yield from range(int(first), int(last or first) + 1)
    yield from (found[0][order] for found in syscalls.LIMITED.values())


@pytest.fixture
def libseccomp():
    """libseccomp, which knows the names of all numbers of both machines."""
    try:
        return ctypes.CDLL("libseccomp.so.2")
    except OSError:
        pytest.skip("libseccomp is not installed: it has the names of the numbers")


def test_the_numbers_are_those_of_the_same_calls(libseccomp):
    """Each number has a name, and both machines have the same names, but for old forms that only x86_64 has."""
    libseccomp.seccomp_syscall_resolve_num_arch.restype = ctypes.c_char_p
    libseccomp.seccomp_syscall_resolve_name_arch.argtypes = [ctypes.c_uint32, ctypes.c_char_p]
    names = {}
    for machine, arch in syscalls.MACHINES.items():
        found = [libseccomp.seccomp_syscall_resolve_num_arch(ctypes.c_uint32(arch), each) for each in numbers(machine)]
        assert None not in found and len(set(found)) == len(found), machine
        names[machine] = set(found)
    here, there = names["x86_64"], names["aarch64"]
    arch = syscalls.MACHINES["aarch64"]
    missing = {name for name in here - there if libseccomp.seccomp_syscall_resolve_name_arch(arch, name) >= 0}
    assert not there - here and not missing
