"""The lessons of a graded course as students get them: which of them, and nothing in them that is the instructor's."""

import json
import re

from ..grade.course_files import notebooks
from .release import ReleaseError, opened, released

CELL = ("nbgrader", "deletable", "editable", "exercises", "tags", "cellView", "jupyter")      # what a cell may say
NOTEBOOK = ("kernelspec", "language_info")                                                 # and what a notebook may


def numbers(text):
    """Return the set of lessons that a text names: "3", "1-2", "1-2,5".

    Raises ValueError for anything else.
    """
    found: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,3})(?:\s*-\s*(\d{1,3}))?\s*", part)
        if not match or int(match[2] or match[1]) < int(match[1]):
            raise ValueError(f"--lessons takes numbers such as 3, 1-2 or 1-2,5, not {text!r}.")
        found.update(range(int(match[1]), int(match[2] or match[1]) + 1))
    return found


def lessons_of(root, settings, asked, target, before, again):
    """Return ({place: notebook} of what students get, the places of those that stay as they were given out).

    asked    numbers of lessons, None for all; what has no exercises (lesson 0, examples, milestones) always goes along
    before   the places of the lessons that an earlier release gave out
    again    whether those that have changed since are given out anew
    """
    sources = {path.relative_to(root / "solutions").as_posix(): path for path in notebooks(root / "solutions")}
    number = {place: int(place[:2]) if place[:2].isdecimal() else 0 for place in sources}
    missing = (asked or set()) - set(number.values())
    if missing:
        raise ReleaseError(f"there is no lesson {', '.join(map(str, sorted(missing)))} in {root / 'solutions'}; there "
                           f"are {', '.join(map(str, sorted(set(number.values()))))}.")
    made, kept = {}, []
    for place, path in sources.items():
        if asked is not None and number[place] and number[place] not in asked and place not in before:
            continue
        made[place] = plain(released(opened(path), place, settings["repo"], settings["ref"]))
        old = target / "lessons" / place
        if place in before and not again and old.is_file():
            there = json.loads(old.read_text(encoding="utf-8"))
            if there != made[place]:
                made[place] = there
                kept.append(place)
    return made, kept


def plain(notebook):
    """Remove from a notebook the metadata that its author's tools have written."""
    for cell in notebook["cells"]:
        cell["metadata"] = {name: value for name, value in cell["metadata"].items() if name in CELL}
    notebook["metadata"] = {name: value for name, value in notebook["metadata"].items() if name in NOTEBOOK}
    return notebook
