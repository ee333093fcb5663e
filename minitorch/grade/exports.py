"""Grades as the files that course systems take: Canvas, Moodle, nbgrader's columns, and a plain table."""

import csv
import io

from ..serialization.atomic import atomic_write
from .html_page import number
from .students import Roster, column, roster as read_roster

FORMS = ("plain", "canvas", "moodle", "nbgrader")
FORMULA = ("=", "+", "-", "@", "\t", "\r")          # what a spreadsheet would run


def inert(text):
    """A text that no spreadsheet takes for a formula."""
    text = " ".join(str(text).split("\r"))
    plain_number = text.removeprefix("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if text.startswith(FORMULA) and not plain_number else text


def sums(rows):
    """{(student, lesson): (earned, of)}."""
    out: dict[tuple, tuple] = {}
    for result, points, _ in rows:
        earned, of = out.get((result.student, result.lesson), (0, 0))
        out[result.student, result.lesson] = earned + points, of + result.of
    return out


def text_of(rows, form="plain", roster=None, title=None):
    """The grades as CSV.

    rows     [(result, points, reason)], as store.final gives them
    form     plain: a line a student, a column an exercise, and why points were set by hand.
             canvas: Canvas' gradebook, a column a lesson; give its own export as the roster.
             moodle: its grading worksheet for one lesson; give the one it exported as the roster.
             nbgrader: the columns that `nbgrader export` writes
    roster   a Roster or a CSV file. Who is on it and handed in nothing has an empty cell, never a zero
    title    the assignment's name, for Canvas; default "Lesson N". Canvas finds its own by "Name (number)"
    """
    if form not in FORMS:
        raise ValueError(f"grades can be written as {', '.join(FORMS)}, not {form!r}.")
    known = roster if isinstance(roster, Roster | None) else read_roster(roster)
    lines = {"plain": plain, "canvas": canvas, "moodle": moodle, "nbgrader": nbgrader}[form](list(rows), known, title)
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([[inert(cell) for cell in line] for line in lines])
    return file.getvalue()


def students(rows, known):
    """Everyone: the roster's in its order, then who is graded and not on it."""
    listed = known.students if known is not None else []
    graded = sorted({result.student for result, _, _ in rows} - set(listed), key=str.casefold)
    return [*listed, *graded]


def plain(rows, known, title):
    """Student, a column an exercise, total, of, remarks."""
    exercises = sorted({result.exercise for result, _, _ in rows}, key=lambda id: [*map(int, id.split("."))])
    points = {(result.student, result.exercise): (got, result.of) for result, got, _ in rows}
    reasons: dict[str, list] = {}
    for result, got, reason in rows:
        if reason:
            reasons.setdefault(result.student, []).append(f"{result.exercise}: {number(got)}, {reason}")
    yield ["student", *exercises, "total", "of", "remarks"]
    for student in students(rows, known):
        theirs = [points.get((student, id)) for id in exercises]
        earned = [pair for pair in theirs if pair is not None]
        yield [student, *(number(pair[0]) if pair else "" for pair in theirs),
               *([number(sum(got for got, _ in earned)), number(sum(of for _, of in earned))] if earned else ["", ""]),
               "; ".join(reasons.get(student, []))]


def identity(student):
    """(name, number) of a student whose name came from a file: `lovelaceada (17)`."""
    name, _, rest = student.rpartition(" (")
    return (name, rest[:-1]) if rest.endswith(")") and name else (student, "")


def canvas(rows, known, title):
    """Student, ID, SIS User ID, SIS Login ID, Section, and a column a lesson."""
    found = sums(rows)
    lessons = sorted({lesson for _, lesson in found})
    names = [title or f"Lesson {lesson}" for lesson in lessons]
    yield ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *names]
    yield ["    Points Possible", "", "", "", "",
           *(number(max(of for (_, each), (_, of) in found.items() if each == lesson)) for lesson in lessons)]
    for student in students(rows, known):
        row = known.rows.get(student) if known is not None else None
        name, id = (column(row, "Student", "Name") or student, column(row, "ID")) if row else identity(student)
        yield [name, id, column(row, "SIS User ID"), column(row, "SIS Login ID", "login"), column(row, "Section"),
               *(number(found[student, lesson][0]) if (student, lesson) in found else "" for lesson in lessons)]


def moodle(rows, known, title):
    """Identifier, Full name, Email address, Grade, Maximum Grade, Feedback comments."""
    found = sums(rows)
    if len({lesson for _, lesson in found}) > 1:
        raise ValueError("Moodle takes the grades of one assignment at a time: say which with --lesson.")
    grades = {student: pair for (student, _), pair in found.items()}
    most = max((of for _, of in grades.values()), default=0)
    remarks: dict[str, list] = {}
    for result, got, reason in rows:
        remarks.setdefault(result.student, []).append(
            f"{result.exercise} {number(got)}/{number(result.of)}" + (f" ({reason})" if reason else ""))
    yield ["Identifier", "Full name", "Email address", "Grade", "Maximum Grade", "Feedback comments"]
    for student in students(rows, known):
        row = known.rows.get(student) if known is not None else None
        name, id = identity(student)
        number_of = column(row, "Identifier", "ID") or id
        if number_of.isdecimal():
            number_of = f"Participant {number_of}"
        yield [number_of, column(row, "Full name", "Name", "Student") or name, column(row, "Email address", "Email"),
               number(grades[student][0]) if student in grades else "", number(most),
               ", ".join(remarks.get(student, []))]


def nbgrader(rows, known, title):
    """assignment, student_id, score, max_score: the columns of nbgrader's own export that others read."""
    yield ["assignment", "student_id", "first_name", "last_name", "email", "score", "max_score"]
    found = sums(rows)
    for student in students(rows, known):
        row = known.rows.get(student) if known is not None else None
        for (whose, lesson), (earned, of) in sorted(found.items()):
            if whose == student:
                yield [title or f"Lesson {lesson}", column(row, "id") or student, column(row, "first_name"),
                       column(row, "last_name"), column(row, "email"), number(earned), number(of)]


def write(path, rows, **options):
    """The grades into a file; Moodle and Canvas read UTF-8. For nbgrader a path that ends in .db is its gradebook."""
    if options.get("form") == "nbgrader" and str(path).endswith(".db"):
        from .gradebook import fill
        fill(path, rows, options.get("roster"))
        return
    text = text_of(rows, **options)
    with atomic_write(path) as file:
        file.write(text.encode("utf-8", "replace"))
