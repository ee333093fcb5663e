"""Written whole or not at all: a file grows beside its name, and takes the name when it is complete."""

import os
import stat
from contextlib import contextmanager, suppress
from io import BytesIO, TextIOBase

PLAIN = 0o666                # permissions of a new file, less the process's umask
SECRET = 0o600               # of a part that will replace a file, until it gets that file's


@contextmanager
def atomic_write(f):
    """A file to write bytes into, which becomes `f` at the end of the block; a failure leaves the old `f` as it was.

    f   path; or a file open for writing, which is written as it is

    A file that is replaced keeps its permissions, and its owner where the process may give files away. The end of a
    symbolic link is replaced, not the link; of several hard links only this name gets the new file. Of two processes
    that write one path, the last to finish wins. A killed process leaves its part, NAME.minitorch-0.part, which the
    next write removes. Raises OSError, of the kind that the system gave, with the path and what was the matter.
    """
    if hasattr(f, "write"):
        if isinstance(f, TextIOBase) or getattr(f, "closed", False) or not getattr(f, "writable", lambda: True)():
            raise TypeError(f"cannot save to {getattr(f, 'name', 'this file')!r}: it must be opened for writing bytes, "
                            'as open(path, "wb") does.')
        yield f
        return
    path = os.path.realpath(path_of(f))
    try:
        old = found(path)
        if old is not None and not stat.S_ISREG(old.st_mode):       # a pipe or a device is no file to replace
            memory = BytesIO()
            yield memory
            with open(path, "wb") as file:
                file.write(memory.getvalue())
            return
        from .temporary import LOCKS, open_part
        descriptor, part = open_part(path, PLAIN if old is None else SECRET)
        file = os.fdopen(descriptor, "wb")
        try:
            yield file
            file.flush()
            if old is not None:
                take_after(descriptor, old)
            os.fsync(descriptor)
            if not LOCKS:
                file.close()                                        # Windows moves no open file
            os.replace(part, path)                                  # elsewhere while the part is still locked
        except BaseException:
            with suppress(OSError):
                if not LOCKS:
                    file.close()
                os.remove(part)
            raise
        finally:
            with suppress(OSError):
                file.close()
    except OSError as error:
        raise named(error, path) from None


def path_of(f):
    """A path as a string."""
    try:
        path = os.fsdecode(f)
    except TypeError:
        raise TypeError(f"cannot save to a {type(f).__name__}: a path is needed, or a file opened for writing "
                        "bytes.") from None
    if not path or "\0" in path:
        raise ValueError(f"cannot save to {path!r}: that is no path.")
    return path


def found(path):
    """What is at the path now, or None; refused where a file cannot or must not be put."""
    try:
        old = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(f"cannot save to {path}: it is a folder; add a file's name.")
    if not os.access(path, os.W_OK):
        raise PermissionError(f"cannot save to {path}: it is write-protected "
                              f"({stat.filemode(old.st_mode)}); the file is as it was.")
    return old


def take_after(descriptor, old):
    """Give the new file the owner and the permissions of the one it replaces."""
    if not hasattr(os, "fchmod"):
        return
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def named(error, path):
    """The same kind of OSError, with the path that was to be written; one that is clear already stays as it is."""
    if error.errno is None:
        return error
    folder = os.path.dirname(path)
    reason = f"{error.strerror}; what was there before is as it was"
    if isinstance(error, FileNotFoundError) and not os.path.isdir(folder):
        reason = f"there is no folder {folder}"
    elif isinstance(error, PermissionError) and not os.access(folder, os.W_OK):
        reason = f"the folder {folder} may not be written to"
    clear = type(error)(f"cannot save to {path}: {reason}.")
    clear.errno = error.errno
    return clear
