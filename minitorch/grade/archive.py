"""What was handed in, file by file, in folders and zips: named here, opened elsewhere, never unpacked or followed."""

import os
import re
import stat
from pathlib import Path

from .identity import formed, wrappers
from .inert import CONTROL
from .reading import ask
from .zips import Member

MOST = 200 * 2**20                       # bytes of one file; a notebook of 50 MB is read
MOST_FILES = 5_000                       # files of one student
PATIENCE = 30                            # seconds of reading for all that one student handed in
DEEPEST = 3                              # archives in archives
DEEPEST_FOLDER = 40                      # folders in folders
LONGEST = 200                            # characters of one name
PACKED = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz")
LEFT = ("__MACOSX", ".ipynb_checkpoints", "__pycache__", ".git", ".DS_Store", "Thumbs.db")   # what systems add


class Entry:
    """One file that was handed in.

    path      its place as the instructor sees it: folders/archive.zip/folders/name
    place     the same below what was asked for: where conventions of names are looked for
    origin    the number of what was asked for
    file      the file of the disk that it is, or that it is in
    inner     the members of zips that lead to it from there, each in the one before
    when      when it was written, in seconds; 0 when nobody says
    trouble   why it cannot be read; '' when it can
    """

    def __init__(self, path, place, origin=0, file="", inner=(), when=0.0, trouble="", oddities=()):
        self.path, self.place, self.origin = sayable(path), sayable(place).rstrip(), origin
        self.file, self.inner, self.when = file, list(inner), when
        self.trouble, self.oddities = trouble, tuple(oddities)

    @property
    def kind(self):
        """Its ending in small letters: .ipynb, .py, …"""
        return os.path.splitext(self.place)[1].lower()

    def but(self, trouble):
        """Return the same file, with `trouble` as the reason why it cannot be read."""
        return Entry(self.path, self.place, self.origin, self.file, self.inner, self.when, trouble, self.oddities)


