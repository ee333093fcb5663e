"""The temporary file of an atomic write: locked while its writer runs, removed by the next write after a kill.

A process number in the file's name could not show whether the writer still runs, because containers use the same
numbers. A lock can, because the system releases it when the process ends for any reason. If files cannot be locked
(Windows, some network folders), the name is random instead, and the file stays after a kill.
"""

import os
import stat
from contextlib import suppress
from errno import ENAMETOOLONG
from itertools import takewhile
from zlib import crc32

try:
    import fcntl
except ImportError:
    fcntl = None                                      # type: ignore[assignment]

LOCKS = fcntl is not None
TRIED = 8                    # number of fixed names to try before random names
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class NoLocks(Exception):
    """The error for a folder in which files cannot be locked."""


def open_part(path, mode):
    """Open a new empty file, which no other writer can use, in the folder of `path`; return (file descriptor, name).

    mode   permissions, reduced by the process's umask
    """
    try:
        return first_free(path, mode, long=False)
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
        return first_free(path, mode, long=True)


def first_free(path, mode, long):
    """Open a temporary file under the first free name; remove files of killed writers under the next names."""
    names = [part_name(path, number, long) for number in range(TRIED)] if LOCKS else []
    with suppress(NoLocks):
        for number, name in enumerate(names, 1):
            found = claim_name(name, mode)
            if found is not None:
                for later in takewhile(os.path.lexists, names[number:]):
                    clear_name(later)
                return found, name
    while True:
        name = part_name(path, os.urandom(8).hex(), long)
        with suppress(FileExistsError):
            return os.open(name, NEW, mode), name


def part_name(path, mark, long):
    """Return the path of a temporary file; if the file's name is too long, its checksum is used instead."""
    folder, name = os.path.split(path)
    if long:
        name = f"{crc32(os.fsencode(name)):08x}"
    return os.path.join(folder, f"{name}.minitorch-{mark}.part")


def claim_name(name, mode):
    """Create and lock the file `name`, and return its descriptor; None if another writer has that name."""
    while True:
        try:
            found = os.open(name, NEW, mode)
        except FileExistsError:
            if clear_name(name):
                continue
            return None
        try:
            mine = lock_file(found)
        except OSError:
            os.close(found)
            os.unlink(name)
            raise NoLocks from None
        if mine and is_same_file(found, name):
            return found
        os.close(found)                               # another writer has removed the file: try again


def clear_name(name):
    """Remove a killed writer's file of that name; return True if the name is free now."""
    try:
        found = os.open(name, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        if not stat.S_ISREG(os.fstat(found).st_mode) or not lock_file(found):
            return False
        if is_same_file(found, name):
            os.unlink(name)
        return True
    except OSError:
        return False
    finally:
        os.close(found)


def lock_file(descriptor):
    """Lock an open file until it is closed; return False if another process has the lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_same_file(descriptor, name):
    """Return True if the open file is still the file of that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(name))
    except FileNotFoundError:
        return False
