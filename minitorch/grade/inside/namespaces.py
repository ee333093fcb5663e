"""Namespaces of their own for each submission and exercise: processes, mounts, shared memory; they end with the first
process in them."""

import ctypes
import os

SHARED_MOUNTS, PROCESSES, MEMORY = 0x00020000, 0x20000000, 0x08000000         # CLONE_NEWNS, NEWPID, NEWIPC
READ_ONLY, NO_SUID, NO_DEVICES, NO_PROGRAMS, AGAIN, BIND, WHOLE, PRIVATE = 1, 2, 4, 8, 32, 4096, 16384, 1 << 18
DEVICES = "pts", "null", "zero", "full", "random", "urandom", "tty"           # of /dev, mounts of their own
CAPABILITIES = 0x20080522                # version 3 of capset's header
FILES = 20_000                           # that a folder to write in may hold, empty ones too


def failed(what):
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def fork():
    """Fork as os.fork does, with the new process the first one in namespaces of its own."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open("/proc/self/ns/pid") as home:
        if libc.unshare(PROCESSES):
            raise failed("unshare")
        pid = os.fork()
        if libc.unshare(SHARED_MOUNTS | MEMORY) if not pid else libc.setns(home.fileno(), PROCESSES):
            raise failed("setns" if pid else "unshare")
    return pid


def mount(source, place, kind="", flags=0, settings=""):
    """Call Linux's mount with Python strings."""
    libc = ctypes.CDLL(None, use_errno=True)
    source, place, kind, settings = (word.encode() or None for word in (source, place, kind, settings))
    if libc.mount(source, place, kind, ctypes.c_ulong(flags), settings):
        raise failed(f"mount {place.decode()}")


def settle(folders=(), size=0):
    """Mount a /proc without other processes, read-only devices, and empty folders to write in; go to the first folder.

    size   bytes that each folder may hold
    """
    mount("none", "/", flags=WHOLE | PRIVATE)
    mount("proc", "/proc", "proc", NO_SUID | NO_DEVICES | NO_PROGRAMS)
    for path in filter(os.path.exists, (f"/dev/{name}" for name in DEVICES)):
        kept = os.statvfs(path).f_flag & (NO_SUID | NO_DEVICES | NO_PROGRAMS)
        mount("none", path, flags=AGAIN | BIND | READ_ONLY | kept)
    for folder in folders:
        mount("none", folder, "tmpfs", NO_SUID | NO_DEVICES, f"size={size},nr_inodes={FILES},mode=1777")
    if folders:
        os.chdir(folders[0])


def cover(library, copies, name):
    """Lay copies of files over those of the library, and empty folders over its caches; then hide the copies.

    copies   the folder of all exercises' copies; name: which of them, "" for none
    """
    if name:
        for folder, folders, files in os.walk(os.path.join(copies, name)):
            there = os.path.join(library, os.path.relpath(folder, os.path.join(copies, name)))
            for each in [*files, *(inner for inner in folders if not os.listdir(os.path.join(folder, inner)))]:
                if os.path.exists(os.path.join(there, each)):
                    mount(os.path.join(folder, each), os.path.normpath(os.path.join(there, each)), flags=BIND)
    if os.path.isdir(copies):
        mount("none", copies, "tmpfs", READ_ONLY | NO_SUID | NO_DEVICES)


def become(uid):
    """Become another user, "" for the same, without any rights over namespaces."""
    if uid:
        os.setgroups([])
        os.setresgid(int(uid), int(uid), int(uid))
        os.setresuid(int(uid), int(uid), int(uid))
    libc = ctypes.CDLL(None, use_errno=True)
    header, none = (ctypes.c_uint32 * 2)(CAPABILITIES, 0), (ctypes.c_uint32 * 6)()
    if libc.capset(header, none):
        raise failed("capset")
