"""nbgrader's gradebook, filled with grades of ours: its formgrader shows them, its export writes them."""

from .students import Roster, column, roster as read_roster


def cell_of(exercise):
    """Return the name of the cell that holds an exercise's points in nbgrader's format."""
    return f"check-{exercise.replace('.', '-')}"


def fill(path, rows, roster=None):
    """Put grades into a gradebook that `nbgrader generate_assignment` has made; returns how many.

    Formgrader takes who has a folder in submitted/ as still to be graded by nbgrader: hand-ins lie elsewhere.

    path     gradebook.db
    rows     [(result, points, reason)], as store.final gives them
    roster   a Roster or CSV file, for names and e-mail addresses

    Raises ValueError for a lesson whose assignment is not in it, and says how to put it there.
    """
    try:
        from nbgrader.api import Gradebook
    except ImportError:
        raise ValueError("nbgrader is not installed here; --form nbgrader with a .csv file needs none.") from None
    known = roster if isinstance(roster, Roster | None) else read_roster(roster)
    grades: dict[tuple, dict] = {}
    for result, points, reason in rows:
        grades.setdefault((result.student, result.lesson), {})[cell_of(result.exercise)] = points, reason, result
    count = 0
    with Gradebook(f"sqlite:///{path}") as book:
        names = {assignment.name for assignment in book.assignments}
        for (student, lesson), theirs in grades.items():
            name = next((each for each in sorted(names) if each.startswith(f"{lesson:02d}_")), None)
            if name is None:
                raise ValueError(f"lesson {lesson} is not in {path}. First, in solutions/: "
                                 f"nbgrader generate_assignment {lesson:02d}_… --create")
            row = (known.rows.get(student) if known is not None else None) or {}
            book.update_or_create_student(student, first_name=column(row, "first_name", "First name"),
                                          last_name=column(row, "last_name", "Last name", "Surname"),
                                          email=column(row, "email", "Email address"))
            submission = book.update_or_create_submission(name, student)
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    if grade.name in theirs:
                        points, reason, result = theirs[grade.name]
                        grade.auto_score, grade.manual_score = result.points, points if reason else None
                        grade.needs_manual_grade = False
                        count += 1
            book.db.commit()
    return count
