"""What was handed in, file by file, out of folders and zips: read into memory, never unpacked, never followed."""

import os
import stat
from pathlib import Path

MOST = 200 * 2**20                       # bytes of one file; a notebook of 50 MB is read
MOST_FILES = 20_000                      # files of one archive
MOST_TOGETHER = 20 * 2**30, 2**30        # bytes that an archive may unfold to; and one within another
DEEPEST = 3                              # archives in archives
PACKED = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
LEFT = ("__MACOSX", ".ipynb_checkpoints", "__pycache__", ".git", ".DS_Store", "Thumbs.db")   # what systems add


class Entry:
    """One file that was handed in.

    path      its place as the instructor sees it: folders/archive.zip/folders/name
    place     the same below what was asked for: where conventions of names are looked for
    when      when it was written, in seconds; 0 when nobody says
    trouble   why it cannot be read; '' when it can
    read()    its bytes
    """

    def __init__(self, path, place, read=None, when=0.0, trouble="", oddities=()):
        self.path, self.place = sayable(path), sayable(place)
        self.read, self.when = read, when
        self.trouble, self.oddities = trouble, tuple(oddities)

    @property
    def kind(self):
        """Its ending in small letters: .ipynb, .py, …"""
        return os.path.splitext(self.place)[1].lower()


def sayable(name):
    """A name of the disk as text that can be printed and stored, whatever its bytes are."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class TooMuch(ValueError):
    """More bytes than are read of one file."""


class Damaged(ValueError):
    """A file of a zip that is not whole; `content` is what could be read of it."""

    def __init__(self, error, content):
        super().__init__(f"the zip is damaged here: {reason(error)}")
        self.content = content


def entries(path):
    """Every file of a notebook, folder or zip, in the order of their names. Links in a folder are not followed.

    Raises FileNotFoundError when there is nothing at `path`.
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"there is nothing at {path}.")
    if path.is_dir():
        yield from of_folder(path)
    elif path.is_file():
        yield from of_file(path, path.name, "")
    else:
        yield Entry(str(path), path.name, trouble="it is no ordinary file")


def of_folder(root):
    """The files below a folder; a link, a pipe or a device is named and left alone."""
    for folder, inner, names in os.walk(root, followlinks=False):
        inner[:] = sorted(name for name in inner if name not in LEFT)
        for name in sorted([*names, *(name for name in inner if os.path.islink(os.path.join(folder, name)))]):
            path = Path(folder, name)
            place = path.relative_to(root).as_posix()
            if left_out(place):
                continue
            kind = path.lstat().st_mode
            if stat.S_ISLNK(kind):
                yield Entry(str(path), place, trouble="it is a link, and links are not followed")
            elif stat.S_ISREG(kind):
                yield from of_file(path, place, os.path.splitext(place)[0])
            else:
                yield Entry(str(path), place, trouble="it is no ordinary file")


def of_file(path, place, inner):
    """One file of the disk, or what is in it if it is a zip, whose files have their places below `inner`."""
    if path.suffix.lower() == ".zip":
        with path.open("rb") as file:
            yield from of_zip(file, str(path), inner, 1)
        return
    trouble = "" if path.stat().st_size <= MOST else f"it is larger than {MOST // 2**20} MB"
    yield Entry(str(path), place, path.read_bytes, path.stat().st_mtime, trouble or packed(place))


def packed(place):
    """What to do about an archive of another kind; '' for a file that is none."""
    packing = place.lower().endswith(PACKED)
    return f"it is a {Path(place).suffix} archive: unpack it, or hand in a zip" if packing else ""


def left_out(place):
    """Whether a file is one that systems add on their own."""
    parts = place.split("/")
    return any(part in LEFT for part in parts) or parts[-1].startswith("._")


def of_zip(file, path, place, depth):
    """The files of a zip, each read only when asked for; a damaged zip is one entry that says so."""
    import zipfile
    try:
        archive = zipfile.ZipFile(file)
        infos = [info for info in archive.infolist() if not info.is_dir()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        yield Entry(path, place or os.path.basename(path), trouble=f"the zip cannot be read: {error}")
        return
    if len(infos) > MOST_FILES:
        yield Entry(path, place, trouble=f"the zip has {len(infos):,} files; at most {MOST_FILES:,} are read")
        return
    with archive:
        left = [MOST_TOGETHER[depth > 1]]        # each in it has its own: one who hands in a bomb spoils no other's
        for info in sorted(infos, key=lambda info: info.filename):
            yield from of_member(archive, info, path, place, depth, left)


def of_member(archive, info, path, place, depth, left):
    """One file of a zip, or what is in it if it is a zip itself. `left` counts what may still be unfolded."""
    name, oddities = plain(info.filename)
    inner, shown = "/".join(filter(None, [place, name])), f"{path}/{name}"
    if left_out(name):
        return
    if stat.S_ISLNK(info.external_attr >> 16):
        yield Entry(shown, inner, trouble="it is a link, and links are not followed")
    elif name.lower().endswith(".zip"):
        from io import BytesIO
        try:
            content = unfolded(archive, info, left)
        except Exception as error:
            yield Entry(shown, inner, trouble=f"the zip in it cannot be read: {reason(error)}")
            return
        if depth >= DEEPEST:
            yield Entry(shown, inner, trouble=f"zips in zips are read {DEEPEST} deep, no deeper")
        else:
            yield from of_zip(BytesIO(content), shown, inner[:-4], depth + 1)
    else:
        large = f"it is larger than {MOST // 2**20} MB" if info.file_size > MOST else ""
        yield Entry(shown, inner, lambda: unfolded(archive, info, left), when(info), large or packed(name), oddities)


def plain(name):
    """A name in an archive as a relative place, and what was odd about it. It is only read, never written to."""
    from unicodedata import normalize
    parts = normalize("NFC", name.replace("\\", "/")).split("/")
    kept = [part for part in parts if part not in ("", ".", "..") and not (len(part) == 2 and part[1] == ":")]
    odd = ".." in parts or parts[0] == "" or parts[0][1:] == ":"
    return "/".join(kept) or "nameless", [f"its name in the zip points elsewhere: {name[:80]}"] if odd else []


def unfolded(archive, info, left):
    """The bytes of a zip's member, counted as they come: what its header says is not believed.

    Raises TooMuch past the limits, Damaged with what could be read, and what zipfile raises for a password.
    """
    from zipfile import BadZipFile
    from zlib import crc32, error as BadData
    parts, size, sum_so_far = [], 0, 0
    with archive.open(info) as member:
        member._expected_crc = None                      # zipfile's check would lose the part that fails it
        try:
            while part := member.read(2**20):
                size += len(part)
                left[0] -= len(part)
                if size > MOST:
                    raise TooMuch(f"it unfolds to more than {MOST // 2**20} MB")
                if left[0] < 0:
                    raise TooMuch("the archive unfolds to more than is read of one")
                parts.append(part)
                sum_so_far = crc32(part, sum_so_far)
            if sum_so_far != info.CRC:
                raise BadZipFile("its checksum does not hold")
        except (BadZipFile, BadData, EOFError) as error:
            raise Damaged(error, b"".join(parts)) from None
    return b"".join(parts)


def when(info):
    """A member's time in seconds; 0 where its date is none."""
    from datetime import UTC, datetime
    try:
        return datetime(*info.date_time, tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0


def reason(error):
    """An error in words for the instructor, on one line."""
    return " ".join(str(error).split())[:200] or type(error).__name__
