"""my_minitorch.py, the file of a learner's right answers, on which later lessons run."""

import linecache
import os
import re
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from ..serialization.atomic import atomic_write
from . import places
from .safe_call import call
from .source import section

NAME = "my_minitorch.py"
COPIES = "my_minitorch*.py"               # as browsers number what is downloaded twice
DAMAGED = "my_minitorch.damaged"
HEAD = '"""My minitorch: what I wrote in the course. Later lessons run on it; edit it as you like."""\n'
SECTION = re.compile(r"^# exercise (\d+\.\d+), version (\d+)[ \t]*\n", re.M)
PATIENCE = 2                              # seconds that another lesson may take to write
folder: Path | None = None                # the folder it is kept in, once one was asked for
seen: dict[str, tuple[int, str]] = {}     # what this session kept or mounted: a file that is lost is written from it
newest: set[str] = set()                  # of these, what the file may not hold yet


def home():
    """Return the folder it is kept in: the one on Drive as soon as that is mounted."""
    global folder
    if folder is None:
        folder = places.course_folder()
    elif folder != places.DRIVE and places.drive_is_mounted():
        folder = places.DRIVE
        newest.update(seen)                                # for what lies there may be older
    return folder


def path():
    """Return the path of my_minitorch.py, which may not exist yet."""
    return home() / NAME


def parsed(data):
    """Return what is before the first section of a file's bytes, and {exercise id: (version, source)}.

    Raises ValueError when they are no text.
    """
    first, *parts = SECTION.split(data.decode("utf-8-sig").replace("\r\n", "\n"))
    return first, {id: (int(version), body) for id, version, body in zip(parts[::3], parts[1::3], parts[2::3])}


def read():
    """Return what has been kept, as `parsed` gives it.

    Raises ValueError when the file is no text.
    """
    return parsed(path().read_bytes()) if path().is_file() else ("", {})


def sections():
    """Return {exercise id: (version, source)} of what has been kept; {} for a file that cannot be read."""
    try:
        return read()[1]
    except (OSError, ValueError):
        return {}


@contextmanager
def alone():
    """Keep other lessons that are open from writing at the same time; a lock that is left is no obstacle for long."""
    home().mkdir(parents=True, exist_ok=True)
    lock, end, mine = path().with_suffix(".lock"), time.monotonic() + PATIENCE, False
    while not mine and time.monotonic() < end:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            mine = True
        except FileExistsError:
            time.sleep(0.01)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink()


def add(given):
    """Write sections to the file, with what this session has seen and the file lacks, in the order of their numbers.

    given     {exercise id: (version, source)}
    returns   what was wrong with the file that was there, or None

    What the learner put before the first section stays. Raises OSError; what was given is then written the next time.
    """
    trouble = None
    seen.update(given)
    newest.update(given)
    with alone():
        try:
            first, kept = read()
        except ValueError:
            path().replace(home() / DAMAGED)
            first, kept, trouble = "", {}, f"{NAME} was damaged: it is now {DAMAGED}, and a new one begins."
        kept = {**seen, **kept, **{id: seen[id] for id in newest}}
        text = (first.rstrip() or HEAD.rstrip()) + "\n" + "".join(
            f"\n\n# exercise {id}, version {version}\n{body.strip()}\n" for id, (version, body) in
            sorted(kept.items(), key=lambda item: [int(n) for n in item[0].split(".")]))
        with atomic_write(path()) as file:
            file.write(text.encode())
    newest.clear()
    return trouble


def complete():
    """Write again what this session has seen, if the file was lost or could not be written. Returns whether it was."""
    kept = sections()
    lost = bool(seen) and (not kept or bool(newest))
    if lost:
        with suppress(OSError):
            add({})
    return lost


def run_section(record, text):
    """Return the answer that a section's source defines, run in a fresh namespace.

    Raises whatever the source raises, and NameError when it defines no answer.
    """
    space: dict = {"__name__": "my_minitorch"}
    name = f"<my_minitorch {record.id}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)     # so that it can be shown and kept again
    exec(compile(text, name, "exec"), space)
    if record.name not in space:
        raise NameError(f"it defines no {record.name}")
    return space[record.name]


def save(record, function):
    """Add a right answer to my_minitorch.py, in the folder of an older one. Returns what there is to say, or None."""
    try:
        text = section(record, function)
        again = call(run_section, record, text)
        if again.error is not None:
            raise again.error
    except BaseException as reason:
        return f"{record.id} {record.name} is right, but could not be kept for later lessons: {reason}"
    fleeting = places.in_colab() and home() != places.DRIVE and not seen
    try:
        trouble = add({record.id: (record.version, text[text.index("\n") + 1:])})
    except OSError as reason:
        return (f"{NAME} could not be written in {home().resolve().name}: {reason.strerror or reason}. Your answer "
                "holds in this session, and is written with your next right one.")
    return trouble or (f"Colab forgets {NAME} when it closes: download() saves it, upload() brings it back."
                       if fleeting else None)
