"""Read and write what an instructor decides by hand, in two CSV files: points, and whose a file is."""

import csv
import io
from math import isfinite
from pathlib import Path

from ..display.text import counted
from . import students
from .inert import cell, text_of_cell, write

COLUMNS = ("student", "exercise", "points", "reason")
WHO = ("file", "student")


class ByHand(dict):
    """{(student, exercise): (points, reason)}; `lines` says in which line of the file `path` each stands."""

    def __init__(self, path=""):
        super().__init__()
        self.path, self.lines = str(path), {}


def overrides(path):
    """Read a CSV with the columns student, exercise, points, reason into a ByHand.

    path   the file, or None; the same where it does not exist

    Raises ValueError with all lines that cannot be used: no number, no exercise, more points than it has, two for one.
    """
    from ..course.record import find
    found, wrong = ByHand(path), []
    for number, line in lines_of(path, COLUMNS):
        student, id, points, reason = (line[name] for name in COLUMNS)
        try:
            if (student, id) in found:
                raise ValueError(f"{student}'s {id} stands in line {found.lines[student, id]} too.")
            found[student, id] = points_of(find(id), points), reason
            found.lines[student, id] = number
        except ValueError as error:
            wrong.append(f"{path}, line {number}: {error}")
    complain(wrong)
    return found


def named(path, listed=None):
    """Return {file: student} of a CSV with the columns file, student: whose a folder or file of the hand-ins is.

    path     the file, or None; the same where it does not exist
    listed   the students of a roster, or None

    Raises ValueError with all lines that cannot be used: no student, one who is not on the roster, two for one file.
    """
    found, wrong = {}, []
    for number, line in lines_of(path, WHO):
        file, student = (line[name] for name in WHO)
        why = ("it needs a file and a student." if not file or not student else
               f"{file!r} stands in an earlier line too." if file in found else
               f"no student of the roster is called {student!r}." if listed is not None and student not in listed else
               "")
        wrong += [f"{path}, line {number}: {why}"] * bool(why)
        found[file] = student
    complain(wrong)
    return found


def lines_of(path, columns):
    """Return [(its number, {column: text})] of the lines of an instructor's CSV; [] if there is no such file.

    Raises ValueError where a column is missing.
    """
    if path is None or not Path(path).is_file():
        return []
    return [(number, {name: text_of_cell(text) for name, text in line.items()})
            for number, line in students.lines_of(Path(path), columns)]


def set_line(path, columns, values, key):
    """Write one line of such a file, made where it is not there: in the place of the line with the same key.

    values   one for each column; key: how many of the first columns name the line. Without more values than these the
             line is removed
    """
    lines = [tuple(line[name] for name in columns) for _, line in lines_of(path, columns)]
    place = next((number for number, line in enumerate(lines) if line[:key] == values[:key]), len(lines))
    lines[place:place + 1] = [values] if len(values) > key else []
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([columns, *(map(cell, line) for line in lines)])
    write(path, file.getvalue())


def points_of(exercise, text):
    """Read a number of points from a cell. Raises ValueError for no number, or one that the exercise cannot have."""
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
    """Return the overrides with each student's name as the store has it.

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
