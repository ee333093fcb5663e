"""tf.gfile: files and folders, under TensorFlow 1's names.

Arguments that mean the same wherever they occur:

    filename, dirname, name    a path
    mode                       as open's
    overwrite                  whether a file that is there is replaced; else AlreadyExistsError
"""

import glob
import os
import shutil

from ..core.errors import AlreadyExistsError, NotFoundError
from ..core.missing import speak_for as _speak_for

__all__ = ["Copy", "DeleteRecursively", "Exists", "FastGFile", "GFile", "Glob", "IsDirectory", "ListDirectory",
           "MakeDirs", "MkDir", "Open", "Remove", "Rename", "Walk"]


def there(path, what=os.path.exists):
    """Return a path as text. Raises NotFoundError where it is not there."""
    path = os.fspath(path)
    if not what(path):
        raise NotFoundError(f"{path}; No such file or directory")
    return path


def free(path, overwrite):
    """Return a path as text. Raises AlreadyExistsError where a file is there that is not to be replaced."""
    if os.path.exists(path) and not overwrite:
        raise AlreadyExistsError(f"file already exists: {path}. Give overwrite=True to replace it.")
    return os.fspath(path)


def Exists(filename):
    """Whether there is such a file or folder."""
    return os.path.exists(filename)


def IsDirectory(dirname):
    """Whether it is a folder."""
    return os.path.isdir(dirname)


def MakeDirs(dirname):
    """Make a folder and those above it, unless they are there."""
    os.makedirs(dirname, exist_ok=True)


def MkDir(dirname):
    """Make a folder."""
    os.mkdir(dirname)


def DeleteRecursively(dirname):
    """Remove a folder and all that is in it. Raises NotFoundError where it is not there."""
    shutil.rmtree(there(dirname))


def Remove(filename):
    """Remove a file. Raises NotFoundError where it is not there."""
    os.remove(there(filename))


def Copy(oldpath, newpath, overwrite=False):
    """Copy a file from oldpath to newpath. Raises NotFoundError where it is not there."""
    shutil.copyfile(there(oldpath), free(newpath, overwrite))


def Rename(oldname, newname, overwrite=False):
    """Call a file oldname newname from here on. Raises NotFoundError where it is not there."""
    os.replace(there(oldname), free(newname, overwrite))


def ListDirectory(dirname):
    """Return the names in a folder. Raises NotFoundError where it is not there."""
    return os.listdir(there(dirname))


def Glob(filename):
    """Return the paths that a pattern fits, such as "data/*.csv", or those of a list of patterns."""
    return [path for one in ([filename] if isinstance(filename, str) else filename) for path in glob.glob(one)]


def Walk(top, in_order=True):
    """Return (folder, folders in it, files in it) of a folder `top` and all below it.

    in_order    a folder before those in it; else after them
    """
    yield from os.walk(top, topdown=in_order)


class GFile:
    """A file, open once it is read or written: `with tf.gfile.GFile(name, "r") as file: text = file.read()`."""

    def __init__(self, name, mode="r"):
        self.name, self.mode, self.file = name, mode, None

    def opened(self):
        """Return the open file. Raises NotFoundError where it is not there."""
        if self.file is None:
            if "r" in self.mode:
                there(self.name)
            self.file = open(self.name, self.mode, encoding=None if "b" in self.mode else "utf-8", newline=None if
                             "b" in self.mode else "")
        return self.file

    def read(self, n=-1):
        """Return what is left of it, or the next n."""
        return self.opened().read(n)

    def write(self, file_content):
        """Append file_content, text or bytes."""
        self.opened().write(file_content)

    def readline(self):
        """Return the next line."""
        return self.opened().readline()

    def readlines(self):
        """Return all lines that are left."""
        return self.opened().readlines()

    def __iter__(self):
        return iter(self.opened())

    def size(self):
        """Return how many bytes it has."""
        return os.path.getsize(there(self.name))

    def flush(self):
        """Write what waits."""
        if self.file is not None:
            self.file.flush()

    def close(self):
        """Close it."""
        if self.file is not None:
            self.file.close()
            self.file = None

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.close()


FastGFile = Open = GFile
_speak_for(globals(), "tf.compat.v1.gfile")
