"""Help that opens a little at a time: three hints an exercise, then the solution, explained."""

import json
import re
from pathlib import Path

from .record import find
from .session import opened


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

    It is read from the solutions beside the lessons, or says that they are withheld.
    """
    record = find(id)
    if opened.get(id, 0) < len(record.hints):
        left = len(record.hints) - opened.get(id, 0)
        print(f"{id} {record.name} has {left} hint{'s' * (left > 1)} still closed: hint(\"{id}\") opens the next.")
        return
    opened[id] = len(record.hints) + 1
    text = worked(record)
    if text is None:
        print(f"The solution of {id} {record.name} is withheld in this course. Ask the instructor, or compare with "
              f"the library's own: {where(record)}.")
        return
    print(text)
    print(f"\nThe library's own version: {where(record)}.")


def where(record):
    """The file and name of the library's version."""
    library = record.piece().library if record.piece is not None else record.reference
    return f"{library.__module__.replace('.', '/')}.py, {library.__name__}"


def notebooks(lesson):
    """The solution notebooks of a lesson that are within reach."""
    roots = [Path.cwd(), *Path.cwd().parents, Path(__file__).resolve().parents[2]]
    for root in roots:
        found = sorted((root / "solutions").glob(f"{lesson:02d}_*/{lesson:02d}_*.ipynb"))
        if found:
            return found
    return []


def worked(record):
    """The lines between the solution marks of an exercise's cell, or None."""
    for path in notebooks(record.lesson):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            source = "".join(cell["source"])
            if f'@exercise("{record.id}")' in source:
                return re.sub(r"^ *### (BEGIN|END) SOLUTION\n?", "", source, flags=re.M).rstrip()
    return None
