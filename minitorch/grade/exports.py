"""Grades as the files that course systems take: Canvas, Moodle, nbgrader's columns, and a plain table."""

import csv
import io
import re
from functools import partial
from operator import attrgetter

from .html_page import number
from .inert import cell, write as write_text
from .report import order, totals
from .students import Roster, column as column_of, roster as read_roster

FORMS = ("plain", "canvas", "moodle", "nbgrader")
LESSON = attrgetter("student", "lesson")
OWN = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")      # what Canvas knows its students by
COMMENT = re.compile(r"^\d+\.\d+ [\d.-]+/", re.M)                       # how a comment of ours begins


def text_of(rows, form="plain", roster=None, column=None, said=None, look=None, handed=None):
    """Return the grades as CSV.

    rows     [(result, points, reason)], as store.final gives them
    form     plain: a line a student, a column an exercise, and why points were set by hand.
             canvas: Canvas' gradebook, a column a lesson; give its own export as the roster.
             moodle: its grading worksheet for one lesson; give the one it exported as the roster.
             nbgrader: the columns that `nbgrader export` writes
    roster   a Roster or a CSV file. Who is on it and handed in nothing keeps what stands there, never gets a zero
    column   the assignment's column in Canvas' or Moodle's own file, or a part of its name; a name for a new one
    said     a list that gets what is to be said about it
    look     {student: [(kind, words)]} of those to look at first, which begin the plain table
    handed   {(student, lesson): {"comment", …}}, as the store gives it: Moodle's worksheet takes the comments

    Raises ValueError for a column that is not in the file or is in it twice, and for two lessons in one column.
    """
    if form not in FORMS:
        raise ValueError(f"grades can be written as {', '.join(FORMS)}, not {form!r}.")
    known = roster if isinstance(roster, Roster | None) else read_roster(roster)
    said = [] if said is None else said
    if form == "plain":
        lines = plain(list(rows), known, look or {})
    else:
        comments = {student: kept["comment"] for (student, _), kept in (handed or {}).items() if "comment" in kept}
        lines = {"canvas": canvas, "moodle": partial(moodle, comments=comments), "nbgrader": nbgrader}[form](
            list(rows), known, column, said)
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([[cell(text) for text in line] for line in lines])
    return file.getvalue()


def students(rows, known):
    """Return the names of the roster, in its order, then those who are graded and not on it."""
    listed = known.students if known is not None else []
    graded = sorted({result.student for result, _, _ in rows} - set(listed), key=str.casefold)
    return [*listed, *graded]


def plain(rows, known, look):
    """Yield a line for each student: points by exercise, total, of, remarks, what to look at; those with some first."""
    exercises = sorted({result.exercise for result, _, _ in rows}, key=order)
    points = {(result.student, result.exercise): (got, result.of) for result, got, _ in rows}
    reasons: dict[str, list] = {}
    for result, got, reason in rows:
        if reason:
            reasons.setdefault(result.student, []).append(f"{result.exercise}: {number(got)}, {reason}")
    yield ["student", *exercises, "total", "of", "remarks", "look at"]
    for student in [*look, *(name for name in students(rows, known) if name not in look)]:
        theirs = [points.get((student, id)) for id in exercises]
        earned = [pair for pair in theirs if pair is not None]
        yield [student, *(number(pair[0]) if pair else "" for pair in theirs),
               *([number(sum(got for got, _ in earned)), number(sum(of for _, of in earned))] if earned else ["", ""]),
               "; ".join(reasons.get(student, [])),
               "; ".join(f"{kind}: {words}" for kind, words in look.get(student, []))]


def identity(student):
    """Return (name, number) of a student whose name came from a file: `lovelaceada (17)`."""
    name, _, rest = student.rpartition(" (")
    return (name, rest[:-1]) if rest.endswith(")") and name else (student, "")


def only(lessons, what):
    if len(lessons) > 1:
        raise ValueError(f"{what} the grades of one lesson at a time: say which with --lesson.")


def chosen(columns, asked, where):
    """Return the one column of a file whose name is, or contains, what was asked for."""
    found = [name for name in columns if name == asked] or [name for name in columns if asked.lower() in name.lower()]
    if len(found) != 1:
        raise ValueError(f"{where} has {len(found) or 'no'} column{'s' * (len(found) > 1)} called {asked!r}; "
                         f"--column takes one of: {', '.join(found or columns) or 'none'}.")
    return found[0]


def scaled(earned, of, most, said, where):
    """Return points scaled to the system's maximum; unscaled if it has none."""
    try:
        most = float(most)
    except ValueError:
        most = 0.0
    if most <= 0 or most == of:
        return number(earned)
    if (line := f"{where} counts to {number(most)}, the lesson to {number(of)}: the grades are scaled") not in said:
        said.append(line)
    return number(earned * most / of if of else 0)


