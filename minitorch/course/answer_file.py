"""my_minitorch.py, the file of a learner's right answers, on which later lessons run."""

import linecache
import re
import sys
from pathlib import Path

from ..serialization.atomic import atomic_write
from .safe_call import call
from .source import section

NAME = "my_minitorch.py"
DAMAGED = "my_minitorch.damaged"
HEAD = '"""My minitorch: what I wrote in the course. Later lessons run on it; edit it as you like."""\n'
SECTION = re.compile(r"^# exercise (\d+\.\d+), version (\d+)\n", re.M)
DRIVE = Path("/content/drive/MyDrive/minitorch")
folder = Path()                           # the folder it is kept in; setup() may choose another


def path():
    """Where my_minitorch.py is, or will be."""
    return folder / NAME


def in_colab():
    return "google.colab" in sys.modules


def split(text):
    """What stands before the first section, and {exercise id: (version, source)}."""
    first, *parts = SECTION.split(text)
    return first, {id: (int(version), body) for id, version, body in zip(parts[::3], parts[1::3], parts[2::3])}


def read():
    """What has been kept, as `split` gives it.

    Raises ValueError when the file is no text.
    """
    if not path().is_file():
        return "", {}
    return split(path().read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))


def sections():
    """{exercise id: (version, source)} of what has been kept; {} for a file that cannot be read."""
    try:
        return read()[1]
    except (OSError, ValueError):
        return {}


def store(first, kept):
    """Write my_minitorch.py anew, whole; what the learner put before the first answer stays."""
    text = (first.rstrip() or HEAD.rstrip()) + "\n" + "".join(
        f"\n\n# exercise {id}, version {version}\n{body.strip()}\n" for id, (version, body) in
        sorted(kept.items(), key=lambda item: [int(n) for n in item[0].split(".")]))
    folder.mkdir(parents=True, exist_ok=True)
    with atomic_write(path()) as file:
        file.write(text.encode())


def run_section(record, text):
    """The answer that a section's source defines, run in a fresh namespace.

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
    """Add a right answer to my_minitorch.py, in the folder of an older one. Returns what went wrong, or None."""
    try:
        text = section(record, function)
        again = call(run_section, record, text)
        if again.error is not None:
            raise again.error
    except BaseException as reason:
        return f"{record.id} {record.name} is right, but could not be kept for later lessons: {reason}"
    trouble = None
    try:
        try:
            first, kept = read()
        except ValueError:
            path().replace(folder / DAMAGED)
            first, kept, trouble = "", {}, f"{NAME} was damaged: it is now {DAMAGED}, and a new one begins."
        kept[record.id] = (record.version, text[text.index("\n") + 1:])
        store(first, kept)
    except OSError as reason:
        return (f"{NAME} could not be written in {folder.resolve().name}: {reason.strerror or type(reason).__name__}. "
                "Your answer holds in this session only.")
    return trouble


def use_drive():
    """Keep my_minitorch.py on Google Drive, where it outlives the Colab session."""
    global folder
    if not in_colab():
        print("Drive is for Colab; here the file lies beside the notebook.")
        return
    try:
        from google.colab import drive
        drive.mount("/content/drive")
    except Exception as reason:
        print(f"Drive is not there ({reason}): your answers stay in this session; download() saves them.")
        return
    folder = DRIVE
