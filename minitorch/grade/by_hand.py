"""Points set by hand: read from a file, and refused where they could not have been meant."""

from math import isfinite
from pathlib import Path

from ..display.text import counted
from .students import reader

COLUMNS = ("student", "exercise", "points", "reason")


class ByHand(dict):
    """{(student, exercise): (points, reason)}; `lines` says in which line of the file `path` each stands."""

    def __init__(self, path=""):
        super().__init__()
        self.path, self.lines = str(path), {}


def overrides(path):
    """What a CSV with the columns student, exercise, points, reason says: a ByHand.

    path   the file, or None; the same where it does not exist

    Raises ValueError with the line that cannot be used: no number, no exercise, more points than it has, two for one.
    """
    from ..course.record import find
    found = ByHand(path)
    if path is None or not Path(path).is_file():
        return found
    lines, _ = reader(Path(path))
    if not set(COLUMNS) <= set(lines.fieldnames or ()):
        raise ValueError(f"{path} needs the columns {', '.join(COLUMNS)}.")
    for line in lines:
        student, id, points, reason = ((line[name] or "").strip() for name in COLUMNS)
        where = f"{path}, line {lines.line_num}"
        try:
            most, value = find(id).points, float(points.replace(",", "."))
        except ValueError as error:
            raise ValueError(f"{where}: {error}" if "float" not in str(error) else
                             f"{where}: {points!r} is no number of points.") from None
        if not isfinite(value) or not 0 <= value <= most:
            raise ValueError(f"{where}: {counted(value, 'point')}, but {id} has 0 to {most:g}.")
        if (student, id) in found:
            raise ValueError(f"{where}: {student}'s {id} stands in line {found.lines[student, id]} too.")
        found[student, id], found.lines[student, id] = (value, reason), lines.line_num
    return found


def checked(by_hand, store, found, listed=()):
    """The same under the names by which the store knows its students.

    found    what was handed in now; listed: the students of a roster

    Raises ValueError with the line of a student whom nobody knows, or whose submission cannot be read.
    """
    from difflib import get_close_matches
    graded = {*store.students(), *(each.student for each in found if hasattr(each, "lesson"))}
    unreadable = {each.student: each.reason for each in found if not hasattr(each, "lesson")}
    out = ByHand()
    for (student, id), said in by_hand.items():
        name = student if student in graded else store.named(student)
        if name not in graded:
            where = f"{by_hand.path}, line {by_hand.lines[student, id]}: "
            if name in unreadable:
                raise ValueError(f"{where}{name}'s submission cannot be read ({unreadable[name]}), so it has no points "
                                 "to set. Put a whole one in its place first.")
            if name in listed:
                raise ValueError(f"{where}{name} has handed in nothing, so there are no points to set.")
            near = get_close_matches(student, sorted(graded), 3, 0.4)
            raise ValueError(f"{where}no student is called {student!r}"
                             + (f"; there is {' or '.join(near)}." if near else "."))
        out[name, id] = said
    return out
