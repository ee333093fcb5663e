"""Written whole or not at all: a file grows beside its name, and takes the name when it is complete."""

import os
from contextlib import contextmanager
from itertools import count

number = count().__next__


@contextmanager
def whole(f):
    """A file to write bytes into, which becomes `f` at the end of the block; a failure leaves the old `f` as it was.

    f   path; or a file open for writing, which is written as it is
    """
    if hasattr(f, "write"):
        yield f
        return
    path = os.path.realpath(os.fspath(f))
    if os.path.isdir(path):
        raise IsADirectoryError(f"cannot save to {path}: it is a folder; add a file's name.")
    if os.path.exists(path) and not os.path.isfile(path):           # a pipe or a device is no file to replace
        from io import BytesIO
        memory = BytesIO()
        yield memory
        with open(path, "wb") as file:
            file.write(memory.getvalue())
        return
    beside = f"{path}.{os.getpid()}-{number()}.part"
    try:
        file = open(beside, "xb")
    except FileNotFoundError as error:
        raise FileNotFoundError(f"cannot save to {path}: there is no folder {os.path.dirname(path)}.") from error
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        os.remove(beside)
        raise
