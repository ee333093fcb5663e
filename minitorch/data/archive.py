"""Archives: unpacked whole or not at all, and never outside the folder they are for."""

import os

MOST_FILES = 1_000_000
SPACE = 100_000_000       # bytes that any archive may take when unpacked …
RATIO = 100               # … or so many times its own size
DEEPEST = 100             # folders inside folders
LONGEST = 1000            # characters of a member's path
CHUNK = 1 << 20


class ArchiveError(ValueError):
    """An archive is cut short, damaged, or holds what no archive of data should."""


def extract(path, folder=None, most=None):
    """Unpack a .tar (.gz, .bz2, .xz), .zip or .gz file; what it holds appears in `folder` all at once.

    folder    default: the archive's own
    most      bytes it may take; default: 100 times the size of the archive, but at least 100 MB
    returns   the names that now stand in `folder`

    Only plain files and folders are unpacked. Raises ArchiveError for absolute paths, paths with "..",
    links, devices, more bytes than `most`, and for archives cut short; then nothing was changed.
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
                           "What had been unpacked was removed.") from None
    finally:
        rmtree(inside, ignore_errors=True)


def put(source, target):
    """Move a file or folder to its target; a folder that is there already is replaced."""
    from shutil import rmtree
    if os.path.isdir(target) and not os.path.islink(target):
        old = f"{source}.old"
        os.replace(target, old)
        os.replace(source, target)
        rmtree(old, ignore_errors=True)
    else:
        os.replace(source, target)


class Budget:
    """How much an archive may still unpack, and the errors that name it."""

    def __init__(self, path, most):
        self.path, self.most, self.used, self.files = path, most, 0, 0

    def spend(self, count):
        self.used += count
        if self.used > self.most:
            self.refuse(f"unpacks to more than {self.most:,} bytes, {self.most // max(1, os.path.getsize(self.path))} "
                        "times its own size. If that is right, give extract() a larger `most`")

    def refuse(self, why):
        raise ArchiveError(f"{self.path} {why}. Nothing was unpacked.")

    def target(self, name, inside):
        """Return the path a member of that name is written to; raise if that is outside the folder."""
        self.files += 1
        if self.files > MOST_FILES:
            self.refuse(f"holds more than {MOST_FILES:,} files")
        if len(name) > LONGEST:
            self.refuse(f"holds a path of {len(name):,} characters, {name[:40]!r}…; no path has more than {LONGEST:,}")
        parts = name.replace("\\", "/").split("/")
        if len(parts) > DEEPEST:
            self.refuse(f"holds {name[:40]!r}…, {len(parts):,} folders deep; no path has more than {DEEPEST}")
        if name.startswith(("/", "\\")) or ":" in parts[0] or ".." in parts or "\0" in name:
            self.refuse(f"holds {name!r}, a path that leads out of its folder")
        kept = [part for part in parts if part not in ("", ".")]
        return os.path.join(inside, *kept) if kept else inside

    def write(self, source, target, announced=None):
        """Copy one member, counting."""
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
    """Unpack whatever kind of archive it is."""
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
    except (OSError, *damaged) as failure:               # whatever a made-up archive brings about
        if isinstance(failure, ArchiveError) or getattr(failure, "errno", None) is not None:
            raise                                        # gzip and bz2 raise an OSError without errno for damage
        raise ArchiveError(f"{path} is cut short or damaged. Fetch it again; nothing was unpacked.") from None


def unpack_tar(path, start, inside, budget):
    import tarfile
    with opened(path, start) as source, tarfile.open(fileobj=Counted(source, budget), mode="r|") as archive:
        for member in archive:
            target = budget.target(member.name, inside)
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
            pass                                         # to the end, where the checksum is


def opened(path, start):
    """The plain bytes of a file that may be compressed."""
    import bz2
    import gzip
    import lzma
    kinds = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}
    return next((opener for magic, opener in kinds.items() if start.startswith(magic)), open)(path, "rb")


class Counted:
    """A stream that ends in an error when more is read from it than the budget allows."""

    def __init__(self, source, budget):
        self.source, self.budget, self.left = source, budget, 2 * budget.most + (1 << 20)   # headers count too

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
            target = budget.target(member.filename, inside)
            kind = member.external_attr >> 16 & 0o170000     # Unix's file type, where it is noted
            if kind not in (0, 0o100000, 0o040000):
                budget.refuse(f"holds {member.filename!r}, which is no plain file")
            if member.flag_bits & 1:
                budget.refuse("is encrypted")
            if member.is_dir():
                os.makedirs(target, exist_ok=True)
            else:
                with archive.open(member) as source:
                    budget.write(source, target, member.file_size)
