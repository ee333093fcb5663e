"""tf.gfile: files and folders, under TensorFlow 1's names.

Arguments that mean the same wherever they occur:

    filename, dirname, name    a path
    mode                       as open's
"""

import glob
import os
import shutil

from ..core.errors import NotFoundError

__all__ = ["DeleteRecursively", "Exists", "FastGFile", "GFile", "Glob", "IsDirectory", "ListDirectory", "MakeDirs",
           "MkDir", "Open", "Remove"]


def there(path):
    """Return a path as text. Raises NotFoundError where it is not there."""
    path = os.fspath(path)
    if not os.path.exists(path):
        raise NotFoundError(f"{path}; No such file or directory")
    return path


def Exists(filename):
    """Return whether there is such a file or folder."""
    return os.path.exists(filename)


def IsDirectory(dirname):
    """Return whether it is a folder."""
    return os.path.isdir(dirname)


def MakeDirs(dirname):
    """Make a folder and those above it, unless they are there."""
    os.makedirs(dirname, exist_ok=True)


MkDir = MakeDirs


def DeleteRecursively(dirname):
    """Remove a folder and all that is in it. Raises NotFoundError where it is not there."""
    shutil.rmtree(there(dirname))


def Remove(filename):
    """Remove a file. Raises NotFoundError where it is not there."""
    os.remove(there(filename))


def ListDirectory(dirname):
    """Return the names in a folder. Raises NotFoundError where it is not there."""
    return os.listdir(there(dirname))


def Glob(filename):
    """Return the paths that a pattern fits, such as "data/*.csv", or those of a list of patterns."""
    return [path for one in ([filename] if isinstance(filename, str) else filename) for path in glob.glob(one)]


class GFile:
    """A file, opened when it is first read or written: `with tf.gfile.GFile(name, "r") as file: file.read()`.

    It has the methods of Python's files. Raises NotFoundError where one that is read is not there.
    """

    def __init__(self, name, mode="r"):
        self.name, self.mode = name, mode

    def __getattr__(self, name):
        if name != "file":
            return getattr(self.file, name)
        text = "b" not in self.mode
        self.file = open(there(self.name) if "r" in self.mode else self.name, self.mode,
                         encoding="utf-8" if text else None, newline="" if text else None)
        return self.file

    def read(self, n=-1):
        """Return what is left of it, or the next n."""
        return self.file.read(n)

    def write(self, file_content):
        """Append file_content, text or bytes."""
        self.file.write(file_content)

    def size(self):
        """Return how many bytes it has."""
        return os.path.getsize(there(self.name))

    def __iter__(self):
        return iter(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.file.close()


FastGFile = Open = GFile
