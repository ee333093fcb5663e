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

    Raises ValueError with all lines that cannot be used: no number, no exercise, more points than it has, two for one.
    """
    from ..course.record import find
    found = ByHand(path)
    if path is None or not Path(path).is_file():
        return found
    lines, _ = reader(Path(path))
    if not set(COLUMNS) <= set(lines.fieldnames or ()):
        raise ValueError(f"{path} needs the columns {', '.join(COLUMNS)}.")
    wrong = []
    for line in lines:
        student, id, points, reason = ((line[name] or "").strip() for name in COLUMNS)
        try:
            if (student, id) in found:
                raise ValueError(f"{student}'s {id} stands in line {found.lines[student, id]} too.")
            found[student, id] = points_of(find(id), points), reason
            found.lines[student, id] = lines.line_num
        except ValueError as error:
            wrong.append(f"{path}, line {lines.line_num}: {error}")
    complain(wrong)
    return found


def points_of(exercise, text):
    """The points that a cell gives for an exercise. Raises ValueError for no number, or one that it cannot have."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"{text!r} is no number of points.") from None
    if not isfinite(value) or not 0 <= value <= exercise.points:
        raise ValueError(f"{counted(value, 'point')}, but {exercise.id} has 0 to {exercise.points:g}.")
    return value


def complain(wrong):
    """Raise ValueError with all lines that cannot be used."""
    if wrong:
        raise ValueError("\n".join(wrong))


def checked(by_hand, store, found, listed=()):
    """The same under the names by which the store knows its students.

    found    what was handed in now; listed: the students of a roster

    Raises ValueError with the lines of students whom nobody knows, or whose submission cannot be read.
    """
    from difflib import get_close_matches
    graded = {*store.students(), *(each.student for each in found if hasattr(each, "lesson"))}
    unreadable = {each.student: each.reason for each in found if not hasattr(each, "lesson")}
    out, wrong = ByHand(), []
    for (student, id), said in by_hand.items():
        name = student if student in graded else store.named(student)
        if name in graded:
            out[name, id] = said
            continue
        near = get_close_matches(student, sorted(graded), 3, 0.4)
        why = (f"{name}'s submission cannot be read ({unreadable[name]}), so it has no points to set. Put a whole one "
               "in its place first." if name in unreadable else
               f"{name} has handed in nothing, so there are no points to set." if name in listed else
               f"no student is called {student!r}" + (f"; there is {' or '.join(near)}." if near else "."))
        wrong.append(f"{by_hand.path}, line {by_hand.lines[student, id]}: {why}")
    complain(wrong)
    return out
