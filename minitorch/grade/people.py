"""Who is who from one run to the next: names of a roster, names without one, and whose hand-in came late."""

import re
from pathlib import Path

from .result import Submission

LATE = re.compile(r"(?:^|/)[^_/]+_LATE_\d+_\d+_[^/]*$")      # how Canvas names what came late


def settle(found, roster, store, by_hand=()):
    """Give submissions the names under which the store keeps their students, and say whose came late.

    With a roster its names count, and grades from a time without it, or with another, go over to them. Without one a
    student keeps the name that an earlier roster gave.

    found     Submissions and Unreadables, as collect gave them; changed in place
    by_hand   students whom who.csv names: theirs is what it says
    """
    taken = {each.student for each in found}
    for each in found:
        known_as = getattr(each, "known_as", "") or each.student
        kept = store.named(known_as)
        if roster is not None or each.student in by_hand:
            if isinstance(each, Submission):
                store.meet(known_as, each.student)
        elif kept not in taken:
            each.student = kept
        late = "Canvas marks it so" if LATE.search(each.path) else roster.late(each.student) if roster else ""
        if late and isinstance(each, Submission):
            each.oddities.append(f"handed in late: {late}")


def the_one(asked, names):
    """Return the one name that is, or contains, what was asked for.

    Raises ValueError when none fits, or several.
    """
    names = sorted(set(names))
    fits = [name for name in names if name == asked] or [name for name in names if asked.casefold() in name.casefold()]
    if len(fits) != 1:
        there = f"more than one of the students: {', '.join(fits[:8])}" if fits else "none of the students" + (
            f"; there are {', '.join(names[:8])}{' …' * (len(names) > 8)}" if names else ": nobody is graded yet")
        raise ValueError(f"{asked!r} is {there}.")
    return fits[0]


def grades_at(asked):
    """Return the file of the grades that exists: the one asked for, else this folder's, else the course's.

    Raises FileNotFoundError where there is none.
    """
    from .course_files import HOME
    base = Path(asked or "grades.sqlite")
    if asked is None and not base.is_file():
        base = HOME / base                               # where they are kept when this folder holds hand-ins
    if not base.is_file():
        raise FileNotFoundError(f"there are no grades at {asked or 'grades.sqlite'}: grade first, or name the "
                                "file with --db.")
    return base


def forget(options):
    """Run `minitorch forget`: delete all that the grades hold of one student."""
    from .store import Store
    with Store(grades_at(options.db)) as store:
        student = the_one(options.student, store.students())
        store.forget(student)
        print(f"{student} is forgotten in {store.path}: grades, history, code and names. Pages, tables, overrides.csv "
              "and what was handed in are files of yours.")
    return 0
