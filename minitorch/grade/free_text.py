"""Answers in words, read by a person with a rubric: one after the other in a terminal, points and comment kept."""

from pathlib import Path
from textwrap import fill

from .inert import LINES
from .result import Result
from .students import lines_of

COLUMNS = ("question", "criterion", "points")
STOP = "q"


def rubric(path):
    """Return {question: [(criterion, points)]} of a CSV with the columns question, criterion, points.

    question   the name of its cell in nbgrader's format, `grade_id`

    Raises ValueError with the line that cannot be used.
    """
    found: dict[str, list] = {}
    for number, line in lines_of(Path(path), COLUMNS):
        question, criterion, points = (line[name] for name in COLUMNS)
        if not question or not criterion or not points.replace(".", "", 1).isdecimal():
            raise ValueError(f"{path}, line {number}: it needs a question, a criterion and a number of points.")
        found.setdefault(question, []).append((criterion, float(points)))
    return found


def shown(student, question, text, criteria, place):
    """Return one answer as text for the person who reads it."""
    listed = "\n".join(f"  {number}. {words} ({points:g})" for number, (words, points) in enumerate(criteria, 1))
    body = "\n".join(fill(line, 96, initial_indent="  ", subsequent_indent="  ") for line in text.splitlines())
    return f"\n{place}  {question}  {student}\n\n{body}\n\n{listed}".translate(LINES)


def marked(student, lesson, question, criteria, met):
    """Return the Result of an answer that meets some criteria, given by their numbers from 1."""
    checks = [(words, number in met, points, False) for number, (words, points) in enumerate(criteria, 1)]
    return Result(student, lesson, question, 1, sum(points for _, held, points, _ in checks if held),
                  sum(points for _, points in criteria), "read", checks)


def numbers(answer, most):
    """Parse a line of criteria's numbers, such as `1 3`, or `0` for none; return None for anything else."""
    words = answer.replace(",", " ").split()
    if not words or not all(word.isdecimal() and int(word) <= most for word in words):
        return None
    return {int(word) for word in words} - {0}


def run(options, ask=input):
    """Run `minitorch read`: show each answer that is not read yet, or has changed, and store its mark at once."""
    from .people import grades_at
    from .store import Store
    known = rubric(options.rubric)
    with Store(grades_at(options.db)) as store:
        todo = [row for row in store.texts(options.lesson) if row[2] in known and row[3].strip() and not row[4]]
        todo.sort(key=lambda row: (row[2], row[0].casefold()))               # one question after the other
        for number, (student, lesson, question, text, _) in enumerate(todo, 1):
            print(shown(student, question, text, known[question], f"{number} of {len(todo)}"))
            met = None
            while met is None:
                answer = ask("which hold (such as 1 3; 0: none; Enter: later; q: stop)? ").strip()
                if answer in ("", STOP):
                    break
                met = numbers(answer, len(known[question]))
            if answer == STOP:
                break
            if met is not None:
                store.mark(marked(student, lesson, question, known[question], met), text, ask("comment: ").strip())
        left = sum(1 for row in store.texts(options.lesson) if row[2] in known and row[3].strip() and not row[4])
    print(f"{left} are still to be read." if left else
          "All are read: `minitorch grade` puts their points and comments on pages and tables.")
    return 0