def canvas(rows, known, column, said):
    """Yield the columns that Canvas knows students by, as its own file has them, and a column a lesson."""
    found = totals(rows, LESSON)
    lessons = sorted({lesson for _, lesson in found})
    own = known.columns if known is not None and {"ID", "Section"} <= {*known.columns} else list(OWN)
    head = own[:own.index("Section") + 1]
    possible = next((row for row in known.others if "Points Possible" in "".join(row.values())), {}) if known else {}
    names = assignments(lessons, [name for name in own[len(head):] if "read only" not in possible.get(name, "")],
                        column, said)
    most = {lesson: max(of for (_, each), (_, of) in found.items() if each == lesson) for lesson in lessons}
    yield [*head, *names.values()]
    yield ["    Points Possible", *[""] * (len(head) - 1),
           *(possible.get(names[lesson]) or number(most[lesson]) for lesson in lessons)]
    for student in students(rows, known):
        row = (known.rows.get(student) if known is not None else None) or {}
        name, id = identity(student)
        start = {"Student": column_of(row, "Student", "Name") or (student if row else name),
                 "ID": column_of(row, "ID") if row else id, "SIS Login ID": column_of(row, "SIS Login ID", "login")}
        yield [*(row.get(key) or start.get(key, "") for key in head),
               *(scaled(*found[student, lesson], possible.get(names[lesson], ""), said, f"{names[lesson]!r}")
                 if (student, lesson) in found else row.get(names[lesson], "") for lesson in lessons)]


def assignments(lessons, theirs, column, said):
    """Return {lesson: the name of its assignment in Canvas}; `said` gets which are Canvas' own, and which are new.

    theirs   the assignments that the roster has
    """
    if column:
        only(lessons, "A column takes")
        names = {lesson: chosen(theirs, column, "the roster") if theirs else column for lesson in lessons}
    else:
        names = {lesson: next((name for name in theirs if re.match(rf"lesson 0*{lesson}\b", name, re.I)),
                              f"Lesson {lesson}") for lesson in lessons}
    said += [f"{name!r} of the roster gets lesson {lesson}" if name in theirs else
             f"Canvas makes a new assignment, {name!r}, for lesson {lesson}. For one that it has, give its "
             "exported gradebook as --roster and --column NAME" for lesson, name in names.items()]
    return names


def moodle(rows, known, column, said, comments):
    """Yield the lines of Moodle's own worksheet with its columns as they were, the grades and comments filled in.

    It takes grades only beside Identifier and Last modified (grade), and none above its maximum; an empty comment
    deletes one: whoever is not graded keeps theirs. Source: Moodle, mod/assign/feedback/offline.
    """
    found = totals(rows, LESSON)
    only({lesson for _, lesson in found}, "Moodle takes")
    grades = {student: pair for (student, _), pair in found.items()}
    most = max((of for _, of in grades.values()), default=0)
    own = known.columns if known is not None and "Identifier" in known.columns else []
    if not own:
        said.append("Moodle takes its own grading worksheet only: download it there, and give it as --roster")
    head = own or ["Identifier", "Full name", "Email address", "Grade", "Maximum Grade", "Feedback comments"]
    where = chosen(head, column, "the worksheet") if column else "Grade"
    remarks: dict[str, list] = {}
    for result, got, reason in rows:
        remarks.setdefault(result.student, []).append(
            f"{result.exercise} {number(got)}/{number(result.of)}" + (f" ({reason})" if reason else ""))
    yield head
    strangers = [student for student in students(rows, known) if own and student not in known.rows]
    if strangers:
        said.append(f"not in Moodle's worksheet, and so not in this table: {', '.join(strangers[:10])}"
                    + (f" and {len(strangers) - 10} more" if len(strangers) > 10 else ""))
    for student in students(rows, known):
        row = (known.rows.get(student) if known is not None else None) or {}
        if student in strangers:
            continue
        name, id = identity(student)
        id = column_of(row, "Identifier", "ID") or id
        line = {"Identifier": f"Participant {id}" if id.isdecimal() else id,
                "Full name": column_of(row, "Full name", "Name", "Student") or name,
                "Email address": column_of(row, "Email address", "Email"), "Maximum Grade": number(most)} | row
        if student in grades:
            line[where] = scaled(*grades[student], row.get("Maximum Grade", ""), said, "Moodle")
            before = COMMENT.split(row.get("Feedback comments", ""), 1)[0].strip()
            line["Feedback comments"] = "\n".join(filter(None, [
                before, ", ".join(remarks[student]), comments.get(student)]))
        yield [line.get(key, "") for key in head]


def nbgrader(rows, known, column, said):
    """Yield the columns of nbgrader's export that other programs read: assignment, student_id, score, max_score, …"""
    yield ["assignment", "student_id", "first_name", "last_name", "email", "score", "max_score"]
    found = totals(rows, LESSON)
    for student in students(rows, known):
        row = known.rows.get(student) if known is not None else None
        for (whose, lesson), (earned, of) in sorted(found.items()):
            if whose == student:
                yield [column or f"Lesson {lesson}", column_of(row, "id") or student, column_of(row, "first_name"),
                       column_of(row, "last_name"), column_of(row, "email"), number(earned), number(of)]


def write(path, rows, **options):
    """Write the grades into a file; for nbgrader, a path that ends in .db is its gradebook.

    Returns what is to be said about it, a line each.
    """
    said: list[str] = []
    if options.get("form") == "nbgrader" and str(path).endswith(".db"):
        from .gradebook import fill
        fill(path, rows, options.get("roster"))
        return said
    text = text_of(rows, **options, said=said)
    write_text(path, text)
    return said
