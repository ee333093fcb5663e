"""Atomic writes: write a file under a temporary name, and rename it when it is complete."""

import os
import stat
from contextlib import contextmanager, suppress
from io import BytesIO, TextIOBase

PLAIN = 0o666                # permissions of a new file; the system's umask then removes some
SECRET = 0o600               # permissions of a temporary file, before it gets those of the file that it replaces


@contextmanager
def atomic_write(f):
    """Open a temporary file for bytes; the end of the block renames it to `f`. After an error, `f` is unchanged.

    f   path; or a file open for writing, which is written directly

    A replaced file keeps its permissions, and its owner if the process may change owners. If `f` is a symbolic
    link, the link's target is replaced; if the file has several hard links, only this name gets the new file. If two
    processes write one path, the file of the later one remains. A killed process leaves NAME.minitorch-0.part, which
    the next write removes. Raises an OSError that names the path and the cause.
    """
    if hasattr(f, "write"):
        if isinstance(f, TextIOBase) or getattr(f, "closed", False) or not getattr(f, "writable", lambda: True)():
            raise TypeError(f"cannot save to {getattr(f, 'name', 'this file')!r}: it must be opened for writing bytes, "
                            'as by open(path, "wb").')
        yield f
        return
    path = os.path.realpath(path_of(f))
    try:
        old = existing_stat(path)
        if old is not None and not stat.S_ISREG(old.st_mode):  # write into a pipe or a device instead of replacing it
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
                copy_owner(descriptor, old)
            os.fsync(descriptor)
            if not LOCKS:
                file.close()                                        # Windows cannot rename an open file
            os.replace(part, path)                          # on other systems, rename the file while it is still locked
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
        raise with_path(error, path) from None


def path_of(f):
    """Return a path as a string."""
    try:
        path = os.fsdecode(f)
    except TypeError:
        raise TypeError(f"cannot save to a {type(f).__name__}: a path is needed, or a file opened for writing "
                        "bytes.") from None
    if not path or "\0" in path:
        raise ValueError(f"cannot save to {path!r}: that is not a valid path.")
    return path


def existing_stat(path):
    """Return os.stat of the existing file, or None; raise an error if the path cannot be written to."""
    try:
        old = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(f"cannot save to {path}: it is a folder; add a file's name.")
    if not os.access(path, os.W_OK):
        raise PermissionError(f"cannot save to {path}: it is write-protected "
                              f"({stat.filemode(old.st_mode)}); the file is unchanged.")
    return old


def copy_owner(descriptor, old):
    """Give the new file the owner and the permissions of the file that it replaces."""
    if not hasattr(os, "fchmod"):
        return
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        with suppress(OSError):
            os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def with_path(error, path):
    """Return the same kind of OSError with the path in its message; an error without errno is returned unchanged."""
    if error.errno is None:
        return error
    folder = os.path.dirname(path)
    reason = f"{error.strerror}; a file that was there before is unchanged"
    if isinstance(error, FileNotFoundError) and not os.path.isdir(folder):
        reason = f"there is no folder {folder}"
    elif isinstance(error, PermissionError) and not os.access(folder, os.W_OK):
        reason = f"you have no permission to write to the folder {folder}"
    clear = type(error)(f"cannot save to {path}: {reason}.")
    clear.errno = error.errno
    return clear