def sayable(name):
    """Return a file's name as text that can be printed and stored, whatever bytes it has."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace").translate(CONTROL)


def entries(paths):
    """Return every file of notebooks, folders and zips, in the order of their names. Links are not followed.

    Raises FileNotFoundError when there is nothing at one of the paths.
    """
    found, zips, spent = [], [], {}
    for origin, path in enumerate(map(Path, paths)):
        if not path.exists():
            raise FileNotFoundError(f"there is nothing at {path}.")
        counts: dict = {}
        for entry in of_folder(path, origin) if path.is_dir() else [of_file(path, path.name, origin)]:
            counts[whose(entry)] = number = counts.get(whose(entry), 0) + 1
            if number > MOST_FILES:
                if number == MOST_FILES + 1:
                    found.append(entry.but(f"it, and what comes behind it, was not read: at most {MOST_FILES:,} files "
                                           "are read of one"))
                continue
            (zips if entry.kind == ".zip" and not entry.trouble else found).append(entry)
            if not path.is_dir():
                entry.given = True
    for depth in range(1, DEEPEST + 1):
        later = []
        for each, reply in opened(zips, depth, spent):
            for entry in of_zip(each, reply):
                (later if entry.kind == ".zip" and not entry.trouble else found).append(entry)
        zips = later
    found += [each.but(f"zips in zips are read {DEEPEST} deep, no deeper") for each in zips]
    return sorted(found, key=lambda entry: (entry.origin, entry.path))


def whose(entry):
    """Return the top folder or file above a file: everything in it belongs to one student."""
    parts = entry.place.split("/")
    return entry.origin, *parts[:wrappers(parts) + 1]


def opened(zips, depth, spent):
    """Yield (zip, what was read of its directory), up to the limits on what one student may hand in.

    depth   of zips in zips; only one of depth 1 may hold a class
    spent   {what stands at the top: [files found there, seconds it took]}
    """
    late, keys = [], [whose(each) for each in zips]
    own = [depth > 1 or not getattr(each, "given", False) and (
        "/".join(key[1:]) != each.place or formed(key[-1]) is not None) for each, key in zip(zips, keys)]

    def requests():
        for number, each in enumerate(zips):
            files, seconds = spent.setdefault(keys[number], [0, 0.0])
            if own[number] and (files >= MOST_FILES or seconds > PATIENCE):
                late.append(each)
                continue
            yield number, "members", {"file": each.file, "inner": each.inner, "most": MOST, "own": own[number],
                                      "of": MOST_FILES - files if own[number] else MOST_FILES}
    for number, reply, seconds in ask(requests()):
        if own[number]:
            spent[keys[number]][0] += len(reply.get("members", ()))
            spent[keys[number]][1] += seconds
        yield zips[number], reply
    for each in late:
        yield each, {"trouble": f"it was not read: what came with it holds {MOST_FILES:,} files, or took longer than "
                                f"{PATIENCE} s"}


def of_folder(root, origin):
    """Yield the files below a folder; links, pipes and devices are named, not opened."""
    todo = [(str(root), "")]
    while todo:
        folder, above = todo.pop()
        try:
            inner = sorted(os.scandir(folder), key=lambda each: each.name)
        except OSError as error:
            yield Entry(folder, above or root.name, origin, trouble=f"the folder cannot be read: {error.strerror}")
            continue
        deeper = []
        for each in inner:
            place = f"{above}/{each.name}" if above else each.name
            if left_out(each.name):
                continue
            if not each.is_symlink() and each.is_dir(follow_symlinks=False):
                if place.count("/") < DEEPEST_FOLDER:
                    deeper.append((each.path, place))
                else:
                    yield Entry(each.path, place, origin, trouble=f"folders are read {DEEPEST_FOLDER} deep, no deeper")
            else:
                yield of_file(Path(each.path), place, origin)
        todo += reversed(deeper)


def of_file(path, place, origin):
    """Return the Entry of one file on disk."""
    try:
        found = path.lstat() if place != path.name or path.is_symlink() else path.stat()
    except OSError as error:
        return Entry(str(path), place, origin, trouble=f"it cannot be read: {error.strerror}")
    if stat.S_ISLNK(found.st_mode):
        trouble = "it is a link, and links are not followed"
    elif not stat.S_ISREG(found.st_mode):
        trouble = "it is no ordinary file"
    else:
        large = found.st_size > MOST and path.suffix.lower() != ".zip"
        trouble = f"it is larger than {MOST // 2**20} MB" if large else packed(place)
    return Entry(str(path), place, origin, os.path.abspath(path), (), found.st_mtime, trouble)


def packed(place):
    """Return what to do about an archive of another kind; '' for any other file."""
    packing = place.lower().endswith(PACKED)
    return f"it is a {os.path.splitext(place)[1]} archive: unpack it, or hand in a zip" if packing else ""


def left_out(place):
    """Whether a file is one that systems add on their own."""
    parts = place.split("/")
    return any(part in LEFT for part in parts) or parts[-1].startswith("._")


def of_zip(entry, reply):
    """Yield the files of a zip from its directory; for a zip that cannot be read, one entry that says so."""
    if reply.get("trouble") or not (reply["members"] or reply["left"]):
        yield entry.but(reply.get("trouble") or "the zip is empty")
        return
    if reply["damage"]:
        yield entry.but(reply["damage"])
    inner = "" if getattr(entry, "given", False) else entry.place[:-4]
    for number, fields in enumerate(reply["members"]):
        member = Member(fields[0].encode("latin-1"), *fields[1:])
        name, oddities = plain(member.name)
        if (other := reply["other"].get(str(number))) is not None:       # numbers are texts in JSON
            said = (f"its name stands there twice, as {member.name[:100]!r} and as {other[:100]!r}" if other else
                    "no file begins where it should")
            said = f"the zip is damaged here: {said}"
            for each in (name, *([plain(other)[0]] if other else [])):
                yield Entry(f"{entry.path}/{each}", "/".join(filter(None, [inner, each])), entry.origin, trouble=said)
            continue
        if left_out(name) or member.name.endswith(("/", "\\")):
            continue
        place, trouble = "/".join(filter(None, [inner, name])), packed(name)
        if stat.S_ISLNK(member.attributes >> 16):
            trouble = "it is a link, and links are not followed"
        elif member.size > MOST:
            trouble = f"it is larger than {MOST // 2**20} MB"
        yield Entry(f"{entry.path}/{name}", place, entry.origin, entry.file, [*entry.inner, fields], when(member),
                    trouble, oddities)
    for group, count in reply["left"]:
        name, _ = plain(group.encode("latin-1").decode("utf-8", "replace")) if group else ("", "")
        yield Entry("/".join(filter(None, [entry.path, name])), "/".join(filter(None, [inner, name])) or entry.place,
                    entry.origin, trouble=f"it has {count:,} files that were not read: at most {MOST_FILES:,} are read "
                                          "of one, fewer with long names, and then only notebooks")


def plain(name):
    """Return a name in an archive as a relative place, and what was odd about it. It is only read, never written to."""
    from unicodedata import normalize
    parts = normalize("NFC", name.replace("\\", "/")).split("/")
    kept = [part for part in parts if part not in ("", ".", "..") and not (len(part) == 2 and part[1] == ":")]
    odd = ".." in parts or (parts[0] == "" and len(parts) > 1) or parts[0][1:] == ":"
    said = [f"its name in the zip points elsewhere: {name[:80]}"] if odd else []
    if len(kept) > DEEPEST_FOLDER or any(len(part) > LONGEST for part in kept):
        kept = [short(part) for part in [*kept[:DEEPEST_FOLDER], *kept[DEEPEST_FOLDER:][-1:]]]
        said.append(f"its name has {len(name):,} characters: it was cut")
    if not kept:
        return "nameless", [*said, "it has no name in the zip"]
    return "/".join(kept), said


def short(part):
    """Return a unique name of at most LONGEST characters."""
    from hashlib import sha256
    if len(part) <= LONGEST:
        return part
    stem, ending = os.path.splitext(part)
    ending = ending if re.fullmatch(r"\.\w{1,8}", ending) else ""
    return f"{stem[:LONGEST - 30]}…{sha256(part.encode('utf-8', 'replace')).hexdigest()[:8]}{ending}"


def when(member):
    """Return a member's time in seconds; 0 if it has no valid date."""
    from datetime import UTC, datetime
    date, time = member.date
    try:
        return datetime((date >> 9) + 1980, date >> 5 & 15, date & 31, time >> 11, time >> 5 & 63, (time & 31) * 2,
                        tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
