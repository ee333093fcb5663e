"""Archives: unpack a file completely or not at all, and never outside its folder."""

import os

MOST_FILES = 1_000_000
SPACE = 100_000_000       # every archive may unpack to this many bytes
RATIO = 100               # a larger archive may unpack to this many times its own size
DEEPEST = 100             # maximum number of parts of a member's path
LONGEST = 1000            # maximum number of characters of a member's path
CHUNK = 1 << 20


class ArchiveError(ValueError):
    """The error for an archive that is cut off or damaged, or has entries that a data archive must not have."""


def extract(path, folder=None, most=None):
    """Unpack a .tar (.gz, .bz2, .xz), .zip or .gz file into `folder`, completely or not at all.

    folder    default: the folder that contains the archive
    most      how many bytes it may unpack; default: 100 times the size of the archive, but at least 100 MB
    returns   the names that are now in `folder`

    Only plain files and folders are unpacked. Raises ArchiveError for absolute paths, paths with "..",
    links, devices, more bytes than `most`, and for archives that are cut off. Then the folder does not change.
    """
    from shutil import rmtree
    from tempfile import mkdtemp
    path = os.fspath(path)
    folder = os.path.dirname(os.path.abspath(path)) if folder is None else os.fspath(folder)
    most = max(SPACE, RATIO * os.path.getsize(path)) if most is None else most
    os.makedirs(folder, exist_ok=True)
    inside = mkdtemp(prefix=".unpacking-", dir=folder)
    try:
        unpack(path, inside, Budget(path, most))
        names = sorted(os.listdir(inside))
        for name in names:
            put(os.path.join(inside, name), os.path.join(folder, name))
        return names
    except OSError as error:
        raise ArchiveError(f"{path} could not be unpacked in {folder}: {error.strerror or error}. "
                           "The files unpacked so far were removed.") from None
    finally:
        rmtree(inside, ignore_errors=True)


def put(source, target):
    """Move a file or folder to its target; an existing folder is replaced."""
    from shutil import rmtree
    if os.path.isdir(target) and not os.path.islink(target):
        old = f"{source}.old"
        os.replace(target, old)
        os.replace(source, target)
        rmtree(old, ignore_errors=True)
    else:
        os.replace(source, target)


class Budget:
    """A count of the bytes and files that an archive unpacks; it raises ArchiveError if there are too many."""

    def __init__(self, path, most):
        self.path, self.most, self.used, self.files = path, most, 0, 0

    def spend(self, count):
        self.used += count
        if self.used > self.most:
            self.refuse(f"unpacks to more than {self.most:,} bytes, {self.most // max(1, os.path.getsize(self.path))} "
                        "times its own size. If you expect that, give extract() a larger `most`")

    def refuse(self, why):
        raise ArchiveError(f"{self.path} {why}. Nothing was unpacked.")

    def target_path(self, name, inside):
        """Return the path to which a member of this name is written; raise if it is outside the folder."""
        self.files += 1
        if self.files > MOST_FILES:
            self.refuse(f"holds more than {MOST_FILES:,} files")
        if len(name) > LONGEST:
            self.refuse(f"holds a path of {len(name):,} characters, {name[:40]!r}…; at most {LONGEST:,} are allowed")
        parts = name.replace("\\", "/").split("/")
        if len(parts) > DEEPEST:
            self.refuse(f"holds {name[:40]!r}…, {len(parts):,} folders deep; at most {DEEPEST} are allowed")
        if name.startswith(("/", "\\")) or ":" in parts[0] or ".." in parts or "\0" in name:
            self.refuse(f"holds {name!r}, a path that leads out of its folder")
        kept = [part for part in parts if part not in ("", ".")]
        return os.path.join(inside, *kept) if kept else inside

    def write(self, source, target, announced=None):
        """Copy one member, and count its bytes."""
        os.makedirs(os.path.dirname(target), exist_ok=True)
        done = 0
        with open(target, "wb") as file:
            while chunk := source.read(CHUNK):
                self.spend(len(chunk))
                file.write(chunk)
                done += len(chunk)
        if announced is not None and done != announced:
            raise EOFError


def unpack(path, inside, budget):
    """Unpack an archive; its first bytes show its format."""
    import lzma
    import tarfile
    import zlib
    from struct import error
    from zipfile import BadZipFile
    with open(path, "rb") as file:
        start = file.read(6)
    damaged = (EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, BadZipFile, NotImplementedError, RuntimeError,
               ValueError, TypeError, LookupError, OverflowError, AttributeError, error)
    try:
        if start.startswith(b"PK"):
            unpack_zip(path, inside, budget)
        elif start.startswith(b"\x1f\x8b") and not path.endswith((".tar.gz", ".tgz")):
            import gzip
            with gzip.open(path) as source:
                budget.write(source, os.path.join(inside, os.path.basename(path).removesuffix(".gz")))
        else:
            unpack_tar(path, start, inside, budget)
    except (OSError, *damaged) as failure:               # a damaged or malicious archive can cause these errors
        if isinstance(failure, ArchiveError) or getattr(failure, "errno", None) is not None:
            raise                                        # gzip and bz2 report damage by an OSError without errno
        raise ArchiveError(f"{path} is cut short or damaged. Fetch it again; nothing was unpacked.") from None


def unpack_tar(path, start, inside, budget):
    import tarfile
    with open_plain(path, start) as source, tarfile.open(fileobj=Counted(source, budget), mode="r|") as archive:
        for member in archive:
            target = budget.target_path(member.name, inside)
            if member.isdir():
                os.makedirs(target, exist_ok=True)
            elif member.isreg() and not member.issparse():
                if target == inside:
                    budget.refuse(f"holds a file without a name, {member.name!r}")
                budget.write(archive.extractfile(member), target, member.size)
            else:
                kind = "a link" if member.issym() or member.islnk() else "no plain file"
                budget.refuse(f"holds {member.name!r}, which is {kind}")
        rest = Counted(source, budget)
        while rest.read(CHUNK):
            pass                                         # read to the end, where the checksum is


def open_plain(path, start):
    """Open a file that may be compressed, and return its plain bytes as a stream."""
    import bz2
    import gzip
    import lzma
    kinds = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}
    return next((opener for magic, opener in kinds.items() if start.startswith(magic)), open)(path, "rb")


class Counted:
    """A stream that raises an error if more is read from it than the budget allows."""

    def __init__(self, source, budget):
        self.source, self.budget = source, budget
        self.left = 2 * budget.most + (1 << 20)              # more than `most`, because headers are read too

    def read(self, size):
        data = self.source.read(size)
        self.left -= len(data)
        if self.left < 0:
            self.budget.spend(self.budget.most + 1)
        return data


def unpack_zip(path, inside, budget):
    from zipfile import ZipFile
    with ZipFile(path) as archive:
        for member in archive.infolist():
            target = budget.target_path(member.filename, inside)
            kind = member.external_attr >> 16 & 0o170000     # the file type in Unix, if stored
            if kind not in (0, 0o100000, 0o040000):
                budget.refuse(f"holds {member.filename!r}, which is no plain file")
            if member.flag_bits & 1:
                budget.refuse("is encrypted")
            if member.is_dir():
                os.makedirs(target, exist_ok=True)
            else:
                with archive.open(member) as source:
                    budget.write(source, target, member.file_size)
