"""The file that grows beside its name while it is written: locked while its writer lives, cleared away after a kill.

Process numbers repeat in containers, so a name cannot say whether its writer still lives; a lock can, because the
system takes it back when the process ends, however it ends. Where files cannot be locked (Windows, some network
folders) a name is random instead, and stays after a kill.
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
TRIED = 8                    # names looked at before each write; more writers of one file at once get random ones
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class NoLocks(Exception):
    """Files in this folder cannot be locked."""


def open_part(path, mode):
    """(file descriptor, name) of a new empty file in the folder of `path`, which no other writer can take.

    mode   permissions, from which the process's umask takes away
    """
    try:
        return first_free(path, mode, long=False)
    except OSError as error:
        if error.errno != ENAMETOOLONG:
            raise
        return first_free(path, mode, long=True)


def first_free(path, mode, long):
    """Open the first part that nobody else has; what killed writers left under the names just after it goes."""
    names = [part_name(path, number, long) for number in range(TRIED)] if LOCKS else []
    with suppress(NoLocks):
        for number, name in enumerate(names, 1):
            found = claimed(name, mode)
            if found is not None:
                for later in takewhile(os.path.lexists, names[number:]):
                    cleared(later)
                return found, name
    while True:
        name = part_name(path, os.urandom(8).hex(), long)
        with suppress(FileExistsError):
            return os.open(name, NEW, mode), name


def part_name(path, mark, long):
    """The path of a part; where the file's own name leaves no room for more, one made from a checksum of it."""
    folder, name = os.path.split(path)
    if long:
        name = f"{crc32(os.fsencode(name)):08x}"
    return os.path.join(folder, f"{name}.minitorch-{mark}.part")


def claimed(name, mode):
    """A descriptor of the new file `name`, locked; None if another writer has that name."""
    while True:
        try:
            found = os.open(name, NEW, mode)
        except FileExistsError:
            if cleared(name):
                continue
            return None
        try:
            mine = locked(found)
        except OSError:
            os.close(found)
            os.unlink(name)
            raise NoLocks from None
        if mine and same(found, name):
            return found
        os.close(found)                               # another writer took it for a leftover in between: once more


def cleared(name):
    """Remove what a killed writer left under that name; returns whether the name is free now."""
    try:
        found = os.open(name, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    try:
        if not stat.S_ISREG(os.fstat(found).st_mode) or not locked(found):
            return False
        if same(found, name):
            os.unlink(name)
        return True
    except OSError:
        return False
    finally:
        os.close(found)


def locked(descriptor):
    """Lock an open file until it is closed; returns whether nobody else has."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def same(descriptor, name):
    """Whether the open file is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(name))
    except FileNotFoundError:
        return False
