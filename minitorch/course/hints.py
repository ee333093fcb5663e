"""Help that opens a little at a time: three hints an exercise, then the solution, explained."""

import json
import re
import sys
from pathlib import Path

from .record import find
from .session import opened
from .settings import settings_of

HOME = Path(__file__).resolve().parents[2]            # the clone, where minitorch is one
WITHHELD = Path(__file__).with_name("withheld.txt")   # stands in what a graded course gives out


def hint(id):
    """Show the next hint of an exercise. What was opened is remembered here and sent nowhere."""
    record = find(id)
    count = min(opened.get(id, 0) + 1, len(record.hints))
    opened[id] = count
    for number, text in enumerate(record.hints[:count], 1):
        print(f"hint {number} of {len(record.hints)}: {text}")
    if count == len(record.hints):
        print(f"That was the last.  solution(\"{id}\") shows one way to write it; it scores nothing.")


def solution(id):
    """Show a worked answer, once the hints have been opened; it does not score.

    It is read from the solutions beside the lessons, or says where they are, or that they are withheld.
    """
    record = find(id)
    if opened.get(id, 0) < len(record.hints):
        left = len(record.hints) - opened.get(id, 0)
        print(f"{id} {record.name} has {left} hint{'s' * (left > 1)} still closed: hint(\"{id}\") opens the next.")
        return
    opened[id] = len(record.hints) + 1
    text = worked(record)
    if text is not None:
        print(text)
    elif WITHHELD.is_file() or notebooks(record.lesson) or address() is None:
        print(f"The solution of {id} {record.name} is withheld in this course. Ask the instructor"
              + (", or compare with the library's own." if where(record) else "."))
    else:
        print(f"The solution of {id} {record.name} stands in solutions/{record.lesson:02d}_… of the repository: "
              f"{address()}")
    if where(record):
        print(f"\nThe library's own version: {where(record)}.")


def where(record):
    """Return the file and name of the library's version, or of both if there are two; None if it has none."""
    if record.piece is None:
        return None
    libraries = [piece.library for piece in (record.piece(), *record.aliases()) if hasattr(piece, "library")]
    return "; ".join(f"{file_of(library.__module__)}, {library.__name__}" for library in libraries)


def file_of(module):
    """Return the path of a module in the repository."""
    return module.replace(".", "/") + ("/__init__.py" if hasattr(sys.modules[module], "__path__") else ".py")


def address():
    """Return where this minitorch was installed from, if from a repository on the net (as in Colab); else None."""
    from importlib.metadata import PackageNotFoundError, distribution
    try:
        origin = json.loads(distribution("minitorch").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        return None
    url, ref = origin.get("url", ""), origin.get("vcs_info", {}).get("requested_revision", "HEAD")
    return f"{url.removesuffix('.git')}/tree/{ref}/solutions" if url.startswith("https://") else None


def notebooks(lesson):
    """Return the solution notebooks of a lesson that are within reach."""
    roots = [Path.cwd(), *Path.cwd().parents, HOME]
    for root in roots:
        found = sorted((root / "solutions").glob(f"{lesson:02d}_*/{lesson:02d}_*.ipynb"))
        if found:
            return found
    return []


def worked(record):
    """Return the lines between the solution marks of an exercise's cell, or None."""
    for path in notebooks(record.lesson):
        if not settings_of(path.parents[1])["solutions"]:
            continue
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if f'@exercise("{record.id}")' in source:
                return re.sub(r"^ *### (BEGIN|END) SOLUTION\n?", "", source, flags=re.M).rstrip()
    return None
